/** What the chat changes on the page around it while it is open, each with its way back. */
import { createCloseWatcher } from '../shared/close-watcher.ts'
import type { SafeArea } from '../shared/protocol.ts'

const historyMark = 'skein-chat'

/**
 * Keeps the page behind a chat that fills the screen from scrolling and from getting the focus, and closes the chat on the device's back
 * gesture. Returns the way back, which restores the position exactly.
 */
export function holdPage(close: () => void): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html,body{overflow:hidden!important;overscroll-behavior:none!important}')
  const { scrollX, scrollY } = window
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const { body } = document
  const wasInert = body?.inert ?? false
  if (body) body.inert = true
  const release = watchBack(close)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    if (body) body.inert = wasInert
    if (window.scrollX !== scrollX || window.scrollY !== scrollY) window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    release()
  }
}

/** Calls `close` on the back gesture. Browsers without CloseWatcher get an entry of history with the state that the page's router had. */
function watchBack(close: () => void): () => void {
  const destroy = createCloseWatcher(close)
  if (destroy) return destroy
  history.pushState({ ...history.state, [historyMark]: true }, '')
  addEventListener('popstate', close)
  return () => {
    removeEventListener('popstate', close)
    if (history.state?.[historyMark]) history.back()
  }
}

/** Shows the number of new messages in the title of a page in the background. */
export function createTitleCount(): (count: number) => void {
  let count = 0
  const show = (): void => {
    const bare = document.title.replace(/^\(\d+\) /, '')
    const title = document.hidden && count > 0 ? `(${count}) ${bare}` : bare
    if (title !== document.title) document.title = title
  }
  return (next) => {
    // A page whose own title begins with a number in brackets keeps it as long as there is no new message.
    if (count === 0 && next === 0) return
    if (count === 0) document.addEventListener('visibilitychange', show)
    count = next
    show()
    if (count === 0) document.removeEventListener('visibilitychange', show)
  }
}

/** Reads the pixels that a notch or a home indicator covers. A keyboard covers the bottom's already. */
export function readSafeArea(probe: Element): SafeArea {
  const { paddingTop, paddingRight, paddingBottom, paddingLeft } = getComputedStyle(probe)
  const hasKeyboard = (visualViewport?.height ?? innerHeight) < innerHeight - 100
  const [top = 0, right = 0, bottom = 0, left = 0] = [paddingTop, paddingRight, paddingBottom, paddingLeft].map(
    (text) => parseFloat(text) || 0,
  )
  return { top, right, bottom: hasKeyboard ? 0 : bottom, left }
}

/** Whether elements with `position: fixed` follow the root element and not the viewport. */
export function isRootTransformed(): boolean {
  const { transform, translate, rotate, scale, perspective, filter, contain } = getComputedStyle(document.documentElement)
  return [transform, translate, rotate, scale, perspective, filter, contain].some((value) => value && value !== 'none')
}
