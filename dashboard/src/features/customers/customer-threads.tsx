import { Link } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatAge, formatWait } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { useCustomerThreads } from './use-customers.ts'

type CustomerThreadsProps = {
  threads: readonly Thread[]
  openId?: string | null
  /** The query that can load further pages. Without it only `threads` are shown. */
  list?: ReturnType<typeof useCustomerThreads>
}

/** The threads of a customer, newest first. */
export function CustomerThreads({ list, threads, openId = null }: CustomerThreadsProps) {
  const now = useNow()
  const failure = list?.error && describeFailure(list.error)
  return (
    <>
      <ul className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {threads.map(({ id, subject, status, snoozed, waitingSince, lastMessageAt }) => (
          <li key={id}>
            <Link
              to="/inbox/$view/$threadId"
              params={{ view: 'all', threadId: id }}
              aria-current={id === openId ? 'true' : undefined}
              className={`block rounded-md border border-line px-2.5 py-1.5 text-sm hover:bg-hover ${id === openId ? 'bg-selected' : 'bg-surface'}`}
            >
              <span dir="auto" className="block truncate">
                {subject}
              </span>
              <span className="text-xs text-muted">
                {snoozed ? 'snoozed' : status} · {formatAge(lastMessageAt, now)}
                {waitingSince !== null && <span className="font-medium text-warning"> · {formatWait(waitingSince, now)}</span>}
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
          Earlier threads
        </Button>
      )}
    </>
  )
}
