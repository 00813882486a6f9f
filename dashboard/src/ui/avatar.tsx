import type { CSSProperties } from 'react'
import { chooseHue, readInitials } from '../../../widget/shared/faces.ts'
import { CircleDashed } from './icons.ts'
import { Icon } from './icon.tsx'

const sizes = {
  18: 'size-4.5 text-[0.5rem]',
  20: 'size-5 text-[0.53rem]',
  24: 'size-6 text-[0.625rem]',
  28: 'size-7 text-2xs',
  32: 'size-8 text-xs',
  36: 'size-9 text-sm',
  40: 'size-10 text-base',
} as const

export type AvatarSize = keyof typeof sizes

type AvatarProps = { name: string; size?: AvatarSize; presence?: 'online' | 'away' | undefined; className?: string }

/**
 * Initials of a name, in a colour derived from the name. Decorative: the name is next to it or in a tooltip. CSS draws the initials, so that
 * they are not part of the text of a button whose label is the name.
 */
export function Avatar({ name, size = 28, presence, className = '' }: AvatarProps) {
  // Safe because React passes custom properties through.
  const hue = { '--hue': chooseHue(name) } as CSSProperties
  return (
    <span
      aria-hidden
      style={hue}
      data-drawn={readInitials(name)}
      className={`avatar drawn relative inline-grid shrink-0 place-items-center rounded-full leading-none font-semibold select-none ${sizes[size]} ${className}`}
    >
      {presence && (
        <span
          className={`absolute -end-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-canvas ${presence === 'online' ? 'bg-[light-dark(#1f9d5c,#4fc487)]' : 'bg-[light-dark(#c98a12,#dba640)]'}`}
        />
      )}
    </span>
  )
}

/** Placeholder for the avatar of an unassigned thread. */
export function NoAvatar({ size = 20 }: { size?: 20 | 18 }) {
  return <Icon of={CircleDashed} size={size} className="text-muted" />
}
