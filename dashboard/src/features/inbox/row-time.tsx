import type { Thread } from '@skein/client'
import { formatAge, formatExact, formatShortMoment, formatWait } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { findUrgentClock, isClockUrgent } from '../threads/sla.ts'
import { SlaChip } from '../threads/sla-chip.tsx'
import { t } from '../../texts/texts.ts'

/**
 * Shows an SLA clock that ends soon or is late; otherwise how long the customer has waited, or the time of the last message. Lists by
 * clocks show every clock. A separate component, so that the row does not re-render every minute.
 */
export function RowTime({ thread, showsClocks }: { thread: Thread; showsClocks: boolean }) {
  const { waitingSince, lastMessageAt, snoozed, snoozedUntil } = thread
  const now = useNow()
  const look = 'shrink-0 text-xs tabular-nums'
  if (snoozed)
    return (
      <span className={`${look} text-muted`}>
        {snoozedUntil === null ? t('until a reply') : t('until {time}', { time: formatShortMoment(snoozedUntil, now) })}
      </span>
    )
  if (showsClocks ? findUrgentClock(thread) : isClockUrgent(thread, now)) return <SlaChip thread={thread} />
  if (waitingSince === null)
    return (
      <time dateTime={lastMessageAt} data-tip={formatExact(lastMessageAt)} className={`${look} text-muted`}>
        {formatAge(lastMessageAt, now)}
      </time>
    )
  return (
    <time
      dateTime={waitingSince}
      data-tip={t('Waiting since {time}', { time: formatExact(waitingSince) })}
      className={`${look} font-medium text-text-2`}
    >
      <span className="sr-only">{formatWait(waitingSince, now)}</span>
      <span aria-hidden>{formatAge(waitingSince, now)}</span>
    </time>
  )
}
