/** The chat's elements on the page: the launcher, and the panel with the frame, in a closed shadow root beside `body`. */
import { isRootTransformed } from './page.ts'

export type Host = {
  element: HTMLElement
  launcher: HTMLButtonElement
  panel: HTMLElement
  notice: HTMLElement
  /** Measures the safe area. */
  probe: Element
  /** Rules that follow the screen and the size of a preview. */
  setRules(css: string): void
}

const svgNamespace = 'http://www.w3.org/2000/svg'
const bubble = 'M20.5 11.6c0 4.1-3.8 7.4-8.5 7.4-1.2 0-2.4-.2-3.4-.6L4 20l1.2-3.8a7 7 0 0 1-1.7-4.6c0-4.1 3.8-7.4 8.5-7.4s8.5 3.3 8.5 7.4z'
const chevron = 'M6 9l6 6 6-6'

/** Creates the elements and keeps them in the document. `label` is a text in the launcher. */
export function createHost(styles: string, label: string | null): Host {
  const element = document.createElement('skein-chat')
  const root = element.attachShadow({ mode: 'closed' })
  const fixed = new CSSStyleSheet()
  const moving = new CSSStyleSheet()
  fixed.replaceSync(styles)
  root.adoptedStyleSheets = [fixed, moving]
  const launcher = document.createElement('button')
  launcher.type = 'button'
  launcher.append(icon(bubble), ...(label === null ? [] : [Object.assign(document.createElement('span'), { textContent: label })]))
  const panel = document.createElement('div')
  panel.setAttribute('role', 'dialog')
  const notice = document.createElement('p')
  notice.setAttribute('role', 'status')
  const probe = document.createElement('i')
  root.append(launcher, panel, notice, probe)
  keepAttached(element)
  return { element, launcher, panel, notice, probe, setRules: (css) => moving.replaceSync(css) }
}

export function setIcon({ launcher }: Host, isOpen: boolean): void {
  launcher.querySelector('path')?.setAttribute('d', isOpen ? chevron : bubble)
}

function icon(path: string): SVGElement {
  const svg = document.createElementNS(svgNamespace, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(svgNamespace, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

/**
 * Attaches the element below the root element, where routers that replace `body` or `head` do not reach it, and again whenever a page
 * removes it. If the root element is transformed, the element goes to the top layer, which alone still follows the viewport.
 */
function keepAttached(element: HTMLElement): void {
  const place = (): void => {
    const root = document.documentElement as HTMLElement | null
    if (!root) return
    if (!element.isConnected) {
      root.append(element)
      observer.observe(root, { childList: true, attributeFilter: ['class', 'style'] })
    }
    const isTop = element.popover === 'manual'
    if (isRootTransformed() === isTop || !('popover' in element)) return
    element.popover = isTop ? null : 'manual'
    if (!isTop) element.showPopover()
  }
  // Later, so that a page that keeps removing the element cannot make an endless loop.
  const observer = new MutationObserver(() => setTimeout(place))
  observer.observe(document, { childList: true })
  place()
}
