/** HTML of the chat's pages. They have no inline script or style. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import { listAllowedOrigins } from '../../channels/widget/origins.ts'
import type { Widget } from '../../resources/inboxes/index.ts'
import type { FramePaths } from './frame-files.ts'

/**
 * Renders the frame, which its script fills. It reads its key and what the inbox allows from attributes. The sites are there so that the
 * entity tag changes with them: a browser that gets 304 keeps the policy that it has cached.
 */
export function framePage({ key, address, tenantName, locale, settings }: Widget, files: FramePaths): string {
  return `<!doctype html>
<html lang="${e(locale)}" data-key="${e(key)}" data-sites="${e(listAllowedOrigins(settings, address).join(' '))}"${settings.allowApps ? ' data-apps' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${e(tenantName)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${e(files.style)}">
<script type="module" src="${e(files.script)}"></script>
</head>
<body></body>
</html>
`
}

/** Renders a page as plain as a website can be, with the chat. */
export function tryPage({ key, tenantName }: Widget, baseUrl: URL): string {
  const line = `<script async src="${baseUrl.origin}/w/skein.js" data-key="${key}"></script>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>Try the chat · ${e(tenantName)}</title>
<link rel="icon" href="data:,">
</head>
<body>
<main>
<h1>Try the chat of ${e(tenantName)}</h1>
<p>This page is a website with your chat. Open the chat in the corner, and write to yourself.</p>
<p>To have it on your own website, paste this line into its pages:</p>
<pre><code>${e(line)}</code></pre>
</main>
<script async src="/w/skein.js" data-key="${e(key)}"></script>
</body>
</html>
`
}

export function missingPage(): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>No chat</title></head>
<body><p>There is no chat at this address.</p></body></html>
`
}
