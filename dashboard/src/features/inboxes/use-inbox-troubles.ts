import { useQueries, useQuery } from '@tanstack/react-query'
import type { ChannelConnection, DnsRecord, Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useInboxes } from '../threads/use-catalog.ts'
import { connectionKey } from './connection-key.ts'
import { dnsQuery } from './use-inbox-state.ts'

export type InboxTrouble = { inbox: Inbox; part: 'receive' | 'send'; state: ChannelConnection['receive']['state'] }

const troubles: ReadonlySet<ChannelConnection['receive']['state']> = new Set(['FAILING', 'NEEDS_AUTH', 'PAUSED'])
/** An inbox whose replies may land in spam, with the DNS records that are missing or wrong. */
export type DnsTrouble = { inbox: Inbox; missing: readonly DnsRecord['purpose'][] }

/** Records that recipients' mail servers check. */
const sendingRecords: ReadonlySet<DnsRecord['purpose']> = new Set(['SPF', 'DKIM', 'DMARC'])
/** Maximum number of connections to fetch, so that a workspace with many inboxes does not use up its rate limit for a badge. */
const maxInboxes = 10

/** Health of the service, for admins and owners. The health page refetches it. */
export function useHealth() {
  const { skein } = useApi()
  const isAllowed = useRights().whyNot('getSystemHealth') === null
  return useQuery({
    queryKey: ['system-health'],
    enabled: isAllowed,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await skein.getSystemHealth({ query: { limit: 100 }, signal })).data,
  })
}

/** Whether the installation's mail server works; undefined while loading, or if the role may not see it. */
export function useHasMailServer(): boolean | undefined {
  const { data } = useHealth()
  return data && data.find(({ component }) => component === 'mail')?.status === 'OK'
}

/** Returns the inboxes whose connection fails. Fetches the connections only when the health endpoint reports a problem with an inbox. */
export function useInboxTroubles(): readonly InboxTrouble[] {
  const { skein } = useApi()
  const { data: health } = useHealth()
  const isTroubled = health?.some(({ component, status }) => component === 'channels' && status !== 'OK') ?? false
  const { data: inboxes = [] } = useInboxes(isTroubled)
  const connected = isTroubled
    ? inboxes.filter(({ active, email }) => active && email && (email.receive.mode === 'IMAP' || email.send.mode === 'SMTP'))
    : []
  const asked = connected.slice(0, maxInboxes)
  const connections = useQueries({
    queries: asked.map(({ id }) => ({
      queryKey: connectionKey(id),
      staleTime: 60_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await skein.getInboxConnection({ path: { id }, signal })).data,
    })),
  })
  return asked.flatMap((inbox, at) => {
    const connection = connections[at]?.data
    const part = (['receive', 'send'] as const).find((each) => connection && troubles.has(connection[each].state))
    return part && connection ? [{ inbox, part, state: connection[part].state }] : []
  })
}

/** Returns the inboxes whose DNS records for sending are missing or wrong, for users who can change inboxes. Rechecks every ten minutes. */
export function useDnsTroubles(): readonly DnsTrouble[] {
  const { skein } = useApi()
  const mayChange = useRights().whyNot('updateInbox') === null
  const { data: health } = useHealth()
  const { data: inboxes = [] } = useInboxes(mayChange)
  const hasMailServer = health?.find(({ component }) => component === 'mail')?.status === 'OK'
  const sends = ({ active, email }: Inbox): boolean =>
    active && (email?.send.mode === 'SMTP' || (email?.send.mode === 'DEFAULT' && hasMailServer))
  const asked = mayChange ? inboxes.filter(sends).slice(0, maxInboxes) : []
  const records = useQueries({ queries: asked.map((inbox) => ({ ...dnsQuery(skein, inbox), staleTime: 600_000 })) })
  return asked.flatMap((inbox, at) => {
    const wrong = (records[at]?.data ?? []).filter(({ ok, purpose }) => !ok && sendingRecords.has(purpose))
    return wrong.length > 0 ? [{ inbox, missing: [...new Set(wrong.map(({ purpose }) => purpose))] }] : []
  })
}
