import type { ReactNode, RefObject } from 'react'
import { Menu, MenuGroup, MenuGroupLabel, MenuItem, MenuSeparator, useMenuStore } from '@ariakit/react'
import { Key } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Check } from '../icons.ts'
import type { MenuItem as Item, MenuPart } from '../menu-item.ts'
import { SheetHandle } from '../sheet-handle.tsx'
import { fromTwoPanes, useMedia } from '../use-media.ts'
import { getFloatingProps, getPhoneProps, phoneLook } from './floating-props.ts'
import { useFloatingParent } from '../use-modal.ts'
import { t } from '../../texts/texts.ts'

type MenuPopupProps = {
  label: string
  items: readonly MenuPart[] | (() => readonly MenuPart[])
  side: 'top-start' | 'top-end' | 'bottom-start' | 'bottom-end' | 'right-end'
  button: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
}

const itemLook =
  'flex min-h-7.5 max-md:min-h-12 max-md:text-base w-full cursor-default items-center gap-2.5 rounded-md px-2 text-start outline-none data-active-item:bg-tint data-active-item:[&>svg]:text-accent aria-disabled:text-muted'

/** Popup of a `MenuButton`. */
export function MenuPopup({ label, items: listed, side, button, isOpen, onClose }: MenuPopupProps) {
  const parent = useFloatingParent()
  const isPhone = !useMedia(fromTwoPanes)
  const given = !isOpen ? [] : typeof listed === 'function' ? listed() : listed
  const items = given.filter((part) => part === 'separator' || !('group' in part) || part.items.length > 0)
  const menu = useMenuStore({
    open: isOpen,
    setOpen: (open) => {
      if (!open) onClose()
    },
    placement: side,
  })
  const hasTicks = items.some((item) => item !== 'separator' && 'isOn' in item)
  const renderItem = (item: Item, index: number): ReactNode => {
    if (item === 'separator') return <MenuSeparator key={`separator ${index}`} className="my-1 border-line" />
    if ('link' in item)
      return (
        <MenuItem key={item.label} className={itemLook} render={<a href={item.link} aria-label={item.label} />}>
          {hasTicks && <Icon of={Check} className="invisible" />}
          {item.icon && <Icon of={item.icon} className="text-muted" />}
          <span className="min-w-0 truncate">{item.label}</span>
        </MenuItem>
      )
    const { icon, keys, isOn, isDangerous, whyNot = null, onSelect } = item
    return (
      <MenuItem
        key={item.label}
        disabled={whyNot !== null}
        accessibleWhenDisabled
        data-tip={whyNot ?? undefined}
        className={`${itemLook} ${isDangerous ? 'text-danger' : ''}`}
        onClick={() => {
          // Run the action after the menu has closed and returned the focus, because the action may depend on the focus or move it.
          setTimeout(onSelect)
        }}
      >
        {hasTicks && <Icon of={Check} className={isOn ? 'text-accent' : 'invisible'} />}
        {icon && <Icon of={icon} className={isDangerous ? '' : 'text-muted'} />}
        <span className="min-w-0 flex-1 truncate">
          {item.label}
          {isOn && <span className="sr-only"> {t('(chosen)')}</span>}
        </span>
        {keys !== undefined && !isPhone && <Key always>{keys}</Key>}
      </MenuItem>
    )
  }
  return (
    <Menu
      store={menu}
      aria-label={label}
      {...getFloatingProps({ button, parent, onClose })}
      {...getPhoneProps(isPhone)}
      className={`z-40 max-h-[min(44rem,var(--popover-available-height))] max-w-[calc(100vw-1rem)] min-w-50 overflow-y-auto rounded-lg bg-raised p-1 text-sm shadow-2 outline-none forced-colors:border ${phoneLook}`}
    >
      {isPhone && <SheetHandle onClose={onClose} />}
      {items.map((part, index) => {
        if (part === 'separator' || !('group' in part)) return renderItem(part, index)
        return (
          <MenuGroup key={part.group} className={index === 0 ? '' : 'mt-1 border-t border-line pt-1'}>
            <MenuGroupLabel className="px-2 pt-1 pb-0.5 text-xs font-medium text-muted">{part.group}</MenuGroupLabel>
            {part.items.map(renderItem)}
          </MenuGroup>
        )
      })}
    </Menu>
  )
}
