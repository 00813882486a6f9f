/** What events mean beside the lists that `applyCatalogueEvent` keeps. */
import type { QueryClient } from '@tanstack/react-query'
import type { Customer, SkeinEvent } from '@skein/client'
import { applyMeetingEvent } from '../meetings/use-meetings.ts'
import { viewCountsKey } from '../threads/thread-counts.ts'

export function applyOtherEvent(queries: QueryClient, event: SkeinEvent): void {
  // Its filters may be others now.
  if (event.type.startsWith('view.')) void queries.invalidateQueries({ queryKey: viewCountsKey })
  if (event.type.startsWith('meeting.')) applyMeetingEvent(queries, event)
  if (event.type.startsWith('customer.')) applyCustomerEvent(queries, event)
}

function applyCustomerEvent(queries: QueryClient, event: SkeinEvent): void {
  // Safe because these events are about customers; of an erased one only the id is left.
  const customer = event.data.object as Customer
  if (event.type === 'customer.updated') queries.setQueryData(['customer', customer.id], customer)
  else if (event.type !== 'customer.created') void queries.invalidateQueries({ queryKey: ['customer', customer.id], refetchType: 'active' })
}
