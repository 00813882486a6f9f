/** Sanitises the HTML of mails. */
import sanitizeHtml from 'sanitize-html'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { decodePercents, removeClosedTexts } from './mail-html.ts'
import { findQuotationMark, readVisibility } from './mail-marks.ts'
import { common, dropped, hasTooManyTags, readPictureSize, removeDropped, toRemotePicture } from '#kit/safe-html.ts'

export type SafeMailHtml = {
  /** HTML that loads no remote content. `data-quoted` holds the result of {@link findQuotationMark} for an element. */
  readonly html: string
  /** Attachments that the HTML shows, each once. */
  readonly usedAttachmentIds: readonly Uuid[]
}

/** `toAttachmentId` returns the attachment for a picture's source, or null for an unknown one. */
type MailOptions = { readonly toAttachmentId: (reference: string) => Uuid | null }

/**
 * Removes everything from the HTML of a mail that could run code, load remote content or hide text from the reader. Pictures from the
 * mail's own parts get their attachment's id in `data-attachment`, and remote pictures their URL in `data-remote`. Returns null for HTML
 * with more tags than any e-mail has, because sanitising it would take too long. Never throws.
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
    return { html: removeDropped(sanitizeHtml(removeClosedTexts(html), options)), usedAttachmentIds: [...usedAttachmentIds] }
  } catch {
    // No input is known to make the sanitiser throw. If one does, the mail still arrives, as text.
    return null
  }
}

/** Visibility of text at a position in the mail. */
type Shown = {
  /** Whether an enclosing element is hidden with everything in it. */
  readonly isGone: boolean
  readonly isInvisible: boolean
  readonly hasNoSize: boolean
  /** Whether line breaks and spaces are preserved. */
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

/** Preserves line breaks and spaces that HTML would collapse. White space between two tags is just indentation of the markup. */
function writeSpaces(text: string): string {
  if (text.trim() === '') return text
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(^|\n) /g, '$1\u00a0')
    .replaceAll('  ', ' \u00a0')
    .replaceAll('\n', '<br />')
}

/**
 * Returns the possible references in a picture's source: a part's Content-ID, its location or its file name. Some programs percent-encode a
 * Content-ID, others do not, and some omit `cid:`.
 */
function readReferences(src: string): string[] {
  const trimmed = src.slice(0, 1_100).trim()
  const found = trimmed.replace(/^cid:\s*/i, '')
  if (found === '' || /^data:/i.test(found)) return []
  const decoded = decodePercents(found)
  // A path without a scheme belongs to the computer on which the mail was written.
  const name = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? decoded : (decoded.split(/[/\\]/).at(-1) ?? '')
  return [...new Set([found, decoded, name])]
}
