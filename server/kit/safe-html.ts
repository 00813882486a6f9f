/** HTML that people send, made safe to show: messages and articles. The only file that uses the sanitiser. */
import sanitizeHtml from 'sanitize-html'
import { ApiError, validationFailed } from './errors.ts'

/**
 * Without the elements and attributes that could run code or load something from elsewhere. Throws 400 for more tags than any e-mail has:
 * sanitising it would block all other requests. `pictures`: articles may show some.
 */
export function safeHtml(input: string, { field = 'body', pictures = false }: { field?: string; pictures?: boolean } = {}): string {
  if (input.split('<', tagsMax + 2).length > tagsMax + 1)
    throw new ApiError(validationFailed, { details: [{ field, code: 'TOO_LARGE', message: `must have at most ${tagsMax} HTML tags` }] })
  return sanitizeHtml(input, pictures ? withPictures : allowed)
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
export function plainText(html: string): string {
  const broken = html.replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6]|blockquote|pre|dd|dt)>/g, '\n')
  const parted = broken.replaceAll(/<\/t[dh]>(?=\s*<t[dh])/g, '\t')
  return decodeEntities(parted.replaceAll(/<[^>]*>/g, '')).trim()
}

/** sanitize-html only writes these entities. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

const withPictures: sanitizeHtml.IOptions = {
  ...allowed,
  allowedTags: [...(allowed.allowedTags || []), 'img', 'figure', 'figcaption'],
  allowedAttributes: { ...allowed.allowedAttributes, img: ['src', 'alt', 'title', 'width', 'height', 'loading'] },
  allowedSchemesByTag: { img: ['https'] },
  transformTags: {
    ...allowed.transformTags,
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs['alt'] ?? '', loading: 'lazy' } }),
  },
}
