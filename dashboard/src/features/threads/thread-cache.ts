/**
 * The threads that are shown, kept up to date by events instead of by asking again. A list is patched in place: its total follows what the
 * thread was before and is now, also where the thread itself has not been loaded. New rows wait in `fresh`, so that nothing jumps.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { applyScheduledEvent } from '../thread/scheduled-replies.ts'
import { nearestDue } from './sla.ts'
import { applyClockEvent } from './thread-clocks.ts'
import { baseOf, reachedVersion, withPending } from './pending-changes.ts'
import { patchCounts, viewCountsKey } from './thread-counts.ts'
import { dependsOnClocks, matches, type ThreadFilters } from './thread-filters.ts'
import { replaceThread, threadIn, threadInList, withTotal, type ThreadChange, type ThreadList, type ThreadPage } from './thread-lists.ts'

export type MessagePage = { data: Message[]; meta: { cursor: string; hasMore: boolean; total: number } }
export type MessageList = InfiniteData<MessagePage, string>

export const listKey = (filters: ThreadFilters) => ['threads', filters] as const
export const threadKey = (id: string) => ['thread', id] as const
export const messagesKey = (id: string) => ['messages', id] as const

/** What happens to a list when a thread changes. Where only the service can tell, what is shown stays and the total is asked for (`catch-up.ts`). */
export function patchList(list: ThreadList, filters: ThreadFilters, change: ThreadChange): ThreadList {
  const { now, before, meId, isOwn = false, arrives = false } = change
  const belongs = matches(now, filters, meId)
  const belonged = before !== null && matches(before, filters, meId)
  const isShown = list.pages.some(({ data }) => threadIn(data, now.id) !== null)
  const [first] = list.pages
  const isFresh = threadIn(first?.fresh, now.id) !== null
  const isCertain = belongs !== null && belonged !== null
  const difference = isCertain ? Number(belongs) - Number(belonged) : belongs === false && (isShown || isFresh) ? -1 : 0
  const comesUp = arrives && belongs === true && (filters.sort === '-lastMessageAt' || filters.waiting === true)
  const isNew = belongs === true && !isShown && !isFresh && (difference > 0 || comesUp)
  // What somebody brings back themselves stands where it stood. Where there is nothing, nothing can jump.
  const isInPlace = isOwn || list.pages.every(({ data }) => data.length === 0)
  const patched =
    isNew && first
      ? withNew(list, first, now, isInPlace ? filters.sort : null)
      : replaceThread(list, now.id, belongs === false ? null : now)
  return withTotal(patched, Math.max(0, (first?.meta.total ?? 0) + difference))
}

/** The list with one more thread: among its rows by the order of the list, or, without one, among those that wait to be shown. */
function withNew(list: ThreadList, first: ThreadPage, thread: Thread, sort: ThreadFilters['sort'] | null): ThreadList {
  const page =
    sort === null
      ? { ...first, ...(first.fresh ? { fresh: [thread, ...first.fresh] } : {}) }
      : { ...first, data: inPlace(first.data, thread, sort) }
  return { ...list, pages: [page, ...list.pages.slice(1)] }
}

/** The threads of all pages, each once: one that came up while later pages were not there yet is in two of them. */
export function rowsOf(list: ThreadList | undefined): Thread[] {
  const rows = new Map<string, Thread>()
  for (const { data } of list?.pages ?? []) for (const thread of data) if (!rows.has(thread.id)) rows.set(thread.id, thread)
  return [...rows.values()]
}

/** The rows with one more, by the order of the list. */
function inPlace(rows: readonly Thread[], thread: Thread, sort: ThreadFilters['sort'] = '-createdAt'): Thread[] {
  const isDescending = sort.startsWith('-')
  // Safe because the sort orders are names of fields that hold times, with a sign.
  const field = sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'lastMessageAt' | 'waitingSince' | 'slaDueAt'
  const valueOf = (each: Thread): string => (field === 'slaDueAt' ? (nearestDue(each) ?? 'none') : (each[field] ?? ''))
  const at = rows.findIndex((each) => (isDescending ? valueOf(each) < valueOf(thread) : valueOf(each) > valueOf(thread)))
  return at < 0 ? [...rows, thread] : rows.toSpliced(at, 0, thread)
}

/** The thread as it is known here: alone, or from whichever list. */
export function knownThread(queries: QueryClient, id: string): Thread | null {
  return queries.getQueryData<Thread>(threadKey(id)) ?? listedThread(queries, id)
}

function listedThread(queries: QueryClient, id: string): Thread | null {
  for (const [, list] of queries.getQueriesData<ThreadList>({ queryKey: ['threads'] })) {
    const found = list && threadInList(list, id)
    if (found) return found
  }
  return null
}

/**
 * The versions of threads that all lists have been told. A thread that was read alone may be newer: one that is opened by its link before
 * its event has come is in no list yet.
 */
const told = new WeakMap<QueryClient, Map<string, number>>()

function noteTold(queries: QueryClient, { id, version }: Thread): void {
  const versions = told.get(queries) ?? new Map<string, number>()
  told.set(queries, versions.set(id, Math.max(version, versions.get(id) ?? 0)))
}

/**
 * Puts a thread, as the service tells it, everywhere it is shown, beneath what somebody has done and the service has not answered. False when the
 * service has to be asked what it means for some total.
 */
