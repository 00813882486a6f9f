import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconType } from './icons.ts'

type Look = 'primary' | 'quiet' | 'plain' | 'danger' | 'erase'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-fill text-on-fill shadow-[inset_0_1px_0_#ffffff26,var(--depth-1)] enabled:hover:bg-fill-hover',
  quiet:
    'bg-[light-dark(#ffffff,#ffffff0d)] shadow-[inset_0_0_0_1px_var(--edge),var(--depth-1)] enabled:hover:bg-[light-dark(#f5f4f2,#ffffff17)]',
  plain: 'text-text-2 enabled:hover:bg-hover',
  danger: 'text-danger shadow-[inset_0_0_0_1px_var(--danger-line)] enabled:hover:bg-danger-tint',
  erase: 'bg-danger text-surface enabled:hover:bg-[color-mix(in_oklab,var(--danger),var(--text)_16%)]',
}

type ButtonProps = Omit<ComponentProps<'button'>, 'title'> & {
  look?: Look
  /** `small` is 28 px high instead of 32, and on phones 40 instead of 44. */
  size?: 'small'
  icon?: IconType
}

/**
 * Button. A view has at most one primary button. `erase` is for the final confirmation before data is deleted for good. A disabled button
 * has its reason as `data-tip`.
 */
export function Button({ look = 'quiet', size, icon, className = '', type = 'button', children, ...rest }: ButtonProps) {
  const height = size === 'small' ? 'min-h-7 px-2.5 max-md:min-h-10' : 'min-h-8 px-3 max-md:min-h-11'
  return (
    <button
      // Callers can pass only the three values that `type` allows.
      type={type}
      data-primary={look === 'primary' ? '' : undefined}
      // On phones, the hit area extends 6 px above and below.
      className={`relative inline-flex items-center justify-center gap-1.5 rounded-md max-md:before:absolute max-md:before:inset-x-0 max-md:before:-inset-y-1.5 text-sm font-medium whitespace-nowrap transition-colors disabled:cursor-default disabled:bg-hover disabled:text-muted disabled:shadow-none aria-pressed:bg-press forced-colors:border ${height} ${looks[look]} ${className}`}
      {...rest}
    >
      {icon && <Icon of={icon} size={size === 'small' ? 14 : 16} className={`-ms-0.5 ${look === 'quiet' ? 'text-muted' : ''}`} />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'title'> & {
  icon: IconType
  /** Accessible name, also shown as the tooltip. */
  label: string
  /** Tooltip text after the name, such as the shortcut. */
  hint?: string
  /** Overlay on the icon, such as a count. */
  children?: ReactNode
}

/** Square button with only an icon. */
export function IconButton({ icon, label, hint, className = '', type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={hint ? `${label} (${hint})` : label}
      className={`relative inline-grid size-7 shrink-0 place-items-center rounded-md text-muted transition-colors enabled:hover:bg-hover enabled:hover:text-text disabled:cursor-default disabled:opacity-50 aria-expanded:bg-hover aria-expanded:text-text aria-pressed:bg-press aria-pressed:text-text max-md:size-11 ${className}`}
      {...rest}
    >
      <Icon of={icon} />
      {children}
    </button>
  )
}

type KeyProps = {
  children: string
  /**
   * Shows the key in narrow places too. Without it, the key is hidden on small screens and in narrow `@container` elements, where it does
   * not fit next to a button.
   */
  always?: true
}

/** Keycap of a shortcut. Renders nothing for an empty string. */
export function Key({ children, always }: KeyProps) {
  if (children === '') return null
  return (
    <kbd
      className={`inline-flex h-4.5 items-center rounded-sm bg-sunken px-1.25 font-sans text-2xs font-medium whitespace-nowrap text-muted shadow-[inset_0_0_0_1px_var(--line)] in-[.bg-fill:enabled]:bg-[#00000026] in-[.bg-fill:enabled]:text-on-fill in-[.bg-fill:enabled]:shadow-none ${always ? '' : 'max-md:hidden @max-[28rem]:hidden'}`}
    >
      {children}
    </kbd>
  )
}
