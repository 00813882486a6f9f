import { lazy, Suspense, type RefObject } from 'react'
import { Popover, usePopoverStore } from '@ariakit/react'
import type { CalendarProps } from '../calendar.tsx'
import { SheetHandle } from '../sheet-handle.tsx'
import { fromTwoPanes, useMedia } from '../use-media.ts'
import { getFloatingProps, getPhoneProps, phoneLook } from './floating-props.ts'
import { useFloatingParent } from '../use-modal.ts'

// A separate file, because most screens with menus have no dates.
const Calendar = lazy(() => import('../calendar.tsx'))

type DatePopupProps = CalendarProps & { label: string; button: RefObject<HTMLElement | null>; isOpen: boolean; onClose: () => void }

/** Calendar popup of a `DateField`. */
export function DatePopup({ label, button, isOpen, onClose, onPick, ...rest }: DatePopupProps) {
  const parent = useFloatingParent()
  const isPhone = !useMedia(fromTwoPanes)
  const store = usePopoverStore({
    open: isOpen,
    setOpen: (open) => {
      if (!open) onClose()
    },
    placement: 'bottom-end',
  })
  return (
    <Popover
      store={store}
      aria-label={label}
      {...getFloatingProps({ button, parent, onClose })}
      {...getPhoneProps(isPhone)}
      className={`z-40 min-h-68 min-w-61 rounded-lg bg-raised shadow-2 outline-none forced-colors:border ${phoneLook}`}
    >
      {isPhone && <SheetHandle onClose={onClose} />}
      <Suspense fallback={null}>
        <Calendar
          {...rest}
          onPick={(date) => {
            onPick(date)
            onClose()
          }}
        />
      </Suspense>
    </Popover>
  )
}
