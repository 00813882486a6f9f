/**
 * Shows the HTML of messages and articles. The service has sanitised it; here it is parsed without being executed, and only known elements
 * and attributes become part of the page. Nothing is ever assigned to `innerHTML`.
 */
import { Fragment, h, type ComponentChildren } from 'preact'

const elements = new Set(
  'p br b strong i em u s del ins sub sup ul ol li blockquote pre code h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr th td hr span div a img figure figcaption kbd mark dl dt dd'.split(
    ' ',
  ),
)
/** Elements whose text is not shown either. */
const dropped = new Set(['script', 'style', 'title', 'template', 'iframe', 'object', 'svg', 'math', 'noscript'])

/** The part of Trusted Types that is used here. TypeScript's types lack it. */
type TrustedTypes = { createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): string } }
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
/** Its text is only parsed into a document of its own, which runs no scripts and loads nothing. */
const policy = trustedTypes?.createPolicy('skein-chat', { createHTML: (text) => text })

export function Html({ text }: { text: string }) {
  const { body } = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, 'text/html')
  return <div class="rich">{toChildren(body)}</div>
}

function toChildren(node: Node): ComponentChildren[] {
  return [...node.childNodes].map((child) => {
    if (child instanceof Text) return child.data
    // Nodes of another document are instances of this window's classes, because DOMParser belongs to this window.
    if (!(child instanceof Element)) return null
    const name = child.localName
    if (dropped.has(name)) return null
    if (!elements.has(name)) return toChildren(child)
    if (name === 'img') return toImage(child)
    return h(name === 'h1' ? 'h2' : name, readAttributes(child, name), ...(name === 'br' || name === 'hr' ? [] : toChildren(child)))
  })
}

function readAttributes(element: Element, name: string): Record<string, string> {
  const href = element.getAttribute('href') ?? ''
  if (name === 'a' && /^(https?:|mailto:|tel:)/i.test(href)) return linkTo(href)
  const kept = name === 'td' || name === 'th' ? ['colspan', 'rowspan'] : name === 'ol' ? ['start'] : []
  return Object.fromEntries(
    kept.flatMap((attribute) => (element.hasAttribute(attribute) ? [[attribute, element.getAttribute(attribute) ?? '']] : [])),
  )
}

function toImage(element: Element): ComponentChildren {
  const src = element.getAttribute('src') ?? ''
  if (!/^(https?:\/\/|\/|data:image\/(png|jpeg|gif|webp);)/i.test(src)) return element.getAttribute('alt')
  return <img src={src} alt={element.getAttribute('alt') ?? ''} loading="lazy" referrerpolicy="no-referrer" />
}

/** Shows plain text, with links for the addresses in it. */
export function PlainText({ text }: { text: string }) {
  const pieces = text.split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]])/)
  return h(Fragment, null, ...pieces.map((piece, i) => (i % 2 === 1 ? h('a', linkTo(piece), piece) : piece)))
}

function linkTo(href: string): Record<string, string> {
  return { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
}
