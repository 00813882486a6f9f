import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { useInboxes } from '../threads/use-catalog.ts'
import { suspendedCountKey, suspendedMailsKey, type MailPage } from './mail-cache.ts'

const waiting = { outcome: 'SUSPENDED', expired: false } as const

export function useSuspendedMails() {
  const { skein } = useApi()
  return useInfiniteQuery({
    queryKey: suspendedMailsKey,
    initialPageParam: '',
    async queryFn({ pageParam, signal }): Promise<MailPage> {
      const { data, meta } = await skein.listInboundMails({
        query: { ...waiting, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      })
      return { data, meta }
    },
    getNextPageParam: ({ meta }) => (meta.hasMore ? meta.cursor : undefined),
  })
}

/** Returns the number of suspended mails; null when the workspace receives no mail. */
export function useSuspendedCount(): number | null {
  const { skein } = useApi()
  const mayList = useRights().whyNot('listInboundMails') === null
  const receivesMail = useInboxes().data?.some(({ email }) => email !== null) ?? false
  const { data } = useQuery({
    queryKey: suspendedCountKey,
    enabled: mayList && receivesMail,
    queryFn: async ({ signal }) => (await skein.listInboundMails({ query: { ...waiting, limit: 1 }, signal })).meta.total,
  })
  return data ?? null
}
