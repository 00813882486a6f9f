import type { IconType } from './icons.ts'

/** Size in pixels, and the stroke width that looks the same at each size. */
const sizes = { 12: 2.1, 14: 1.9, 16: 1.75, 18: 1.75, 20: 1.6, 22: 1.6 } as const

type IconProps = { of: IconType; size?: keyof typeof sizes; className?: string }

/** Decorative icon in the colour of its text. Screen readers skip it, so a button with only an icon needs a label. */
export function Icon({ of: Drawing, size = 16, className = '' }: IconProps) {
  return <Drawing aria-hidden size={size} strokeWidth={sizes[size]} className={`shrink-0 ${className}`} />
}
