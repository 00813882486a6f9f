import { useQuery } from '@tanstack/react-query'
import type { Inbox } from '@skein/client'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatAgo } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { describeCause } from '../inbound-mails/causes.ts'

/** How often the page looks for a mail while it is open. */
const pollMs = 10_000

/** The latest mail of an inbox. */
export const latestMailKey = (inboxId: string) => ['inbox-latest-mail', inboxId] as const

/** Invites the user to send a mail to the inbox, and shows the outcome of the latest one. */
export function FirstMail({ inbox: { id, address } }: { inbox: Inbox }) {
  const { skein } = useApi()
  const now = useNow()
  const { data: latest } = useQuery({
    queryKey: latestMailKey(id),
    refetchInterval: pollMs,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listInboundMails({ query: { inboxId: id, limit: 1 }, signal })).data[0] ?? null,
  })
  const isOwn = latest?.outcome === 'OWN'
  if (address === null) return <p className="text-sm text-muted">Give the inbox an address first.</p>
  return (
    <div className="grid grid-cols-1 gap-3 text-sm">
      <p>
        Or write a mail to{' '}
        <a href={`mailto:${address}?subject=Test`} className="text-accent underline">
          {address}
        </a>{' '}
        from your own mail program. It appears here within a minute.
      </p>
      <div role="status" className="rounded-md border border-line px-3 py-2">
        {latest === null && <span className="text-muted">Waiting for the first mail…</span>}
        {latest && (
          <span className="flex flex-wrap items-center gap-x-2">
            <Badge tone={latest.outcome === 'SUSPENDED' ? 'warn' : latest.outcome === 'RECEIVED' || isOwn ? 'plain' : 'good'}>
              {latest.outcome === 'SUSPENDED' ? describeCause(latest).short : isOwn ? 'Sent by the inbox' : 'Received'}
            </Badge>
            <span className="min-w-0 wrap-anywhere">
              {latest.subject === '' ? '(no subject)' : latest.subject} · {latest.from ?? 'unknown sender'} ·{' '}
              {formatAgo(latest.receivedAt, now)}
            </span>
            {latest.threadId !== null && (
              <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId: latest.threadId }} className="text-accent underline">
                Open the thread
              </Link>
            )}
            {latest.outcome === 'SUSPENDED' && (
              <Link to="/suspended" search={{ open: latest.id }} className="text-accent underline">
                Open it
              </Link>
            )}
          </span>
        )}
      </div>
    </div>
  )
}
