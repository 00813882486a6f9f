/**
 * Renders a draft in the browser, so that unsaved text is not sent. The rules are those of `server/resources/kb/render.ts`, without anchors
 * and table frames; e2e/knowledge.test.ts compares the two. Callers must sanitise the HTML.
 */
import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false })

export function renderDraft(body: string, bodyFormat: unknown): string {
  if (bodyFormat === 'html') return body
  if (bodyFormat !== 'text') return markdown.render(body)
  const paragraphs = body.split(/\n{2,}/).map((part) => markdown.utils.escapeHtml(part.trim()).replaceAll('\n', '<br>'))
  return paragraphs.map((part) => `<p>${part}</p>`).join('\n')
}
