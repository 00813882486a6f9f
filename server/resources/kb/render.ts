/** Turns bodies of articles into HTML that is safe to show, and into the text that the search reads. */
import MarkdownIt from 'markdown-it'
import { ApiError, escapeHtml, plainText, safeHtml, validationFailed } from '../../kit/index.ts'
import { anchorOf } from './slugs.ts'

type Body = { body: string; bodyFormat: 'markdown' | 'html' | 'text' }
export type Heading = { level: number; id: string; text: string }
export type RenderedBody = { html: string; text: string; headings: Heading[] }

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false })

/** Line breaks and characters that can begin Markdown's markup. Rendering a quarter of a million of them takes up to a second. */
const maxMarks = 10_000
/** Mail and web addresses, each of which takes five times as long to find as a mark. */
const maxAddresses = 2_000

function checkMarks(body: string): void {
  if (countMatches(body, /[[*_~<|`&\\\n]/g) > maxMarks) throw tooMany(`${maxMarks} lines and characters of markup`)
  if (countMatches(body, /@|:\/\/|mailto:/g) > maxAddresses) throw tooMany(`${maxAddresses} addresses`)
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0
  for (pattern.lastIndex = 0; pattern.test(text); ) count++
  return count
}

function tooMany(limit: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field: 'body', code: 'TOO_LARGE', message: `must have at most ${limit}` }] })
}

/**
 * HTML is stored sanitised; all other formats are stored as written. Throws 400 for more tags than any article has, also where only the HTML
 * that is made of it has them: it could be neither shown nor published.
 */
export function storedBody({ body, bodyFormat }: Body): string {
  const stored = bodyFormat === 'html' ? safeHtml(body, { pictures: true }) : body
  sanitised({ body: stored, bodyFormat })
  return stored
}

function sanitised({ body, bodyFormat }: Body): string {
  if (bodyFormat === 'markdown') checkMarks(body)
  const html = bodyFormat === 'markdown' ? markdown.render(body) : bodyFormat === 'html' ? body : paragraphs(body)
  return safeHtml(html, { pictures: true })
}

/** The same for every format, whatever stands in it: what comes out of the sanitiser. */
export function renderBody(body: Body): RenderedBody {
  const html = sanitised(body)
  const headings: Heading[] = []
  const unique = uniqueIds()
  // The sanitiser writes tags in one form, and headings have no attributes.
  const anchored = html.replaceAll(/<h([1-6])>(.*?)<\/h\1>/gs, (_, level: string, inner: string) => {
    const text = plainText(inner)
    const id = unique(anchorOf(text))
    headings.push({ level: Number(level), id, text })
    return `<h${level} id="${escapeHtml(id)}">${inner}</h${level}>`
  })
  const framed = anchored
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
  return { html: framed, text: plainText(html), headings }
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

/** Numbers the ids that have been given out already. */
function uniqueIds(): (id: string) => string {
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return (id) => {
    let free = id
    // Goes on where it ended, since an article can have thousands of headings of one name.
    for (let n = numbers.get(id) ?? 2; taken.has(free); n++) {
      free = `${id}-${n}`
      numbers.set(id, n + 1)
    }
    taken.add(free)
    return free
  }
}
