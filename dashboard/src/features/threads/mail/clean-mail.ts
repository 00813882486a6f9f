/**
 * Converts the HTML of a mail to a document for its frame. The service has already sanitised the HTML; this module sanitises it again as
 * defence in depth. Lazy-loaded with the first HTML message.
 */
import DOMPurify, { type Config } from 'dompurify'
import { t } from '../../../texts/texts.ts'
import { foldHistory } from './fold-history.ts'
import { addLayoutClasses } from './layout-classes.ts'
import articleStyles from './article.css?url'
import styles from './mail.css?url'
import { flattenTables } from './flatten-tables.ts'

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>

export type CleanMail = {
  /** Value for `srcdoc`. Browsers with Trusted Types accept only the policy's result. */
  document: ReturnType<Policy['createHTML']> | string
  /** Number of remote pictures. Loading them would tell the sender that the mail was opened. */
  pictures: number
}

/** Allows text markup and pictures, but no styles, which could cover another message or imitate the dashboard. */
const config = {
  ALLOWED_TAGS: (
    'a abbr b blockquote br caption center code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s small span strong sub sup ' +
    'table tbody td tfoot th thead tr u ul'
  ).split(' '),
  ALLOWED_ATTR: 'alt colspan data-attachment data-quoted data-remote dir height href lang rowspan src start title width'.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

/** The only Trusted Types policy that the page allows, so that no other code can turn text into HTML. */
// Safe because browsers without Trusted Types lack the property, which is optional in the type.
export const policy = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } }).trustedTypes?.createPolicy(
  'skein-mail',
  { createHTML: (html: string) => html, createScript: () => '', createScriptURL: () => '' },
)

type Look = {
  withPictures: boolean
  theme: string
  folds?: boolean
  /** URL prefix of the service's own files, set only for articles. Pictures from there are always shown. */
  ownFiles?: string | null
  /** URLs of embedded pictures by attachment id. These pictures are always shown. */
  attachments?: ReadonlyMap<string, string>
}

/** Sanitises the HTML of a mail or an article, and builds the document of its frame. */
export function cleanMail(html: string, look: Look): CleanMail {
  const { withPictures, theme, folds = false, ownFiles = null, attachments = new Map() } = look
  const fragment = cleanFragment(html, ownFiles === null ? [] : ['class'])
  if (ownFiles !== null) keepCallouts(fragment)
  // Use the sanitiser's inert document. In the page's document, the browser would fetch each picture.
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  prepareLinks(root)
  if (folds) foldHistory(root)
  showAttachments(root, attachments)
  const pictures = replacePictures(root, withPictures, ownFiles)
  addLayoutClasses(root)
  const origins = new Set([...attachments.values()].map((url) => new URL(url).origin))
  const images = ['data:', ...(ownFiles === null ? [] : [ownFiles]), ...origins, ...(withPictures ? ['https:'] : [])].join(' ')
  return { document: toDocument(root, { theme, sheet: ownFiles === null ? styles : articleStyles, images }), pictures }
}

type DocumentOptions = {
  theme: string
  /** URL of the style sheet. */
  sheet: string
  /** Sources from which pictures may be loaded, for the content security policy. */
  images: string
  /** Whether elements may have `style` attributes. */
  hasOwnStyles?: boolean
}

/** Builds the document of a frame. Its content security policy allows no scripts, whatever the sanitiser has overlooked. */
export function toDocument(root: HTMLElement, { theme, sheet, images, hasOwnStyles = false }: DocumentOptions): CleanMail['document'] {
  const own = hasOwnStyles ? `style-src-attr 'unsafe-inline'; ` : ''
  const rules = `default-src 'none'; style-src 'self'; ${own}font-src 'self'; img-src ${images}; base-uri 'none'; form-action 'none'`
  const text =
    `<!doctype html><html data-theme="${theme}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rules}">` +
    `<meta name="referrer" content="no-referrer"><link rel="stylesheet" href="${sheet}"></head>` +
    `<body><div id="mail" dir="auto">${root.innerHTML}</div></body></html>`
  return policy?.createHTML(text) ?? text
}

/** Makes links open in a new tab, and removes the targets of links that lead to no page. */
export function prepareLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll('a')) {
    if (!/^(https?|mailto|tel):/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href')
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer nofollow')
  }
}

