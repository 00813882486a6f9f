/** Message bodies: text stays text to the letter, HTML is sanitised. */
import sanitizeHtml from 'sanitize-html'
import { ApiError, validationFailed } from '../../kit/errors.ts'

export type MessageBody = { body: string; bodyFormat: 'text' | 'html'; bodyText: string }

/**
 * Input without any HTML element is kept verbatim as text (`a < b` survives). Anything else is HTML: elements and
 * attributes that could run code or load something from elsewhere are removed.
 * Throws 400 for HTML of more tags than any mail has: sanitising them would keep all other requests waiting.
 */
export function readBody(input: string): MessageBody {
  if (!holdsHtml(input)) return { body: input, bodyFormat: 'text', bodyText: input }
  if (input.split('<', tagsMax + 2).length > tagsMax + 1) {
    throw new ApiError(validationFailed, {
      details: [{ field: 'body', code: 'TOO_LARGE', message: `must have at most ${tagsMax} HTML tags` }],
    })
  }
  const body = sanitizeHtml(input, allowed)
  return { body, bodyFormat: 'html', bodyText: plainText(body) }
}

const tagsMax = 10_000

/** A comment, a declaration, or a tag that an HTML parser would act on: of a known element, or with attributes. `<ada@example.com>` and `List<String>` are text. */
function holdsHtml(input: string): boolean {
  if (/<(?:!--|!doctype|\?xml)/i.test(input)) return true
  const lastEnd = input.lastIndexOf('>')
  let end = -1
  let equals = -1
  for (const { index, 1: name = '' } of input.matchAll(/<\/?([a-z][^\s/<>]*)/gi)) {
    // Without an end it is no tag, and neither is anything after it.
    if (index > lastEnd) return false
    if (elements.has(name.toLowerCase())) return true
    // Each position is looked for once, so that a body of tags only takes no longer than another. Quotes may hide an end, but only after an equals sign.
    if (end < index) end = input.indexOf('>', index)
    if (equals !== Infinity && equals < index) equals = nextOrNever(input.indexOf('=', index))
    if (equals < end) return true
  }
  return false
}

function nextOrNever(position: number): number {
  return position === -1 ? Infinity : position
}

/** The elements of HTML, obsolete ones included, and the roots of what may be embedded in it. */
const elements = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col ' +
    'colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter nav ' +
    'nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select ' +
    'slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'
  ).split(' '),
)

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
  // Deeper elements lose their tags, not their words: no mail is nested like this, and browsers stop at 512.
  nestingLimit: 256,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }) },
}

/** The words of sanitised HTML, with a line break where a block or a row ends and a tab between cells. */
function plainText(html: string): string {
  const broken = html.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|dd|dt)>/g, '\n')
  const parted = broken.replaceAll(/<\/t[dh]>(?=\s*<t[dh])/g, '\t')
  return decodeEntities(parted.replaceAll(/<[^>]*>/g, '')).trim()
}

/** sanitize-html writes no other entities than these. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
