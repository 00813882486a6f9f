/** Stores the parts of a thread view in the query cache. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AuditLog, Meeting, SatisfactionRequest, ThreadFollower, ThreadView } from '@skein/client'
import {
  customerKey,
  customerThreadsKey,
  draftsKey,
  followersKey,
  historyKey,
  satisfactionKey,
  scheduledKey,
  threadMeetingsKey,
} from './part-keys.ts'
import { messagesKey, threadKey } from './thread-cache.ts'

/** `version` is the thread's version after the latest entry. */
export type HistoryPage = { data: AuditLog[]; meta: { cursor: string; hasMore: boolean }; version: number }

/** Stores the parts that are not cached yet. Cached parts may be newer, because events have patched them. */
export function storeThreadView(queries: QueryClient, view: ThreadView): void {
  const { id, customer } = view.thread
  const put = (key: QueryKey, part: unknown): void => {
    if (part !== null && queries.getQueryData(key) === undefined) queries.setQueryData(key, part)
  }
  const firstPage = (page: unknown): unknown => page && { pages: [page], pageParams: [''] }
  put(threadKey(id), view.thread)
  put(messagesKey(id), firstPage(view.messages))
  put(scheduledKey(id), view.scheduledMessages.data)
  put(historyKey(id), firstPage(toHistoryPage(view)))
  put(draftsKey(id), view.drafts)
  put(customerKey(customer.id), view.customer)
  put(customerThreadsKey(customer.id), firstPage(view.customerThreads))
  put(threadMeetingsKey(id), toMeetings(view))
  put(followersKey(id), toFollowers(view))
  put(satisfactionKey(id), toSatisfaction(view))
}

export function toHistoryPage({ history, thread }: ThreadView): HistoryPage | null {
  return history && { ...history, version: thread.version }
}

/** Returns the users who follow the thread; null when the view does not contain all of them. */
export function toFollowers({ followers }: ThreadView): ThreadFollower['user'][] | null {
  return followers.meta.hasMore ? null : followers.data.map(({ user }) => user)
}

/** Returns the thread's satisfaction requests, newest first; null when the view does not contain all of them. */
export function toSatisfaction({ satisfactionRequests: { data, meta } }: ThreadView): SatisfactionRequest[] | null {
  return meta.hasMore ? null : data
}

/** Returns the thread's meetings sorted by start time; null when the view does not contain all of them. */
export function toMeetings({ meetings }: ThreadView): Meeting[] | null {
  return !meetings || meetings.meta.hasMore ? null : meetings.data.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
}
