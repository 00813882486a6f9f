/** Tells which threads belong to a list, without a request, so that programs can keep a list current by events. */
import type { Thread } from './generated/shapes.ts'
import type { RequestOf } from './request-types.ts'
import { matchesFilters, type FilterContext, type ThreadFacts } from './thread-filters.ts'

/**
 * Whether `GET /threads` lists a thread for these filters. Null when only the service can tell: for searches, followers, unread threads,
 * and SLA clocks, whose state changes with time.
 */
export function matchesThread(
  thread: Thread,
  filters: NonNullable<RequestOf<'listThreads'>['query']>,
  context: FilterContext = {},
): boolean | null {
  return matchesFilters(filters, toThreadFacts(thread), context)
}

function toThreadFacts(thread: Thread): ThreadFacts {
  const isUnresolved = thread.status === 'open' || thread.status === 'pending'
  return {
    ...thread,
    assigneeId: thread.assignee?.id ?? null,
    customerIds: [thread.customer.id],
    labelIds: thread.labels.map(({ id }) => id),
    waitingSince: isUnresolved ? thread.waitingSince : null,
    ...(isUnresolved ? {} : { unread: false }),
    ...(thread.sla.length === 0 ? { slaState: null, slaDueAt: null } : {}),
  }
}
