import { lazy, Suspense, useEffect, useState } from 'react'
import { loadFloating } from './floating/load.ts'

const TooltipPopup = lazy(async () => ({ default: (await loadFloating()).TooltipPopup }))

/**
 * Shows an element's `data-tip` attribute as a tooltip: after a short hover, and immediately on keyboard focus. A tooltip is never an
 * element's only name. Lint forbids the `title` attribute, which is not keyboard-accessible and appears late.
 */
export function Tooltips() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useEffect(() => watchAnchors(setAnchor), [])
  const text = anchor?.dataset['tip'] ?? ''
  return (
    anchor &&
    text !== '' && (
      <Suspense fallback={null}>
        <TooltipPopup anchor={anchor} text={text} />
      </Suspense>
    )
  )
}

/** Hover delay in milliseconds. */
const hoverDelay = 500
/** Milliseconds in which the mouse can reach the tooltip, so that its text can be read with a screen magnifier. */
const leaveDelay = 150
const focusKeys = new Set(['Tab', 'F6', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/** Reports the element whose tooltip to show, or null. Returns a function that removes the listeners. */
function watchAnchors(show: (anchor: HTMLElement | null) => void): () => void {
  let timer = 0
  let shown: HTMLElement | null = null
  let isByKeyboard = false
  let lastKey = ''
  let lastPlace = ''
  // After a click, the tooltip stays hidden until the mouse has left the element.
  let clicked: HTMLElement | null = null
  const set = (anchor: HTMLElement | null, delay: number): void => {
    clearTimeout(timer)
    const apply = (): void => {
      shown = anchor
      show(anchor)
    }
    if (delay === 0) apply()
    else timer = window.setTimeout(apply, delay)
  }
  const listeners = {
    pointerover({ target, pointerType, clientX, clientY }: PointerEvent) {
      const place = `${clientX} ${clientY}`
      // The browser also fires this event when the page scrolls under a resting mouse.
      const hasMoved = place !== lastPlace
      lastPlace = place
      if (pointerType === 'touch' || (target instanceof Element && target.closest('[role=tooltip]'))) return clearTimeout(timer)
      const anchor = findAnchor(target)
      if (anchor !== clicked) clicked = null
      if (anchor === shown) return clearTimeout(timer)
      if (anchor === null || anchor === clicked || !hasMoved || !hasNews(anchor)) return isByKeyboard ? undefined : set(null, leaveDelay)
      void loadFloating()
      isByKeyboard = false
      // No hover delay while the user moves from tooltip to tooltip.
      set(anchor, shown ? leaveDelay : hoverDelay)
    },
    pointermove({ clientX, clientY }: PointerEvent) {
      lastPlace = `${clientX} ${clientY}`
    },
    pointerdown({ target }: PointerEvent) {
      lastKey = ''
      clicked = findAnchor(target)
      set(null, 0)
    },
    keydown(event: KeyboardEvent) {
      lastKey = event.key
      // Escape closes only the topmost element.
      if (event.key === 'Escape' && shown && isByKeyboard) {
        event.preventDefault()
        event.stopPropagation()
      }
      set(null, 0)
    },
    focusin({ target }: FocusEvent) {
      const anchor = findAnchor(target)
      // Ignore focus moved by a closing menu or an opening dialog.
      if (!anchor || anchor !== target || !focusKeys.has(lastKey) || !hasNews(anchor)) return isByKeyboard ? set(null, 0) : undefined
      isByKeyboard = true
      set(anchor, 0)
    },
    focusout() {
      if (isByKeyboard) set(null, 0)
    },
  }
  const abort = new AbortController()
  const options = { capture: true, passive: false, signal: abort.signal }
  for (const [name, listener] of Object.entries(listeners)) {
    // Safe because each listener receives the event of its name.
    document.addEventListener(name, listener as EventListener, options)
  }
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}

function findAnchor(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]:not([data-tip=""])') : null
}

/** Whether to show the tooltip. Text that is not truncated needs none, and neither does a button whose menu is open. */
function hasNews(anchor: HTMLElement): boolean {
  if (anchor.getAttribute('aria-expanded') === 'true') return false
  const isCut = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth > clientWidth
  return anchor.dataset['tip'] !== anchor.textContent || isCut(anchor) || [...anchor.querySelectorAll('*')].some(isCut)
}
