/**
 * Follows the virtual keyboard of phones. `--keyboard` is the height that it covers: on iOS its own, elsewhere 0, because the page is resized
 * (`interactive-widget`). `data-keyboard` of the root element says that it is open. Returns a function that ends this.
 */
export function trackKeyboard(): () => void {
  const viewport = window.visualViewport
  const root = document.documentElement
  if (!viewport) return () => undefined
  let [width, tallest] = [innerWidth, innerHeight]
  const measure = (): void => {
    // Turning the phone changes the height, too.
    if (innerWidth !== width) [width, tallest] = [innerWidth, innerHeight]
    tallest = Math.max(tallest, innerHeight)
    // A page that is zoomed in has a small viewport without a keyboard.
    const isZoomed = viewport.scale > 1.01
    const covered = isZoomed ? 0 : Math.max(0, Math.round(innerHeight - viewport.height))
    root.style.setProperty('--keyboard', `${covered}px`)
    root.toggleAttribute('data-keyboard', !isZoomed && tallest - viewport.height > minHeight && hasField())
    // Safari scrolls the page below the keyboard.
    if (covered > 0 && viewport.offsetTop > 0) scrollTo(0, 0)
  }
  viewport.addEventListener('resize', measure)
  return () => {
    viewport.removeEventListener('resize', measure)
    root.style.removeProperty('--keyboard')
    root.removeAttribute('data-keyboard')
  }
}

/** Pixels that a keyboard has at least. The address bar of a browser, which comes and goes, has fewer. */
const minHeight = 150

function hasField(): boolean {
  return document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
}
