import { useQuery } from '@tanstack/react-query'
import type { Inbox, SkeinClient } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { connectionKey } from './connection-key.ts'

/** Connection state of the inbox, updated by events. */
export function useInboxConnection({ id }: Inbox) {
  const { skein } = useApi()
  return useQuery({
    queryKey: connectionKey(id),
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getInboxConnection({ path: { id }, signal })).data,
  })
}

/** Polling interval for the first mail, in milliseconds. */
const pollMs = 10_000

export const latestMailKey = (inboxId: string) => ['inbox-latest-mail', inboxId] as const

/** The latest mail to the inbox; null before the first one. */
export function useLatestMail({ id }: Inbox) {
  const { skein } = useApi()
  return useQuery({
    queryKey: latestMailKey(id),
    refetchInterval: pollMs,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listInboundMails({ query: { inboxId: id, limit: 1 }, signal })).data[0] ?? null,
  })
}

/** DNS records of the inbox's domain. The service looks them up on each request. */
export function useDnsRecords(inbox: Inbox) {
  const { skein } = useApi()
  return useQuery({ ...dnsQuery(skein, inbox), staleTime: 30_000 })
}

export function dnsQuery(skein: SkeinClient, { id, email }: Inbox) {
  return {
    queryKey: ['inbox-dns', id, email?.dkim?.selector ?? null, email?.receive.mode, email?.send.mode],
    retry: false,
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await skein.listInboxDnsRecords({ path: { id }, signal })).data,
  }
}
