/** Message bodies: text is kept verbatim, HTML is sanitised. */
import sanitizeHtml from 'sanitize-html'
import { ApiError, formatOf, validationFailed } from '../../kit/index.ts'
import { messageEmptyHtml } from './errors.ts'

export type MessageBody = { body: string; bodyFormat: 'text' | 'html'; bodyText: string }

/** The caller's body and its format; without a format it is detected. */
export type BodyInput = { body: string; bodyFormat?: 'text' | 'html' | undefined }

/**
 * Text is kept verbatim. HTML loses the elements and attributes that could run code or load something from elsewhere.
 * Without `bodyFormat`, a body with a known HTML element is HTML, and everything else is text: `a < b`,
 * `List<Object>`, a comment, doctype or XML prologue without any element.
 *
 * Throws 400 for HTML without words, and for HTML with more tags than any e-mail has: sanitising it would block all other requests.
 */
export function readBody({ body: input, bodyFormat }: BodyInput): MessageBody {
  if ((bodyFormat ?? formatOf(input)) === 'text') return { body: input, bodyFormat: 'text', bodyText: input }
  if (input.split('<', tagsMax + 2).length > tagsMax + 1) {
    throw new ApiError(validationFailed, {
      details: [{ field: 'body', code: 'TOO_LARGE', message: `must have at most ${tagsMax} HTML tags` }],
    })
  }
  const body = sanitizeHtml(input, allowed)
  const bodyText = plainText(body)
  if (bodyText === '') throw new ApiError(messageEmptyHtml)
  return { body, bodyFormat: 'html', bodyText }
}

const tagsMax = 10_000

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'a',
    'abbr',
    'b',
    'blockquote',
    'br',
    'caption',
    'code',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'ins',
    'kbd',
    'li',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'u',
    'ul',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper elements lose their tags, but not their text: no e-mail is nested this deeply, and browsers stop at 512.
  nestingLimit: 256,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }) },
}

/** The text of sanitised HTML, with a line break after blocks and rows and a tab between cells. */
function plainText(html: string): string {
  const broken = html.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|dd|dt)>/g, '\n')
  const parted = broken.replaceAll(/<\/t[dh]>(?=\s*<t[dh])/g, '\t')
  return decodeEntities(parted.replaceAll(/<[^>]*>/g, '')).trim()
}

/** sanitize-html only writes these entities. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
