/** Sanitises HTML of messages and articles. Only this file and two files in mail-texts/ use the sanitiser. */
import sanitizeHtml from 'sanitize-html'
import { ApiError, validationFailed } from '#platform/errors.ts'

/**
 * Removes elements and attributes that could run code or load something from elsewhere. Throws 400 for more tags than any e-mail has,
 * because sanitising those would block all other requests. Keeps pictures with `pictures` (articles). In messages, moves a picture's URL to
 * `data-remote`, so that a client loads no picture before its user allows it (tracking pixels).
 */
export function toSafeHtml(input: string, { field = 'body', pictures = false }: { field?: string; pictures?: boolean } = {}): string {
  if (hasTooManyTags(input))
    throw new ApiError(validationFailed, { details: [{ field, code: 'TOO_LARGE', message: `must have at most ${maxTags} HTML tags` }] })
  return (pictures ? undefined : sanitisedAhead.get(input)?.html) ?? removeDropped(sanitizeHtml(input, pictures ? withPictures : allowed))
}

/** HTML of messages that was sanitised in advance, keyed by its input, with the number of requests that use it. */
const sanitisedAhead = new Map<string, { html: string; uses: number }>()

/** Caches the sanitised HTML of an input for `toSafeHtml`, until the returned function is called. */
export function keepSafeHtml(input: string, html: string): () => void {
  const entry = sanitisedAhead.get(input) ?? { html, uses: 0 }
  entry.uses++
  sanitisedAhead.set(input, entry)
  return () => {
    if (--entry.uses === 0) sanitisedAhead.delete(input)
  }
}

const maxTags = 10_000

export function hasTooManyTags(html: string): boolean {
  return html.split('<', maxTags + 2).length > maxTags + 1
}

/** Elements, attributes and links that all sanitised HTML may contain. */
export const common: sanitizeHtml.IOptions = {
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
  // Deeper elements lose their tags, but keep their text. No e-mail is nested this deeply, and browsers stop at 512.
  nestingLimit: 256,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer nofollow' } }) },
}

/**
 * Placeholder for an element that is dropped with its content. The sanitiser keeps the placeholder, and {@link removeDropped} removes it
 * afterwards. Renaming an element to one that the sanitiser drops does not work, because the sanitiser then closes the next sibling by that
 * name (apostrophecms/sanitize-html#218). No input has this name, because the sanitiser converts element names to lower case.
 */
export const dropped: sanitizeHtml.Tag = { tagName: 'DROPPED', attribs: {} }

const droppedTags = new RegExp(`<(/?)${dropped.tagName}>`, 'g')

/** Removes the placeholders with their content. The sanitiser escapes all text, so text never contains such a tag. */
export function removeDropped(html: string): string {
  if (!html.includes(`<${dropped.tagName}>`)) return html
  const kept: string[] = []
  let depth = 0
  let keptTo = 0
  for (const { 0: tag, 1: slash, index } of html.matchAll(droppedTags)) {
    if (slash === '' && depth++ === 0) kept.push(html.slice(keptTo, index))
    if (slash !== '' && --depth === 0) keptTo = index + tag.length
  }
  return kept.join('') + html.slice(keptTo)
}

const allowed: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...(common.allowedTags || []), 'img', dropped.tagName],
  allowedAttributes: { ...common.allowedAttributes, img: ['alt', 'data-remote', 'height', 'width'] },
  transformTags: { ...common.transformTags, img: toRemotePicture },
}

/**
 * Moves the URL to `data-remote`. Pictures without a URL on the web keep only their alternative text. Drops a picture with neither, which
 * would show nothing.
 */
export function toRemotePicture(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { src = '', alt = '' } = attribs
  const url = toSecureUrl(src)
  if (url === null && alt.trim() === '') return dropped
  return { tagName, attribs: { ...(url === null ? {} : { 'data-remote': url }), alt, ...readPictureSize(attribs) } }
}

/**
 * Returns the https URL of a picture on the web, or null. Also for http URLs, because pages of the dashboard cannot load those, and nearly
 * all servers of pictures answer to both.
 */
export function toSecureUrl(src: string): string | null {
  const trimmed = src.trim()
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  url.protocol = 'https:'
  return url.href
}

