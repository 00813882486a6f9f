import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Popover, usePopoverStore } from '@ariakit/react'
import { useFloatingParent } from '../use-modal.ts'
import { getFloatingProps } from './floating-props.ts'

type PickerPopupProps = { label: string; anchor: HTMLElement; onClose: () => void; children: ReactNode }

/** Popup of a `Picker`, below the button that opened it. */
export function PickerPopup({ label, anchor, onClose, children }: PickerPopupProps) {
  const parent = useFloatingParent()
  const popup = useRef<HTMLDivElement>(null)
  const store = usePopoverStore({
    open: true,
    setOpen: (open) => {
      if (!open) onClose()
    },
    placement: 'bottom-start',
  })
  useLayoutEffect(() => {
    const element = popup.current
    // The caller removes the popup instead of hiding it, so Ariakit does not restore the focus.
    return () => {
      if (element?.contains(document.activeElement)) anchor.focus({ preventScroll: true })
    }
  }, [anchor])
  return (
    <Popover
      ref={popup}
      store={store}
      aria-label={label}
      {...getFloatingProps({ button: { current: anchor }, parent, onClose })}
      className="z-40 flex max-h-[min(26rem,var(--popover-available-height))] w-80 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg bg-raised text-sm shadow-2 outline-none forced-colors:border"
    >
      {children}
    </Popover>
  )
}
