import type { KeyboardEvent, RefObject } from 'react'

type Anchor = { button: RefObject<HTMLElement | null>; parent: HTMLElement; onClose: () => void }

/** Returns the common properties of menus and listboxes: they float next to their button, within `parent`. */
export function getFloatingProps({ button, parent, onClose }: Anchor) {
  return {
    portal: true,
    portalElement: parent,
    // Ariakit would otherwise add focusable elements that are hidden from screen readers, which axe rejects.
    preserveTabOrder: false,
    fixed: true,
    gutter: 4,
    unmountOnHide: true,
    getAnchorRect: () => button.current?.getBoundingClientRect() ?? null,
    finalFocus: button.current,
    // Escape closes only the menu or listbox, not the dialog around it.
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onClose()
    },
    // A click leaves the focus on the button, so the menu does not receive Escape, which would run the page's shortcut instead.
    hideOnEscape(event: Pick<Event, 'preventDefault'>) {
      event.preventDefault()
      return true
    },
    hideOnInteractOutside: ({ target }: Event | { target: EventTarget | null }) =>
      !(target instanceof Node && button.current?.contains(target)),
  } as const
}
