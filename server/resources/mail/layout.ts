/** Renders the content of a mail as text and HTML. The HTML loads nothing from other hosts and works on dark and narrow screens. */
import { escapeHtml } from '../../kit/index.ts'
import type { MailContent, Paragraph } from './content.ts'

export function layOut({ subject, paragraphs }: MailContent, tenant: string): { text: string; html: string } {
  const text = [...paragraphs.map(renderText), `-- \n${tenant}`].join('\n\n')
  const html = `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;">
<div style="max-width: 560px; margin: 0 auto;">
${paragraphs.map(renderHtml).join('\n')}
<hr style="border: 0; border-top: 1px solid #8888; margin: 32px 0 16px;">
<p style="margin: 0; font-size: 14px;">${escapeHtml(tenant)}</p>
</div>
</body>
</html>
`
  return { text: `${text}\n`, html }
}

function renderText(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph
  if ('link' in paragraph) return `${paragraph.link.label}:\n${paragraph.link.url}`
  return paragraph.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Renders a paragraph as HTML. The URL of a link is shown as text too, so that readers can check and copy it. */
function renderHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return `<p style="margin: 0 0 16px;">${escapeHtml(paragraph)}</p>`
  if ('link' in paragraph) {
    const { label, url } = paragraph.link
    const href = escapeHtml(url)
    return `<p style="margin: 0 0 16px;"><a href="${href}" style="font-weight: 600;">${escapeHtml(label)}</a><br>
<span style="font-size: 13px; overflow-wrap: anywhere;">${href}</span></p>`
  }
  const rows = paragraph.facts.map(
    ([name, value]) =>
      `<tr><th scope="row" style="text-align: start; vertical-align: top; padding: 2px 16px 2px 0; font-weight: 600;">${escapeHtml(name)}</th>` +
      `<td style="padding: 2px 0; overflow-wrap: anywhere;">${escapeHtml(value)}</td></tr>`,
  )
  return `<table style="border-collapse: collapse; margin: 0 0 16px;">${rows.join('')}</table>`
}
