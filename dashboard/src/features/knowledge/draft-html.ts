/**
 * A draft as HTML, made in the browser: what is typed is sent nowhere before it is saved. By the rules of `server/resources/kb/render.ts`,
 * without what is added there (anchors, frames of tables); e2e/knowledge.test.ts compares the two. Whoever shows it sanitises it.
 */
import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false })

export function draftHtml(body: string, bodyFormat: unknown): string {
  if (bodyFormat === 'html') return body
  if (bodyFormat !== 'text') return markdown.render(body)
  const paragraphs = body.split(/\n{2,}/).map((part) => markdown.utils.escapeHtml(part.trim()).replaceAll('\n', '<br>'))
  return paragraphs.map((part) => `<p>${part}</p>`).join('\n')
}
