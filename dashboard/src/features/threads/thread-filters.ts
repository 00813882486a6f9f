/** Decides which threads belong to a list, using the service's rules, so that events can patch lists without a request. */
import { matchesThread, type RequestOf, type Thread, type ThreadFilters as ServiceFilters } from '@skein/client'

/** `drafts`: the threads in which the agent has a draft. Only the view of drafts has it, without other filters. */
export type ThreadFilters = ServiceFilters & { drafts?: true }

/** Returns the filters that the service knows, in the client's type of the list query, which declares a single value for each filter. */
export function toListQuery({ drafts: _drafts, ...filters }: ThreadFilters): NonNullable<RequestOf<'listThreads'>['query']> {
  // Safe because the service accepts several comma-separated values.
  return filters as NonNullable<RequestOf<'listThreads'>['query']>
}

/** Whether a thread matches the filters; null when only the service can decide, as for search words and unread threads. */
export function matches(thread: Thread, filters: ThreadFilters, me: string): boolean | null {
  return filters.drafts ? null : matchesThread(thread, filters, { me })
}

/** True when a message in an uncached thread can change the list. */
export function dependsOnMessages({
  waiting,
  waitingSinceAfter,
  waitingSinceBefore,
  unread,
  q,
  lastMessageAfter,
  lastMessageBefore,
}: ThreadFilters): boolean {
  return [waiting, waitingSinceAfter, waitingSinceBefore, unread, q, lastMessageAfter, lastMessageBefore].some(
    (value) => value !== undefined,
  )
}

/** True when the list changes as SLA clocks run. */
export function dependsOnClocks({ slaState, slaDueAfter, slaDueBefore }: ThreadFilters): boolean {
  return [slaState, slaDueAfter, slaDueBefore].some((value) => value !== undefined)
}
