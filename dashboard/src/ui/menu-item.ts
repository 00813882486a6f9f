import type { IconType } from './icons.ts'

/** Part of a menu: an item, or a group of items with a heading. Empty groups are not shown. */
export type MenuPart = MenuItem | { group: string; items: readonly MenuItem[] }

/** Menu item: an action, a choice, a link or a separator. */
export type MenuItem =
  | {
      label: string
      icon?: IconType
      /** Shortcut, as shown on the screen. */
      keys?: string
      /** Whether a choice is the current one. */
      isOn?: boolean
      isDangerous?: true
      /** Reason why the item is disabled. */
      whyNot?: string | null
      onSelect: () => void
    }
  | { link: string; label: string; icon?: IconType }
  | 'separator'
