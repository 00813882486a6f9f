import { Icon } from './icon.tsx'
import type { IconType } from './icons.ts'

const tones = {
  plain: 'bg-hover text-text-2',
  good: 'bg-success-tint text-success',
  bad: 'bg-danger-tint text-danger',
  warn: 'bg-warning-tint text-warning',
  accent: 'bg-tint text-accent',
} as const

export type Tone = keyof typeof tones

/** A state as one word on a coloured ground, so that nothing is said by colour alone. */
export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconType; children: string }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1.25 rounded-full px-2 text-xs font-medium whitespace-nowrap forced-colors:border ${tones[tone]}`}
    >
      {icon && <Icon of={icon} size={14} className="-ms-0.5" />}
      {children}
    </span>
  )
}
