/** How the parts of a thread view are stored in the query cache. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AuditLog, Meeting, ThreadView } from '@skein/client'
import { customerKey, customerThreadsKey, draftsKey, historyKey, meetingsOfKey, scheduledKey } from './part-keys.ts'
import { messagesKey, threadKey } from './thread-cache.ts'

/** `version`: the version of the thread that the entries lead to. */
export type HistoryPage = { data: AuditLog[]; meta: { cursor: string; hasMore: boolean }; version: number }

/** Stores the parts that have no query yet. A part that is shown already is newer: events patch it. */
export function storeThreadView(queries: QueryClient, view: ThreadView): void {
  const { id, customer } = view.thread
  const put = (key: QueryKey, part: unknown): void => {
    if (part !== null && queries.getQueryData(key) === undefined) queries.setQueryData(key, part)
  }
  const firstPage = (page: unknown): unknown => page && { pages: [page], pageParams: [''] }
  put(threadKey(id), view.thread)
  put(messagesKey(id), firstPage(view.messages))
  put(scheduledKey(id), view.scheduledMessages.data)
  put(historyKey(id), firstPage(historyOf(view)))
  put(draftsKey(id), view.drafts)
  put(customerKey(customer.id), view.customer)
  put(customerThreadsKey(customer.id), firstPage(view.customerThreads))
  put(meetingsOfKey(id), meetingsOf(view))
}

export function historyOf({ history, thread }: ThreadView): HistoryPage | null {
  return history && { ...history, version: thread.version }
}

/** By the time at which they begin; null when the view does not have all of them. */
export function meetingsOf({ meetings }: ThreadView): Meeting[] | null {
  return !meetings || meetings.meta.hasMore ? null : meetings.data.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}