/** Sets the URLs of embedded pictures. Removes the attribute of unknown ones, and any `src` in the HTML. */
export function showAttachments(root: HTMLElement, urls: ReadonlyMap<string, string>): void {
  for (const picture of root.querySelectorAll('img[data-attachment]')) {
    const url = urls.get(picture.getAttribute('data-attachment') ?? '')
    picture.removeAttribute('data-remote')
    picture.removeAttribute('src')
    if (url === undefined) {
      picture.removeAttribute('data-attachment')
      continue
    }
    picture.setAttribute('src', url)
    picture.setAttribute('loading', 'lazy')
  }
}

/** Width or height in pixels up to which a picture without a text gets no placeholder. */
const maxPixels = 4

/**
 * Replaces remote pictures with their alternative text, or enables them with `withPictures`. Messages have the URL of a remote picture in
 * `data-remote`, so that no client loads it by accident; articles have it in `src`. Returns the number of remote pictures.
 */
export function replacePictures(root: HTMLElement, withPictures: boolean, ownFiles: string | null): number {
  let remote = 0
  for (const picture of root.querySelectorAll('img:not([data-attachment])')) {
    const source = picture.getAttribute('data-remote') ?? picture.getAttribute('src') ?? ''
    if (/^data:image\/(png|gif|jpe?g|webp|avif)[;,]/i.test(source)) continue
    if (ownFiles !== null && source.startsWith(ownFiles)) continue
    const isRemote = /^https:\/\//i.test(source)
    if (isRemote) remote++
    if (isRemote && withPictures) {
      picture.removeAttribute('data-remote')
      picture.setAttribute('src', source)
      picture.setAttribute('loading', 'lazy')
      picture.setAttribute('referrerpolicy', 'no-referrer')
      continue
    }
    const alternative = root.ownerDocument.createElement('span')
    alternative.className = 'picture'
    alternative.textContent = picture.getAttribute('alt') ?? ''
    // Pictures of a few pixels only count readers, or keep elements apart.
    const isSmall = ['width', 'height'].some((name) => Number(picture.getAttribute(name) ?? Infinity) <= maxPixels)
    if (alternative.textContent.trim() === '' && isRemote && !isSmall) alternative.textContent = t('Picture')
    if (alternative.textContent.trim() === '') picture.remove()
    else picture.replaceWith(alternative)
  }
  return remote
}

/**
 * Sanitises HTML for the editor and keeps the formats that it supports; tables become lines. Keeps `style`, where some programs put bold
 * and italic.
 */
export function sanitizeForEditor(html: string): DocumentFragment {
  const fragment = cleanFragment(html, ['style'])
  flattenTables(fragment, ' | ')
  return fragment
}

/** Sanitises HTML for the editor of articles, which has tables, pictures and callouts. */
export function sanitizeForArticle(html: string): DocumentFragment {
  const fragment = cleanFragment(html, ['style', 'class'])
  keepCallouts(fragment)
  return fragment
}

const calloutClasses: ReadonlySet<string> = new Set(['callout', 'callout-warning'])

/** Removes all classes but those of callouts, which articles may have. */
function keepCallouts(root: ParentNode): void {
  for (const element of root.querySelectorAll('[class]')) {
    const kept = element.tagName === 'DIV' ? [...element.classList].filter((name) => calloutClasses.has(name)) : []
    if (kept.length > 0) element.className = kept.join(' ')
    else element.removeAttribute('class')
  }
}

function cleanFragment(html: string, moreAttributes: readonly string[] = []): DocumentFragment {
  const allowed = { ALLOWED_ATTR: [...config.ALLOWED_ATTR, ...moreAttributes], ...(policy ? { TRUSTED_TYPES_POLICY: policy } : {}) }
  return DOMPurify.sanitize(html, { ...config, ...allowed, RETURN_DOM_FRAGMENT: true })
}

/** Lists the distinct picture URLs in HTML, without loading them. */
export function listPictureSources(html: string): string[] {
  const pictures = [...cleanFragment(html).querySelectorAll('img[src]')]
  return [...new Set(pictures.map((picture) => picture.getAttribute('src') ?? ''))]
}

/** Converts HTML to plain text. */
export function htmlToText(html: string): string {
  const fragment = cleanFragment(html)
  flattenTables(fragment, '\t')
  for (const each of fragment.querySelectorAll('br')) each.replaceWith('\n')
  for (const each of fragment.querySelectorAll('p, div, li, tr, h1, h2, h3, h4, h5, h6, blockquote, pre')) each.append('\n')
  return (fragment.textContent ?? '').trim()
}
