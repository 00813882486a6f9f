/** Message bodies: text stays text to the letter, HTML is sanitised. */
import sanitizeHtml from 'sanitize-html'

export type MessageBody = { body: string; bodyFormat: 'text' | 'html'; bodyText: string }

/**
 * Input without any HTML element is kept verbatim as text (`a < b` survives). Anything else is HTML: elements and
 * attributes that could run code or load something from elsewhere are removed.
 */
export function readBody(input: string): MessageBody {
  if (!elementPattern.test(input)) return { body: input, bodyFormat: 'text', bodyText: input }
  const body = sanitizeHtml(input, allowed)
  return { body, bodyFormat: 'html', bodyText: plainText(body) }
}

/** Something an HTML parser would take for a tag, a comment or a declaration. */
const elementPattern = /<(?:[a-z][^<]*>|\/[a-z]|!--|!doctype|\?)/i

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    'a', 'abbr', 'b', 'blockquote', 'br', 'caption', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'ins',
    'kbd', 'li', 'ol', 'p', 'pre', 'q', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul',
  ],
  allowedAttributes: { a: ['href', 'title', 'rel'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }) },
}

/** The words of sanitised HTML, with a line break where a block or a row ends. */
function plainText(html: string): string {
  const broken = html.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|dd|dt)>/g, '\n')
  return decodeEntities(broken.replaceAll(/<[^>]*>/g, '')).trim()
}

/** sanitize-html writes no other entities than these. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
