import type { Thread } from '@skein/client'
import { Icon } from '../../ui/icon.tsx'
import { Clock, CirclePause } from '../../ui/icons.ts'
import { useNow } from '../../ui/use-now.ts'
import { describeClock, findUrgentClock } from './sla.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'

const looks = {
  late: { icon: Clock, colour: 'text-danger' },
  soon: { icon: Clock, colour: 'text-warning' },
  running: { icon: Clock, colour: 'text-muted' },
  paused: { icon: CirclePause, colour: 'text-muted' },
} as const

/** Chip with the remaining time of the thread's most urgent SLA clock: text, icon and colour. Renders nothing without an open clock. */
export function SlaChip({ thread, long = false }: { thread: Thread; long?: boolean }) {
  const now = useNow()
  const clock = findUrgentClock(thread)
  if (!clock) return null
  const { kind, short, long: words } = describeClock(clock, now)
  const { icon, colour } = looks[kind]
  const explained =
    kind === 'paused' && thread.snoozedUntil
      ? t('{clock}, until {time}', { clock: words, time: new Date(thread.snoozedUntil).toLocaleString(formatLocale) })
      : words
  return (
    <span data-tip={explained} className={`inline-flex shrink-0 items-center gap-1 text-xs font-medium tabular-nums ${colour}`}>
      <Icon of={icon} size={14} />
      <span aria-hidden>{long ? words : short}</span>
      <span className="sr-only">{explained}</span>
    </span>
  )
}
