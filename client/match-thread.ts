/** Tells which threads belong to a list, without a request, so that programs can keep a list current by events. */
import type { Thread } from './generated/shapes.ts'
import type { RequestOf } from './request-types.ts'
import { matchesFilters, type FilterContext, type ThreadFacts } from './thread-filters.ts'

type Several = 'status' | 'priority' | 'channel'
type ListQuery = NonNullable<RequestOf<'listThreads'>['query']>
/** The filters of `GET /threads`, of saved views and of rules. `status`, `priority` and `channel` take several values, separated by commas. */
export type ThreadFilters = Omit<ListQuery, Several> & { [Name in Several]?: string }

/**
 * Whether `GET /threads` lists a thread for these filters. Null when only the service can tell: for searches, followers, unread threads,
 * and SLA clocks, whose state changes with time.
 */
export function matchesThread(thread: Thread, filters: ThreadFilters, context: FilterContext = {}): boolean | null {
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
