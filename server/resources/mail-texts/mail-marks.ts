/** Parses the attributes by which mail programs mark quotations and hide text. Must run before the sanitiser, which removes them. */

/**
 * Role of an element in a quotation:
 * - `cite`: everything in the element is quoted.
 * - `container`: contains an attribution and then a blockquote. Text after the blockquote is the sender's.
 * - `attribution`: the line above a quotation.
 * - `rest`: everything from here to the end of the mail is quoted.
 */
export type QuotationMark = 'cite' | 'container' | 'attribution' | 'rest'

/** Attributes of mail elements, by name. */
type Attributes = Readonly<Record<string, string>>

/** Maximum characters of an attribute to examine. Mail programs write far shorter ones. */
const maxAttributeLength = 2_000

/** Returns the quotation mark of an element. Outlook prefixes the classes and ids of a quoted mail with `x_`, once per reply. */
export function findQuotationMark(tag: string, attribs: Attributes): QuotationMark | null {
  const { class: classes = '', id = '', name = '' } = attribs
  if (attribs['data-marker'] === '__QUOTED_TEXT__' || (tag === 'div' && name === 'quote')) return 'cite'
  if (attribs['data-marker'] === '__DIVIDER__') return 'rest'
  const idMark = id === '' ? undefined : markOfId.get(removePrefix(id))
  if (idMark !== undefined) return idMark
  for (const word of classes.slice(0, maxAttributeLength).split(/\s+/)) {
    if (tag !== 'blockquote' && containers.test(word)) return 'container'
    if (citations.test(word)) return 'cite'
    if (attributions.test(word)) return 'attribution'
  }
  return tag === 'blockquote' && attribs['type']?.toLowerCase() === 'cite' ? 'cite' : null
}

const removePrefix = (id: string): string => id.slice(0, maxAttributeLength).replace(/^(x_)+/, '')

const markOfId = new Map<string, QuotationMark>([
  ['divRplyFwdMsg', 'rest'],
  ['appendonsend', 'rest'],
  ['stopSpelling', 'rest'],
  ['OLK_SRC_BODY_SECTION', 'rest'],
  ['mail-editor-reference-message-container', 'rest'],
  ['reply-intro', 'attribution'],
  ['isReplyContent', 'cite'],
])

const containers = /^(x_)*(gmail_quote|gmail_quote_container|protonmail_quote|zmail_extra)$/
const citations = /^((x_)*|ydp[\da-z]{0,16})(gmail_quote|yahoo_quoted|protonmail_quote|tutanota_quote|front-blockquote)$/
const attributions = /^(x_)*(gmail_attr|moz-cite-prefix)$/

/** Effect of an element on the visibility of its text. Undefined properties are inherited from the parent. */
export type Visibility = {
  /** True when the element and everything in it is invisible. */
  readonly isGone: boolean
  readonly isInvisible: boolean | undefined
  readonly hasNoSize: boolean | undefined
  /** Whether line breaks and spaces are preserved. */
  readonly keepsSpace: boolean | undefined
}

const plain: Visibility = { isGone: false, isInvisible: undefined, hasNoSize: undefined, keepsSpace: undefined }

/** Determines whether an element hides its text. Considers the element's own attributes only, no style sheets. */
export function readVisibility(tag: string, attribs: Attributes): Visibility {
  const isHidden = attribs['hidden'] !== undefined
  const style = attribs['style'] ?? ''
  if (style === '' && !isHidden) return tag === 'font' && attribs['size'] !== undefined ? { ...plain, hasNoSize: false } : plain
  const rules = readStyle(style)
  const isZero = (name: string): boolean => zero.test(rules.get(name) ?? '')
  const isClipped = rules.get('overflow') === 'hidden' && (isZero('max-height') || isZero('height'))
  // Only Outlook obeys mso-hide. It replaces links with mso-hide by a button, while all other programs show the link.
  const isHiddenByOutlook = tag !== 'a' && rules.get('mso-hide') === 'all'
  const isGone = isHidden || rules.get('display') === 'none' || isZero('opacity') || isClipped || isHiddenByOutlook
  const visibility = rules.get('visibility')
  const isInvisible = visibility === undefined || visibility === 'inherit' ? undefined : visibility !== 'visible'
  const space = rules.get('white-space')
  const keepsSpace = space === undefined || space === 'inherit' ? undefined : /^(pre|break-spaces)/.test(space)
  return { isGone, isInvisible, hasNoSize: readNoSize(rules), keepsSpace }
}

const zero = /^[+-]?0*\.?0+(px|pt|r?em|ex|%|in|cm|mm|pc|vh|vw)?$/

/** Whether a size is zero. Sizes in `em` and `%` depend on the parent's, so they stay zero in a parent without size. */
function readNoSize(rules: ReadonlyMap<string, string>): boolean | undefined {
  const size = rules.get('font-size')
  if (size === undefined) return /\d(px|pt|rem)/.test(rules.get('font') ?? '') ? false : undefined
  if (zero.test(size)) return true
  return /^[\d.]+(em|ex|%)$/.test(size) || /^(inherit|unset|larger|smaller)$/.test(size) ? undefined : false
}

function readStyle(style: string): Map<string, string> {
  const rules = new Map<string, string>()
  for (const rule of style.slice(0, maxAttributeLength).toLowerCase().split(';')) {
    const colon = rule.indexOf(':')
    if (colon > 0)
      rules.set(
        rule.slice(0, colon).trim(),
        rule
          .slice(colon + 1)
          .replace('!important', '')
          .trim(),
      )
  }
  return rules
}
