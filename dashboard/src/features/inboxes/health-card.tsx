import type { DnsRecord, Inbox } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import { formatAgo } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { HealthChecks, type Check } from './health-checks.tsx'
import { connectionStates, type ConnectionState } from './connection-states.ts'
import { useHasMailServer } from './use-inbox-troubles.ts'
import { useDnsRecords, useInboxConnection, useLatestMail } from './use-inbox-state.ts'

/** Sentences about each DNS record of the inbox, when it is right and when it is not. MX is omitted: only domains that receive mail directly need it. */
const recordChecks = lazily(
  (): Readonly<Partial<Record<DnsRecord['purpose'], { good: string; bad: string }>>> => ({
    OWNERSHIP: { good: t('The domain is yours'), bad: t('Domain not verified yet') },
    SPF: { good: t('We may send for your domain'), bad: t('Replies may land in spam') },
    DKIM: { good: t('Mail is signed'), bad: t('Mail isn’t signed yet') },
  }),
)

/** Status overview of an EMAIL inbox. */
export function HealthCard({ inbox }: { inbox: Inbox }) {
  return <HealthChecks checks={useChecks(inbox)} />
}

function useChecks(inbox: Inbox): readonly Check[] {
  const now = useNow()
  const { data: connection } = useInboxConnection(inbox)
  const { data: records = [] } = useDnsRecords(inbox)
  const { data: latest } = useLatestMail(inbox)
  const last = latest?.receivedAt ?? connection?.lastMailAt ?? null
  const hasMailServer = useHasMailServer()
  const found = new Map<DnsRecord['purpose'], boolean>()
  for (const { purpose, ok } of records) found.set(purpose, (found.get(purpose) ?? true) && ok)
  return [
    last === null && connection?.receive.state === 'NOT_USED'
      ? { name: t('No mail yet'), detail: t('Send yourself a test.'), state: 'unknown' }
      : {
          ...describeConnection(connection?.receive.state, { good: t('Mail comes in'), bad: t('Mail doesn’t come in') }),
          ...(last === null ? {} : { detail: t('Last mail {time}', { time: formatAgo(last, now) }) }),
        },
    inbox.email?.send.mode === 'NONE'
      ? { name: t('Replies aren’t sent'), detail: t('You’ve turned off sending.'), state: 'unknown' }
      : inbox.email?.send.mode === 'DEFAULT' && hasMailServer === false
        ? { name: t('Mail doesn’t go out'), detail: t('This installation has no mail server that works.'), state: 'bad' }
        : describeConnection(connection?.send.state, { good: t('Mail goes out'), bad: t('Mail doesn’t go out') }),
    ...Object.entries(recordChecks()).flatMap(([purpose, { good, bad }]): Check[] => {
      // Safe because the keys of the table are purposes.
      const ok = found.get(purpose as DnsRecord['purpose'])
      if (ok === undefined) return []
      return [ok ? { name: good, detail: null, state: 'good' } : { name: bad, detail: t('A DNS record is missing.'), state: 'bad' }]
    }),
  ]
}

/** A connection that is not used counts as working. */
function describeConnection(state: ConnectionState | undefined, names: { good: string; bad: string }): Check {
  if (state === undefined || state === 'CONNECTING') return { name: names.good, detail: t('Checking…'), state: 'unknown' }
  const isGood = state === 'CONNECTED' || state === 'NOT_USED'
  return isGood
    ? { name: names.good, detail: null, state: 'good' }
    : { name: names.bad, detail: connectionStates()[state].name, state: 'bad' }
}
