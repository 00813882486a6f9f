/** Renders article bodies as safe HTML and as plain text for the search. */
import MarkdownIt from 'markdown-it'
import { escapeHtml } from '#kit/escape-html.ts'
import { toPlainText, toSafeHtml } from '#kit/safe-html.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { toAnchor } from './slugs.ts'

type Body = { body: string; bodyFormat: 'markdown' | 'html' | 'text' }
export type Heading = { level: number; id: string; text: string }
export type RenderedBody = { html: string; text: string; headings: Heading[] }

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false })

/** Maximum number of line breaks and Markdown markup characters. Rendering a quarter of a million takes up to a second. */
const maxMarks = 10_000
/** Maximum number of e-mail and web addresses. Finding an address takes five times as long as a markup character. */
const maxAddresses = 2_000

function checkMarks(body: string): void {
  if (countMatches(body, /[[*_~<|`&\\\n]/g) > maxMarks) throw tooManyError(`${maxMarks} lines and characters of markup`)
  if (countMatches(body, /@|:\/\/|mailto:/g) > maxAddresses) throw tooManyError(`${maxAddresses} addresses`)
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0
  for (pattern.lastIndex = 0; pattern.test(text); ) count++
  return count
}

function tooManyError(limit: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'body', code: 'TOO_LARGE', message: `must have at most ${limit}` }] })
}

/**
 * Returns the body to store: sanitises HTML, and keeps other formats as written. Throws 400 if the body, or the HTML rendered from it, has
 * too many tags, because such an article could be neither shown nor published.
 */
export function toStoredBody({ body, bodyFormat }: Body): string {
  const stored = bodyFormat === 'html' ? toSafeHtml(body, { pictures: true }) : body
  renderSafeHtml({ body: stored, bodyFormat })
  return stored
}

function renderSafeHtml({ body, bodyFormat }: Body): string {
  if (bodyFormat === 'markdown') checkMarks(body)
  const html = bodyFormat === 'markdown' ? markdown.render(body) : bodyFormat === 'html' ? body : paragraphs(body)
  return toSafeHtml(html, { pictures: true })
}

/** Renders a body of any format. Its HTML is always sanitised. */
export function renderBody(body: Body): RenderedBody {
  const html = renderSafeHtml(body)
  const headings: Heading[] = []
  const unique = uniqueIds()
  // This pattern is enough, because the sanitiser normalises tags and strips attributes from headings.
  const anchored = html.replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, inner: string) => {
    const text = toPlainText(inner)
    const id = unique(toAnchor(text))
    headings.push({ level: Number(level), id, text })
    return `<h${level} id="${escapeHtml(id)}">${inner}</h${level}>`
  })
  // Make wide tables and code blocks focusable, so that keyboard users can scroll them.
  const framed = anchored
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
  return { html: framed, text: toPlainText(html), headings }
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

/** Creates a function that makes ids unique by appending numbers. */
function uniqueIds(): (id: string) => string {
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return (id) => {
    let free = id
    // Continue at the last number, because an article can have thousands of headings with the same text.
    for (let n = numbers.get(id) ?? 2; taken.has(free); n++) {
      free = `${id}-${n}`
      numbers.set(id, n + 1)
    }
    taken.add(free)
    return free
  }
}