export function putThread(queries: QueryClient, given: ThreadChange): boolean {
  const change = { ...given, now: withPending(queries, given.now) }
  const { now, before } = change
  // What is shown before the service has answered has the version of what was there.
  if (before === null || now.version > before.version) noteTold(queries, now)
  // Of what others do to threads that nobody looks at, nothing is kept: a batch changes thousands of them.
  if (change.isOwn || queries.getQueryState(threadKey(now.id)))
    queries.setQueryData<Thread>(threadKey(now.id), (alone) => (alone && alone.version > now.version ? alone : now))
  for (const query of queries.getQueryCache().findAll({ queryKey: ['threads'] })) {
    const [, filters] = query.queryKey
    // Events wait for what is being read; what somebody does themselves shows at once. A page that is on its way would bring the rows of before
    // back: whoever still needs it asks for it again.
    if (change.isOwn && query.state.fetchStatus === 'fetching' && query.state.fetchMeta) void query.cancel({ revert: true })
    // Safe because `listKey` makes these keys.
    const list = query.state.data as ThreadList | undefined
    const patched = list && patchList(list, filters as ThreadFilters, change)
    if (patched !== list) queries.setQueryData<ThreadList>(query.queryKey, patched)
  }
  const ofCustomer = ['customer-threads', now.customer.id]
  const theirs = queries.getQueryData<ThreadList>(ofCustomer)
  // Among few rows beside the thread, a new one may stand where it belongs at once.
  if (theirs) queries.setQueryData<ThreadList>(ofCustomer, patchList(theirs, { customerId: now.customer.id }, { ...change, isOwn: true }))
  return patchCounts(queries, change)
}

/** Applies an event to everything that is shown. False when it says too little: then the service has to be asked. */
export function applyThreadEvent(queries: QueryClient, event: SkeinEvent, meId: string): boolean {
  applyScheduledEvent(queries, event)
  applyClockEvent(queries, event)
  if (isThreadEvent(event)) {
    const now = event.data.object
    // What this tab did itself, or has heard of already.
    if ((told.get(queries)?.get(now.id) ?? 0) >= now.version) return true
    // The list already shows later changes of this tab. Their own events will bring the thread's final state.
    if (reachedVersion(queries, now) > now.version) return true
    const listed = listedThread(queries, now.id)
    if (listed && listed.version >= now.version) {
      noteTold(queries, now)
      askAgainBeside(queries, now)
      return true
    }
    const known = knownThread(queries, now.id)
    const isOlder = known !== null && known.version < now.version
    const before = isOlder ? known : event.type === 'thread.created' ? null : { ...now, ...event.data.previous }
    return putThread(queries, { now, before, meId })
  }
  if (event.type === 'message.created') {
    const isEnough = putMessage(queries, event.data.object, meId)
    // Events are cut at 20 KB; the service has the whole.
    if (event.truncated) void queries.invalidateQueries({ queryKey: messagesKey(event.data.object.threadId) })
    return isEnough
  }
  if (event.type === 'message.deleted') dropMessage(queries, event.data.object)
  // A list of what is overdue, or soon due: the event names its thread and says nothing else of it.
  if (
    event.type.startsWith('sla.') &&
    queries.getQueriesData({ queryKey: ['threads'] }).some(([key]) => dependsOnClocks(key[1] as ThreadFilters))
  )
    return false
  return true
}

/** A list that was read after a change has it before its event comes. Whether other lists and the numbers have it, too, only the service can tell. */
function askAgainBeside(queries: QueryClient, { id }: Thread): void {
  // Safe because `listKey` makes these keys.
  const lacksIt = (list: unknown): boolean => list !== undefined && threadInList(list as ThreadList, id) === null
  void queries.invalidateQueries({ queryKey: ['threads'], predicate: ({ state }) => lacksIt(state.data) })
  void queries.invalidateQueries({ queryKey: ['thread-count'] })
  void queries.invalidateQueries({ queryKey: viewCountsKey })
}

type ThreadEvent = Extract<SkeinEvent, { data: { object: Thread } }>

function isThreadEvent(event: SkeinEvent): event is ThreadEvent {
  return event.type.startsWith('thread.') && event.type !== 'thread.erased'
}

/** False when the thread is not known here: a message says nothing of its assignee or status. */
export function putMessage(queries: QueryClient, message: Message, meId: string): boolean {
  queries.setQueryData<MessageList>(messagesKey(message.threadId), (list) => {
    if (!list || list.pages.some(({ data }) => data.some(({ id }) => id === message.id))) return list
    const pages = list.pages.map((page, i) => ({
      ...page,
      data: i === 0 ? [message, ...page.data] : page.data,
      meta: { ...page.meta, total: page.meta.total + 1 },
    }))
    return { ...list, pages }
  })
  const known = knownThread(queries, message.threadId)
  if (!known) return false
  if (known.lastMessageId === message.id || known.lastMessageAt > message.createdAt) return true
  const isCertain = putThread(queries, { now: afterMessage(baseOf(queries, known), message), before: known, meId, arrives: true })
  // Which clock now runs, and until when, follows from a policy and from business hours.
  return isCertain && (known.sla.length === 0 || message.authorType !== 'CUSTOMER')
}

/** A thread with one more message: since when the customer waits follows from whose it is. */
export function afterMessage(thread: Thread, { id, createdAt, authorType, internal }: Message): Thread {
  const waits =
    authorType === 'CUSTOMER' ? (thread.waitingSince ?? createdAt) : authorType === 'AGENT' && !internal ? null : thread.waitingSince
  return {
    ...thread,
    lastMessageId: id,
    lastMessageAt: createdAt,
    lastMessageAuthorType: authorType,
    messageCount: thread.messageCount + 1,
    waitingSince: waits,
  }
}

function dropMessage(queries: QueryClient, { id, threadId }: Message): void {
  queries.setQueryData<MessageList>(messagesKey(threadId), (list) => {
    if (!list?.pages.some(({ data }) => data.some((each) => each.id === id))) return list
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.filter((each) => each.id !== id),
      meta: { ...page.meta, total: page.meta.total - 1 },
    }))
    return { ...list, pages }
  })
}
