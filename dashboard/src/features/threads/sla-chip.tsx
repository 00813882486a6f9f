import type { Thread } from '@skein/client'
import { useNow } from '../../ui/use-now.ts'
import { describeClock, findUrgentClock } from './sla.ts'

const looks = {
  late: { icon: '!', colour: 'border-danger text-danger' },
  soon: { icon: '◷', colour: 'border-warning text-warning' },
  running: { icon: '◷', colour: 'border-muted/40 text-muted' },
  paused: { icon: '‖', colour: 'border-muted/40 text-muted' },
} as const

/** Shows the remaining time of the thread's most urgent SLA clock, as text, icon and colour. Shows nothing without an open clock. */
export function SlaChip({ thread, long = false }: { thread: Thread; long?: boolean }) {
  const now = useNow()
  const clock = findUrgentClock(thread)
  if (!clock) return null
  const { kind, short, long: words } = describeClock(clock, now)
  const { icon, colour } = looks[kind]
  const until = kind === 'paused' && thread.snoozedUntil ? `, until ${new Date(thread.snoozedUntil).toLocaleString()}` : ''
  return (
    <span title={`${words}${until}`} className={`shrink-0 rounded border px-1 text-xs leading-4 font-medium tabular-nums ${colour}`}>
      <span aria-hidden>
        {icon} {long ? words : short}
      </span>
      <span className="sr-only">
        {words}
        {until}
      </span>
    </span>
  )
}
