import { lazy, Suspense, type RefObject } from 'react'
import { Popover, usePopoverStore } from '@ariakit/react'
import type { CalendarProps } from '../calendar.tsx'
import { getFloatingProps } from './floating-props.ts'
import { useFloatingParent } from '../use-modal.ts'

// A separate file, because most screens with menus have no dates.
const Calendar = lazy(() => import('../calendar.tsx'))

type DatePopupProps = CalendarProps & { label: string; button: RefObject<HTMLElement | null>; isOpen: boolean; onClose: () => void }

/** Calendar popup of a `DateField`. */
export function DatePopup({ label, button, isOpen, onClose, onPick, ...rest }: DatePopupProps) {
  const parent = useFloatingParent()
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
      className="z-40 min-h-68 min-w-61 rounded-lg bg-raised shadow-2 outline-none forced-colors:border"
    >
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
