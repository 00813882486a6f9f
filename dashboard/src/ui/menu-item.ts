import type { IconType } from './icons.ts'

/** An item of a menu: an action, a choice, a link or a line between groups. */
export type MenuItem =
  | {
      label: string
      icon?: IconType
      /** The keys that do the same, as shown on the screen. */
      keys?: string
      /** For a choice of several: whether it is the present one. */
      isOn?: boolean
      isDangerous?: true
      /** Why the item cannot be chosen now. */
      whyNot?: string | null
      onSelect: () => void
    }
  | { link: string; label: string; icon?: IconType }
  | 'separator'
