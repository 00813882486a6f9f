import { Link } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AlarmClock } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatAge, formatExact, formatWait } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { statusNames } from '../threads/names.ts'
import { statusIcons } from '../threads/status-icons.ts'
import { describeClock, findUrgentClock } from '../threads/sla.ts'
import type { useCustomerThreads } from './use-customers.ts'

type CustomerThreadsProps = {
  threads: readonly Thread[]
  /** The query that loads further pages. Without it, only `threads` are shown. */
  list?: ReturnType<typeof useCustomerThreads>
}

/** The threads of a customer, newest first. */
export function CustomerThreads({ list, threads }: CustomerThreadsProps) {
  const now = useNow()
  const failure = list?.error && describeFailure(list.error)
  return (
    <>
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-px">
        {threads.map(({ id, subject, status, snoozed, waitingSince, lastMessageAt, sla }) => (
          <li key={id}>
            <Link
              to="/inbox/$view/$threadId"
              params={{ view: 'all', threadId: id }}
              className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2 rounded-md px-2 py-1.25 hover:bg-hover"
            >
              <Icon of={snoozed ? AlarmClock : statusIcons[status]} className="mt-px text-muted" />
              <span dir="auto" className="truncate">
                {subject}
              </span>
              <span className="col-start-2 text-xs text-muted">
                {snoozed ? t('Snoozed') : t(statusNames[status])} ·{' '}
                <time dateTime={lastMessageAt} data-tip={formatExact(lastMessageAt)}>
                  {formatAge(lastMessageAt, now)}
                </time>
                {waitingSince !== null && (
                  <span className={isLate({ sla, status, waitingSince }, now) ? 'font-medium text-warning' : ''}>
                    {' '}
                    · {formatWait(waitingSince, now)}
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {failure && (
        <div className="mt-2">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
      {list?.hasNextPage && (
        <Button className="mt-2" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Show earlier threads')}
        </Button>
      )}
    </>
  )
}

/** Whether a target for the thread has passed. Waiting alone is no reason to warn. */
function isLate(thread: Pick<Thread, 'sla' | 'status' | 'waitingSince'>, now: number): boolean {
  const clock = findUrgentClock(thread)
  return clock !== null && describeClock(clock, now).kind === 'late'
}
