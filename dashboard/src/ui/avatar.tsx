import type { CSSProperties } from 'react'
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

/** Hues in degrees that are easy to distinguish. */
const hues = [25, 55, 85, 125, 155, 190, 225, 255, 285, 315, 345] as const

/** Returns a hue in degrees from the FNV-1a hash of the name. */
export function chooseHue(name: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hues[((hash ^ (hash >>> 16)) >>> 0) % hues.length] ?? hues[0]
}

/** Returns the initials of the first and the last word. An email address counts as one word, up to its @. */
export function readInitials(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const first = readLetter(words[0])
  const last = words.length > 1 ? readLetter(words.at(-1)) : ''
  return `${first}${last}` || '?'
}

const readLetter = (word = ''): string => (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase()
