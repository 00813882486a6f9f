/** Makes the HTML of mails safe to show. */
import sanitizeHtml from 'sanitize-html'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { findQuotationMark, readVisibility } from './mail-marks.ts'
import { common, dropped, hasTooManyTags, readPictureSize, removeDropped, toRemotePicture } from '#kit/safe-html.ts'

export type SafeMailHtml = {
  /** HTML without anything that a client would load. `data-quoted` has the marks of quotations, by {@link findQuotationMark}. */
  readonly html: string
  /** The attachments that the HTML shows, each once. */
  readonly usedAttachmentIds: readonly Uuid[]
}

/** `toAttachmentId` returns the attachment that the source of a picture means, or null for an unknown one. */
type MailOptions = { readonly toAttachmentId: (reference: string) => Uuid | null }

/**
 * Removes from the HTML of a mail what could run code, load something from elsewhere or hide text from the reader. Pictures of the mail's
 * own parts get the id of their attachment in `data-attachment`, and pictures from elsewhere their URL in `data-remote`. Returns null for
 * HTML with more tags than any e-mail has, because sanitising it would take too long. Never throws.
 */
export function toSafeMailHtml(html: string, { toAttachmentId }: MailOptions): SafeMailHtml | null {
  if (hasTooManyTags(html)) return null
  const usedAttachmentIds = new Set<Uuid>()
  const toPicture = (attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    for (const reference of readReferences(attribs['src'] ?? '')) {
      const id = toAttachmentId(reference)
      if (id === null) continue
      usedAttachmentIds.add(id)
      const shown = { 'data-attachment': toTypeId('att', id), alt: attribs['alt'] ?? '', ...readPictureSize(attribs) }
      return { tagName: 'img', attribs: shown }
    }
    return toRemotePicture('img', attribs)
  }
  const open: Shown[] = [outermost]
  const getShown = (): Shown => open.at(-1) ?? outermost
  const options: sanitizeHtml.IOptions = {
    ...mail,
    onOpenTag: (tag, attribs) => {
      const { isGone, isInvisible, hasNoSize, keepsSpace } = readVisibility(tag, attribs)
      const outer = getShown()
      open.push({
        isGone: outer.isGone || isGone,
        isInvisible: isInvisible ?? outer.isInvisible,
        hasNoSize: hasNoSize ?? outer.hasNoSize,
        keepsSpace: keepsSpace ?? outer.keepsSpace,
        isPre: outer.isPre || tag === 'pre',
      })
    },
    onCloseTag: () => {
      if (open.length > 1) open.pop()
    },
    textFilter: (text) => {
      const { isGone, isInvisible, hasNoSize, keepsSpace, isPre } = getShown()
      if (isGone || isInvisible || hasNoSize) return ''
      return keepsSpace && !isPre ? writeSpaces(text) : text
    },
    transformTags: {
      '*': (tag, attribs) => {
        const { isGone, isInvisible } = getShown()
        if (isGone || (tag === 'img' && isInvisible)) return dropped
        return tag === 'img' ? toPicture(attribs) : toMailElement(tag, attribs)
      },
    },
  }
  try {
    return { html: removeDropped(sanitizeHtml(html.replaceAll(closedTexts, ''), options)), usedAttachmentIds: [...usedAttachmentIds] }
  } catch {
    // The sanitiser is not known to throw for any input. If it does, the mail still arrives, as text.
    return null
  }
}

/**
 * Elements of XHTML that close themselves. HTML does not know this form for elements that contain text only, so everything up to their next end
 * tag would be their text.
 */
const closedTexts = /<(?:title|style|script|textarea|xmp|iframe|noembed|noframes)(?:\s[^<>]*)?\/>/gi

/** How the text at a place in the mail is shown. */
type Shown = {
  /** Whether an element around the place is hidden together with all that is in it. */
  readonly isGone: boolean
  readonly isInvisible: boolean
  readonly hasNoSize: boolean
  /** Whether line breaks and spaces are shown as they are. */
  readonly keepsSpace: boolean
  readonly isPre: boolean
}

const outermost: Shown = { isGone: false, isInvisible: false, hasNoSize: false, keepsSpace: false, isPre: false }

const mailTags = [...(common.allowedTags || []), 'img', 'center']
const mailAttributes = common.allowedAttributes || {}

const mail: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: [...mailTags, dropped.tagName],
  allowedAttributes: {
    ...mailAttributes,
    '*': ['dir', 'lang', 'data-quoted'],
    img: ['alt', 'data-attachment', 'data-remote', 'height', 'width'],
  },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'template'],
}

function toMailElement(tag: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const kept = { ...attribs }
  delete kept['data-quoted']
  if (!/^(ltr|rtl|auto)$/i.test(kept['dir'] ?? '')) delete kept['dir']
  if (!/^[a-z\d-]{1,35}$/i.test(kept['lang'] ?? '')) delete kept['lang']
  if (tag === 'a') {
    // A link without a scheme would lead to a page of the client that shows the mail.
    if (!/^(https?|mailto|tel):/i.test(kept['href']?.trim() ?? '')) delete kept['href']
    kept['rel'] = 'noopener noreferrer nofollow'
  }
  const mark = findQuotationMark(tag, attribs)
  if (mark === null) return { tagName: tag, attribs: kept }
  return { tagName: mailTags.includes(tag) ? tag : 'div', attribs: { ...kept, 'data-quoted': mark } }
}

/** Writes the line breaks and spaces that HTML would join. White space between two tags is the indentation of the markup. */
function writeSpaces(text: string): string {
  if (text.trim() === '') return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(^|\n) /g, '$1\u00a0')
    .replaceAll('  ', ' \u00a0')
    .replaceAll('\n', '<br />')
}

/**
 * Returns what the source of a picture may mean: the Content-ID of a part, its address or its file name. Some programs encode characters of
 * a Content-ID in the URL, others do not, and some leave out `cid:`.
 */
function readReferences(src: string): string[] {
  const trimmed = src.slice(0, 1_100).trim()
  const found = trimmed.replace(/^cid:\s*/i, '')
  if (found === '' || /^data:/i.test(found)) return []
  const decoded = decodePercents(found)
  // A path without a scheme is one of the computer on which the mail was written.
  const name = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? decoded : (decoded.split(/[/\\]/).at(-1) ?? '')
  return [...new Set([found, decoded, name])]
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
