import type { KeyboardEvent, RefObject } from 'react'

type Anchor = { button: RefObject<HTMLElement | null>; parent: HTMLElement; onClose: () => void }

/** Returns the properties that menus and lists of choices share: they float at their button, within `parent`. */
export function getFloatingProps({ button, parent, onClose }: Anchor) {
  return {
    portal: true,
    portalElement: parent,
    // Otherwise Ariakit adds focusable elements that are hidden from screen readers, which axe refuses.
    preserveTabOrder: false,
    fixed: true,
    gutter: 4,
    unmountOnHide: true,
    getAnchorRect: () => button.current?.getBoundingClientRect() ?? null,
    finalFocus: button.current,
    // Escape closes the menu or list only, not the dialog that it stands in.
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onClose()
    },
    // A click leaves the focus on the button, so Escape does not reach the menu. It would also run the page's shortcut.
    hideOnEscape(event: Pick<Event, 'preventDefault'>) {
      event.preventDefault()
      return true
    },
    hideOnInteractOutside: ({ target }: Event | { target: EventTarget | null }) =>
      !(target instanceof Node && button.current?.contains(target)),
  } as const
}