/** Returns the width and height of a picture, if they are given in pixels. */
export function readPictureSize({ width = '', height = '' }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const isSize = (value: string): boolean => /^\d{1,4}$/.test(value)
  return { ...(isSize(width) ? { width } : {}), ...(isSize(height) ? { height } : {}) }
}

/** Returns the text of sanitised HTML, with a line break after blocks and rows and a tab between cells. */
export function toPlainText(html: string): string {
  const broken = startBlocks(joinCells(html)).replaceAll(/<br\s*\/?>|<\/(?:p|div|li|tr|caption|h[1-6]|blockquote|pre|dd|dt)>/g, '\n')
  const parted = broken.replaceAll(/<\/t[dh]>(?=<t[dh])/g, '\t')
  return decodeEntities(parted.replaceAll(/<[^>]*>/g, '')).trim()
}

/**
 * Returns the text of the beginning of HTML that was not sanitised, with a space for each tag of a block. The HTML may be cut off anywhere
 * (`isCut`). Takes time proportional to its length.
 */
export function toTextOfBeginning(html: string, { isCut }: { isCut: boolean }): string {
  const whole = isCut ? html.replace(/&#?\w{0,31}$/, '') : html
  return decodeEntities(sanitizeHtml(whole, blocksOnly).replaceAll(/<[^>]*>/g, ' ')).trim()
}

/** Removes line breaks within a table row: spaces between its tags, and paragraphs at the edges of a cell. */
function joinCells(html: string): string {
  if (!html.includes('<table')) return html
  return html
    .replaceAll(/>\s+(?=<\/?(?:caption|thead|tbody|tfoot|tr|t[dh])\b)/g, '>')
    .replaceAll(/(<\/?(?:table|thead|tbody|tfoot|tr)\b[^>]*>)\s+/g, '$1')
    .replaceAll(/(<t[dh]\b[^>]*>)\s*<(?:p|div)\b[^>]*>/g, '$1')
    .replaceAll(/<\/(?:p|div)>\s*(?=<\/t[dh]>)/g, '')
}

/** Inserts a line break before a block that directly follows text, as in `Hello<div>Ada</div>`. */
function startBlocks(html: string): string {
  return html.replaceAll(
    /([^>\s]|<\/(?:a|b|code|em|i|s|small|span|strong|sub|sup|u)>)<(?=(?:p|div|ul|ol|table|h[1-6]|blockquote|pre|dl)\b)/g,
    '$1\n<',
  )
}

/** Converts sanitised HTML to text, with `>` before quoted lines, as mail programs do. The HTML may be truncated anywhere. */
export function toTextWithQuoteMarks(given: string): string {
  const html = joinCells(given)
  let depth = 0
  let text = ''
  const endLine = (): void => {
    if (!text.endsWith('\n')) text += '\n'
  }
  for (const [piece, slash, name] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g)) {
    if (name === undefined) {
      if ((text === '' || text.endsWith('\n')) && depth > 0) text += '> '
      text += depth > 0 ? piece.replaceAll('\n', '\n> ') : piece
      continue
    }
    if (name === 'br') text += '\n'
    else if (name === 'hr') text += '\n_____\n'
    else if (name === 'td' || name === 'th') text += text.endsWith('\n') || text.endsWith(' ') || text === '' ? '' : ' '
    else if (blocks.has(name)) endLine()
    if (name === 'blockquote') depth += slash === '' ? 1 : -1
  }
  return decodeEntities(text).trim()
}

const blocks = new Set('blockquote caption dd div dl dt h1 h2 h3 h4 h5 h6 li ol p pre table tbody tfoot thead tr ul'.split(' '))

const blocksOnly: sanitizeHtml.IOptions = { allowedTags: [...blocks, 'br', 'hr', 'td', 'th'], allowedAttributes: {}, nestingLimit: 256 }

/** Decodes the only entities that sanitize-html writes. */
function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

const withPictures: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...(common.allowedTags || []), 'img', 'figure', 'figcaption'],
  allowedAttributes: { ...common.allowedAttributes, img: ['src', 'alt', 'title', 'width', 'height', 'loading'] },
  // Callouts: short texts that stand out, with the style of the help centre.
  allowedClasses: { div: ['callout', 'callout-warning'] },
  allowedSchemesByTag: { img: ['https'] },
  transformTags: {
    ...common.transformTags,
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, alt: attribs['alt'] ?? '', loading: 'lazy' } }),
  },
}
