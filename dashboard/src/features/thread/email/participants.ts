/** Cached participants of threads, and the default recipients, which depend on them. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { Participant, ThreadParticipants } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { findThread } from '../../threads/thread-cache.ts'

export const participantsKey = (threadId: string) => ['participants', threadId] as const
export const recipientsKey = (threadId: string) => ['thread-recipients', threadId] as const

export function useParticipants(threadId: string, enabled = true) {
  const { skein } = useApi()
  return useQuery({
    queryKey: participantsKey(threadId),
    enabled,
    queryFn: async ({ signal }) => (await skein.listThreadParticipants({ path: { id: threadId }, signal })).data,
  })
}

export function applyParticipantsEvent(queries: QueryClient, { threadId, participants }: ThreadParticipants): void {
  queries.setQueryData<Participant[]>(participantsKey(threadId), (known) => known && participants)
  void queries.invalidateQueries({ queryKey: recipientsKey(threadId) })
}

/** Refetches the default recipients of a customer's threads, because the customer's address may have changed. */
export function applyCustomerToRecipients(queries: QueryClient, customerId: string): void {
  void queries.invalidateQueries({
    queryKey: ['thread-recipients'],
    predicate: ({ queryKey: [, threadId] }) => findThread(queries, String(threadId))?.customer.id === customerId,
  })
}
