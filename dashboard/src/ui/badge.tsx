import { Icon } from './icon.tsx'
import { CircleCheck, CircleDashed, CircleDot, CircleX, TriangleAlert, type IconType } from './icons.ts'

const tones = {
  plain: 'bg-hover text-text-2',
  good: 'bg-success-tint text-success',
  bad: 'bg-danger-tint text-danger',
  warn: 'bg-warning-tint text-warning',
  accent: 'bg-tint text-accent',
} as const

export type Tone = keyof typeof tones

const toneIcons: Readonly<Record<Tone, IconType>> = {
  plain: CircleDashed,
  good: CircleCheck,
  bad: CircleX,
  warn: TriangleAlert,
  accent: CircleDot,
}

/** Badge with icon, text and colour, so that colour is never the only signal. */
export function Badge({ tone = 'plain', icon = toneIcons[tone], children }: { tone?: Tone; icon?: IconType; children: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1.25 rounded-full px-2 py-0.75 text-xs font-medium whitespace-nowrap forced-colors:border ${tones[tone]}`}
    >
      <Icon of={icon} size={14} className="-ms-0.5" />
      {/* Align the text, not the icon, with the surrounding baseline. */}
      <span className="self-baseline">{children}</span>
    </span>
  )
}
