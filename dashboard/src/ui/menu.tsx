import { lazy, Suspense, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { loadFloating } from './floating/load.ts'
import type { IconType } from './icons.ts'
import type { MenuPart } from './menu-item.ts'

export type { MenuItem, MenuPart } from './menu-item.ts'

type MenuProps = {
  label: string
  /** Items, or a function that lists them when the menu opens. */
  items: readonly MenuPart[] | (() => readonly MenuPart[])
  /** Position of the menu relative to its button. */
  side?: 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end' | 'right-end'
  /** Content of the button. Without it, the button shows `icon`. */
  children?: ReactNode
  icon?: IconType
  className?: string
} & Pick<ComponentProps<'button'>, 'aria-keyshortcuts' | 'tabIndex'>

const MenuPopup = lazy(async () => ({ default: (await loadFloating()).MenuPopup }))

/** Button that opens a menu. The menu's code is lazy-loaded when the pointer or the focus first comes near a menu. */
export function MenuButton({ label, items, side = 'bottom-start', children, icon, className = '', ...rest }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The popup stays mounted while it closes, so that it can restore the focus.
  const [wasOpen, setWasOpen] = useState(false)
  const common: ComponentProps<'button'> = {
    ...rest,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    onPointerEnter: () => void loadFloating(),
    onFocus: () => void loadFloating(),
    onClick: () => {
      setOpen(!isOpen)
      setWasOpen(true)
    },
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' || isOpen) return
      event.preventDefault()
      setOpen(true)
      setWasOpen(true)
    },
  }
  return (
    <>
      {icon && children === undefined ? (
        <IconButton ref={button} icon={icon} label={label} className={className} {...common} />
      ) : (
        <button ref={button} type="button" aria-label={children === undefined ? label : undefined} className={className} {...common}>
          {children}
        </button>
      )}
      {wasOpen && (
        <Suspense fallback={null}>
          <MenuPopup label={label} items={items} side={side} button={button} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
