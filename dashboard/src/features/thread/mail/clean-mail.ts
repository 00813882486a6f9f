/**
 * HTML of a mail as a document for its frame. The service has sanitised it; here it is sanitised once more, so that a mistake there, or in
 * an older message, runs nothing here. Loaded with the first message that has HTML.
 */
import DOMPurify, { type Config } from 'dompurify'
import { foldHistory } from './fold-history.ts'
import { layOut } from './lay-out.ts'
import styles from './mail.css?url'

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>

export type CleanMail = {
  /** For `srcdoc`, which takes nothing else where the browser knows Trusted Types. */
  document: ReturnType<Policy['createHTML']> | string
  /** Pictures that would be fetched from elsewhere, and tell their sender that the mail was opened. */
  pictures: number
}

/** What makes text readable, and pictures. No styles: they could lay one message over another, or over what the frame shows of us. */
const config = {
  ALLOWED_TAGS: (
    'a abbr b blockquote br caption code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li ol p pre q s small span strong sub sup ' +
    'table tbody td tfoot th thead tr u ul'
  ).split(' '),
  ALLOWED_ATTR: ['alt', 'colspan', 'data-remote', 'dir', 'height', 'href', 'lang', 'rowspan', 'src', 'start', 'title', 'width'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

/** The only policy that the page's own policy admits: whoever wants to turn text into HTML has to be this function. */
// Safe because browsers without Trusted Types lack the property, which is optional in the type.
const policy = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): Policy } }).trustedTypes?.createPolicy(
  'skein-mail',
  { createHTML: (html: string) => html, createScript: () => '', createScriptURL: () => '' },
)

type Look = {
  withPictures: boolean
  theme: string
  folds?: boolean
  /** The origin of the service's own files, for articles. Pictures from this origin are always shown. */
  ownFiles?: string | null
}

export function cleanMail(html: string, { withPictures, theme, folds = true, ownFiles = null }: Look): CleanMail {
  const fragment = cleanFragment(html)
  // In the sanitiser's own document, which loads nothing: in this one each picture would be fetched.
  const root = fragment.ownerDocument.createElement('div')
  root.append(fragment)
  for (const link of root.querySelectorAll('a')) {
    if (!/^(https?|mailto|tel):/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href')
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer nofollow')
  }
  if (folds) foldHistory(root)
  const pictures = settlePictures(root, withPictures, ownFiles)
  layOut(root)
  const images = ['data:', ...(ownFiles === null ? [] : [ownFiles]), ...(withPictures ? ['https:'] : [])].join(' ')
  const rules = `default-src 'none'; style-src 'self'; img-src ${images}; base-uri 'none'; form-action 'none'`
  const text =
    `<!doctype html><html data-theme="${theme}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rules}">` +
    `<meta name="referrer" content="no-referrer"><link rel="stylesheet" href="${styles}"></head>` +
    `<body><div id="mail" dir="auto">${root.innerHTML}</div></body></html>`
  return { document: policy?.createHTML(text) ?? text, pictures }
}

/**
 * Loads remote pictures once the agent wants them; until then, and in place of pictures that cannot be loaded, shows their alternative text.
 * Messages name a remote picture in `data-remote`, so that no client loads it unasked; articles in `src`. Returns the number of remote ones.
 */
function settlePictures(root: HTMLElement, withPictures: boolean, ownFiles: string | null): number {
  let remote = 0
  for (const picture of root.querySelectorAll('img')) {
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
    const words = root.ownerDocument.createElement('span')
    words.className = 'picture'
    words.textContent = picture.getAttribute('alt') ?? ''
    if (words.textContent.trim() === '') picture.remove()
    else picture.replaceWith(words)
  }
  return remote
}

/** For the editor, which keeps what it has formats for. `style`: what programs say there of bold, italic and their opposites. */
export function fragmentToEdit(html: string): DocumentFragment {
  return cleanFragment(html, ['style'])
}

function cleanFragment(html: string, more: readonly string[] = []): DocumentFragment {
  const allowed = { ALLOWED_ATTR: [...config.ALLOWED_ATTR, ...more], ...(policy ? { TRUSTED_TYPES_POLICY: policy } : {}) }
  return DOMPurify.sanitize(html, { ...config, ...allowed, RETURN_DOM_FRAGMENT: true })
}

/** The addresses of the pictures in HTML, each once. Loads none of them. */
export function pictureSources(html: string): string[] {
  const pictures = [...cleanFragment(html).querySelectorAll('img[src]')]
  return [...new Set(pictures.map((picture) => picture.getAttribute('src') ?? ''))]
}

/** HTML as the text that a plain field can hold. */
export function textOfHtml(html: string): string {
  const fragment = cleanFragment(html)
  for (const each of fragment.querySelectorAll('br')) each.replaceWith('\n')
  for (const each of fragment.querySelectorAll('p, div, li, tr, h1, h2, h3, h4, h5, h6, blockquote, pre')) each.append('\n')
  return (fragment.textContent ?? '').trim()
}
