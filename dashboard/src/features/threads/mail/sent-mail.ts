/** Converts the HTML of a mail as it was sent to a document for its frame. The service has sanitised it; this module does so again. */
import DOMPurify from 'dompurify'
import { policy, prepareLinks, replacePictures, showAttachments, toDocument, type CleanMail } from './clean-mail.ts'
import styles from './sent-mail.css?url'

/** Allows what clean-mail.ts allows, and the look: inline styles and the attributes that preceded them. */
const config = {
  ALLOWED_TAGS: (
    'a abbr b big blockquote br caption center code col colgroup dd del div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s ' +
    'small span strike strong sub sup table tbody td tfoot th thead tr tt u ul'
  ).split(' '),
  ALLOWED_ATTR: (
    'align alt bgcolor border cellpadding cellspacing color colspan data-content-id data-remote dir face height href lang nowrap rowspan size ' +
    'start style title valign width'
  ).split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

type SentMailOptions = {
  withPictures: boolean
  /** URLs of the mail's own pictures by Content-ID. */
  ownPictures: ReadonlyMap<string, string>
}

/** Sanitises the HTML of a mail, and builds the document of its frame. */
export function renderSentMail(html: string, { withPictures, ownPictures }: SentMailOptions): CleanMail {
  const fragment = DOMPurify.sanitize(html, { ...config, ...(policy ? { TRUSTED_TYPES_POLICY: policy } : {}), RETURN_DOM_FRAGMENT: true })
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  prepareLinks(root)
  for (const element of root.querySelectorAll('[style]')) {
    if (loadsOrLeaves.test(element.getAttribute('style') ?? '')) element.removeAttribute('style')
  }
  for (const picture of root.querySelectorAll('img[data-content-id]')) {
    picture.setAttribute('data-attachment', picture.getAttribute('data-content-id') ?? '')
    picture.removeAttribute('data-content-id')
  }
  showAttachments(root, ownPictures)
  const pictures = replacePictures(root, withPictures, null)
  const origins = [...new Set([...ownPictures.values()].map((url) => new URL(url).origin))]
  const images = ['data:', ...origins, ...(withPictures ? ['https:'] : [])].join(' ')
  return { document: toDocument(root, { theme: 'light', sheet: styles, images, hasOwnStyles: true }), pictures }
}

/** Styles that load something or leave their place. The service lets none of them pass. */
const loadsOrLeaves = /url|image|expression|var\(|position|[\\@]/i
