/** Exports and erasures run in the background. These hooks poll a request until it is finished. */
import { useQuery } from '@tanstack/react-query'
import type { PrivacyRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'

const pollMs = 1_000

export function isFinished({ state }: PrivacyRequest): boolean {
  return state === 'DONE' || state === 'FAILED'
}

export function usePrivacyRequest(id: string | null) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['privacy-request', id],
    enabled: id !== null,
    queryFn: async ({ signal }) => (await skein.getPrivacyRequest({ path: { id: id ?? '' }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isFinished(data) ? false : pollMs),
  })
}

/** Earlier requests about a customer. The service keeps them as evidence. */
export function usePrivacyRequests(customerId: string, enabled: boolean) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['privacy-requests', customerId],
    enabled,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listPrivacyRequests({ query: { customerId, limit: 20 }, signal })).data,
  })
}

const placeLabels: Readonly<Record<string, string>> = {
  customers: 'Customers, with those merged into this one',
  threads: 'Threads',
  messages: 'Messages and notes',
  scheduledReplies: 'Replies that wait to be sent',
  participants: 'Participants in conversations by mail',
  drafts: 'Drafts',
  events: 'Events',
  deliveryAnswers: 'Answers of webhook receivers',
  auditRows: 'Rows of the audit log',
  storedAnswers: 'Answers kept for retries',
  mails: 'Mails',
  keptMails: 'Mails as they came in',
  exports: 'Exports',
}

export function getPlaceLabel(place: string): string {
  return placeLabels[place] ?? place
}
