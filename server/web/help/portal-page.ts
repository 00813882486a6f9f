/**
 * The page on which customers see and answer their requests: `/help/requests`. It is the only page of the help centre with a script, which
 * is that of the chat's frame.
 */
import { escapeHtml as e } from '#kit/escape-html.ts'
import type { FramePaths } from '../widget/frame-files.ts'
import { texts, type Language } from './words.ts'

type Portal = {
  name: string
  language: Language
  /** Public key of the chat inbox that takes new requests. */
  key: string
  /** URL of the contact form; null without one. */
  contact: string | null
}

export function portalPage({ name, language, key, contact }: Portal, { script, style }: FramePaths): string {
  const words = texts[language]
  const link = contact === null ? '' : ` <a href="${e(contact)}">${e(words.contact)}</a>`
  return `<!doctype html>
<html lang="${language}" data-key="${e(key)}" data-portal${contact === null ? '' : ` data-contact="${e(contact)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${e(words.requests)} · ${e(name)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${e(style)}">
<script type="module" src="${e(script)}"></script>
</head>
<body><noscript><main class="page"><h1>${e(words.requests)}</h1><p>${e(words.needsScript)}${link}</p></main></noscript></body>
</html>
`
}
