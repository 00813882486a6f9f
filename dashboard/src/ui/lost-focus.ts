/** Marks the element that gets the focus when the focused one is removed from the page: `<h2 {...focusHome}>`. */
export const focusHome = { 'data-focus-home': true, tabIndex: -1 } as const

/** The element that had the focus last. */
let lastFocused: Element | null = null
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => (lastFocused = target instanceof Element ? target : null))

/**
 * Gives the focus to the row of the open item, the marked element, or the row in the tab order, if the focused element was removed from the
 * page. Browsers then focus nothing, which loses the place of users of a keyboard or a screen reader.
 */
export function focusLost(): void {
  if (document.activeElement !== document.body || lastFocused === null || lastFocused.isConnected) return
  if (document.querySelector('dialog:modal')) return
  const selectors = ['main [role=row][aria-current=true]', 'main [data-focus-home]', 'main [role=row][tabindex="0"]']
  const home = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((each) => each !== null)
  home?.focus({ preventScroll: true })
}
