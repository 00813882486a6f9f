import { createElement, type CSSProperties, type KeyboardEvent, type RefObject } from 'react'

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

/** Style of the popup itself on phones: a sheet at the bottom, above its backdrop. */
export const phoneLook =
  'max-md:w-full max-md:max-w-full max-md:max-h-[calc(100dvh-var(--keyboard)-1.5rem)] max-md:rounded-b-none max-md:rounded-t-[20px] max-md:pt-0 max-md:pb-[calc(0.5rem+env(safe-area-inset-bottom))]'

// Without the transform, which would place the popup beside its button as on the wider screen before.
const atBottom: CSSProperties = { position: 'fixed', inset: 'auto 0 var(--keyboard)', width: '100%', zIndex: 40, transform: 'none' }

/** Returns the properties that make a floating popup a sheet at the bottom of a phone's screen. */
export function getPhoneProps(isPhone: boolean) {
  if (!isPhone) return {}
  return {
    backdrop: createElement('div', { className: 'fixed inset-0 z-40 bg-[light-dark(#1c1a1759,#00000099)]' }),
    // Ariakit would position the popup next to its button.
    updatePosition: () => undefined,
    wrapperProps: { style: atBottom },
  } as const
}
