import type { Inbox } from '@skein/client'
import { Link } from '@tanstack/react-router'
import { t, tx } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatAgo } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { describeCause } from '../inbound-mails/causes.ts'
import { useLatestMail } from './use-inbox-state.ts'

/** Asks the user to send a first mail to the inbox, and shows the outcome of the latest one. */
export function FirstMail({ inbox }: { inbox: Inbox }) {
  const { address } = inbox
  const now = useNow()
  const { data: latest } = useLatestMail(inbox)
  const isOwn = latest?.outcome === 'OWN'
  if (address === null) return <p className="text-muted">{t('Give the inbox an address first.')}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        {tx('Or write to {address} from your own mail program. Your mail appears here within a minute.', {
          address: (
            <a href={`mailto:${address}?subject=Test`} className="text-accent underline">
              {address}
            </a>
          ),
        })}
      </p>
      <div role="status" className="rounded-lg bg-sunken px-3 py-2">
        {latest === null && <span className="text-muted">{t('Waiting for the first mail…')}</span>}
        {latest && (
          <span className="flex flex-wrap items-center gap-x-2">
            <Badge tone={latest.outcome === 'SUSPENDED' ? 'warn' : latest.outcome === 'RECEIVED' || isOwn ? 'plain' : 'good'}>
              {latest.outcome === 'SUSPENDED' ? describeCause(latest).short : isOwn ? t('Sent by the inbox') : t('Received')}
            </Badge>
            <span className="min-w-0 wrap-anywhere">
              {latest.subject === '' ? t('(no subject)') : latest.subject} · {latest.from ?? t('Unknown sender')} ·{' '}
              {formatAgo(latest.receivedAt, now)}
            </span>
            {latest.threadId !== null && (
              <Link to="/inbox/$view/$threadId" params={{ view: 'all', threadId: latest.threadId }} className="text-accent underline">
                {t('Open the thread')}
              </Link>
            )}
            {latest.outcome === 'SUSPENDED' && (
              <Link to="/suspended" search={{ open: latest.id }} className="text-accent underline">
                {t('Look at it')}
              </Link>
            )}
          </span>
        )}
      </div>
    </div>
  )
}
