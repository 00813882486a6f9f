/** Hooks for exports and erasures, which run in the background: they poll a request until it finishes. */
import { useQuery } from '@tanstack/react-query'
import type { PrivacyRequest } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
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

const placeLabels: Readonly<Record<string, Message>> = {
  customers: message('Customers, including merged ones'),
  threads: message('Threads'),
  messages: message('Messages and notes'),
  scheduledReplies: message('Scheduled replies'),
  participants: message('People in copy'),
  drafts: message('Drafts'),
  events: message('Events'),
  deliveryAnswers: message('Webhook responses'),
  auditRows: message('Audit log entries'),
  storedAnswers: message('Stored API responses'),
  mails: message('Emails'),
  keptMails: message('Original incoming emails'),
  exports: message('Exports'),
}

export function getPlaceLabel(place: string): string {
  const label = placeLabels[place]
  return label ? t(label) : place
}
