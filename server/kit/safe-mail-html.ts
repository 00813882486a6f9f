/** Makes the HTML of mails safe to show. */
import sanitizeHtml from 'sanitize-html'
import { toTypeId, type Uuid } from '../platform/ids.ts'
import { findQuotationMark, readVisibility } from './mail-marks.ts'
import { common, hasTooManyTags, readPictureSize, toRemotePicture } from './safe-html.ts'

export type SafeMailHtml = {
  /** HTML without anything that a client would load. `data-quoted` has the marks of quotations, by {@link findQuotationMark}. */
  readonly html: string
  /** The Content-IDs of the parts that the HTML shows, each once. */
  readonly usedContentIds: readonly string[]
}

/** `toAttachmentId` returns the attachment for the Content-ID of a part, or null for an unknown one. */
type MailOptions = { readonly toAttachmentId: (contentId: string) => Uuid | null }

/**
 * Removes from the HTML of a mail what could run code, load something from elsewhere or hide text from the reader. Pictures of the mail's
 * own parts get the id of their attachment in `data-attachment`, and pictures from elsewhere their URL in `data-remote`. Returns null for
 * HTML with more tags than any e-mail has, because sanitising it would take too long. Never throws.
 */
export function toSafeMailHtml(html: string, { toAttachmentId }: MailOptions): SafeMailHtml | null {
  if (hasTooManyTags(html)) return null
  const usedContentIds = new Set<string>()
  const toPicture = (attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    for (const contentId of readContentIds(attribs['src'] ?? '')) {
      const id = toAttachmentId(contentId)
      if (id === null) continue
      usedContentIds.add(contentId)
      const shown = { 'data-attachment': toTypeId('att', id), alt: attribs['alt'] ?? '', ...readPictureSize(attribs) }
      return { tagName: 'img', attribs: shown }
    }
    const picture = toRemotePicture('img', attribs)
    // A picture with neither a URL nor alternative text would show nothing.
    return picture.attribs['data-remote'] === undefined && picture.attribs['alt']?.trim() === '' ? nothing : picture
  }
  const shownAt: Shown[] = [{ isInvisible: false, hasNoSize: false }]
  const getShown = (): Shown => shownAt.at(-1) ?? { isInvisible: false, hasNoSize: false }
  const options: sanitizeHtml.IOptions = {
    ...mail,
    onOpenTag: (tag, attribs) => {
      const { isInvisible, hasNoSize } = readVisibility(tag, attribs)
      const outer = getShown()
      shownAt.push({ isInvisible: isInvisible ?? outer.isInvisible, hasNoSize: hasNoSize ?? outer.hasNoSize })
    },
    onCloseTag: () => {
      if (shownAt.length > 1) shownAt.pop()
    },
    textFilter: (text) => (getShown().isInvisible || getShown().hasNoSize ? '' : text),
    transformTags: {
      '*': (tag, attribs) => {
        if (readVisibility(tag, attribs).isGone) return nothing
        if (tag === 'img') return getShown().isInvisible ? nothing : toPicture(attribs)
        return toMailElement(tag, attribs)
      },
    },
  }
  try {
    return { html: sanitizeHtml(html, options), usedContentIds: [...usedContentIds] }
  } catch {
    // The sanitiser is not known to throw for any input. If it does, the mail still arrives, as text.
    return null
  }
}

/** Whether text is visible at a place in the mail. */
type Shown = { readonly isInvisible: boolean; readonly hasNoSize: boolean }

/** Name of an element that the sanitiser drops together with everything in it. */
const gone = 'skein-gone'
const nothing: sanitizeHtml.Tag = { tagName: gone, attribs: {} }

const mailTags = [...(common.allowedTags || []), 'img', 'center']
const mailAttributes = common.allowedAttributes || {}

const mail: sanitizeHtml.IOptions = {
  ...common,
  allowedTags: mailTags,
  allowedAttributes: {
    ...mailAttributes,
    '*': ['dir', 'lang', 'data-quoted'],
    img: ['alt', 'data-attachment', 'data-remote', 'height', 'width'],
  },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'template', gone],
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

/** Returns the Content-IDs that a `cid:` URL may mean. Some programs encode characters of the id in the URL, others do not. */
function readContentIds(src: string): string[] {
  const found = /^\s*cid:(\S{1,998})\s*$/i.exec(src.slice(0, 1_100))?.[1]
  if (found === undefined) return []
  try {
    return [...new Set([found, decodeURIComponent(found)])]
  } catch {
    return [found]
  }
}
