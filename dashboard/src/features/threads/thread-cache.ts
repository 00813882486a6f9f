/**
 * Patches cached threads and lists from events, without requests. The total of a list changes by comparing the thread before and after the
 * event, even if the thread is not loaded. New rows wait in `newRows` until the agent asks for them, so that rows do not move by
 * themselves.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { applyScheduledEvent } from './scheduled-replies.ts'
import { dropPreview, patchPreview, putPreview } from './previews.ts'
import { findNearestDue } from './sla.ts'
import { applyClockEvent } from './thread-clocks.ts'
import { getBase, getMinVersion, applyPending } from './pending-changes.ts'
import { patchCounts, viewCountsKey } from './thread-counts.ts'
import { dependsOnClocks, matches, type ThreadFilters } from './thread-filters.ts'
import { replaceThread, findInRows, findInList, setTotal, type ThreadChange, type ThreadList, type ThreadPage } from './thread-lists.ts'

export type MessagePage = { data: Message[]; meta: { cursor: string; hasMore: boolean; total: number } }
export type MessageList = InfiniteData<MessagePage, string>

export const listKey = (filters: ThreadFilters) => ['threads', filters] as const
export const threadKey = (id: string) => ['thread', id] as const
export const messagesKey = (id: string) => ['messages', id] as const

/**
 * Updates a list after a thread has changed. If only the service can decide whether the thread matches, leaves the rows unchanged and lets
 * `catch-up.ts` fetch the total.
 */
export function patchList(list: ThreadList, filters: ThreadFilters, change: ThreadChange): ThreadList {
  const { now, before, meId, isOwn = false, movesUp = false } = change
  const belongs = matches(now, filters, meId)
  const belonged = before !== null && matches(before, filters, meId)
  const isShown = list.pages.some(({ data }) => findInRows(data, now.id) !== null)
  const [first] = list.pages
  const isNewRow = findInRows(first?.newRows, now.id) !== null
  const isCertain = belongs !== null && belonged !== null
  const difference = isCertain ? Number(belongs) - Number(belonged) : belongs === false && (isShown || isNewRow) ? -1 : 0
  const isMovedUp = movesUp && belongs === true && (filters.sort === '-lastMessageAt' || filters.waiting === true)
  const isNew = belongs === true && !isShown && !isNewRow && (difference > 0 || isMovedUp)
  // The agent's own change, such as an undo, inserts the row at its sorted position. In an empty list no row can move.
  const isInPlace = isOwn || list.pages.every(({ data }) => data.length === 0)
  const patched =
    isNew && first
      ? insertNew(list, first, now, isInPlace ? filters.sort : null)
      : replaceThread(list, now.id, belongs === false ? null : now)
  return setTotal(patched, Math.max(0, (first?.meta.total ?? 0) + difference))
}

/** Adds a thread to a list: at its sorted position, or, when `sort` is null, to the hidden new rows. */
function insertNew(list: ThreadList, first: ThreadPage, thread: Thread, sort: ThreadFilters['sort'] | null): ThreadList {
  const page =
    sort === null
      ? { ...first, ...(first.newRows ? { newRows: [thread, ...first.newRows] } : {}) }
      : { ...first, data: insertSorted(first.data, thread, sort) }
  return { ...list, pages: [page, ...list.pages.slice(1)] }
}

/** Lists the threads of all pages without duplicates: a thread that moved up between two page requests is on both pages. */
export function listRows(list: ThreadList | undefined): Thread[] {
  const rows = new Map<string, Thread>()
  for (const { data } of list?.pages ?? []) for (const thread of data) if (!rows.has(thread.id)) rows.set(thread.id, thread)
  return [...rows.values()]
}

/** The sort key of each order. */
const sortKeys = {
  createdAt: ({ createdAt }: Thread) => createdAt,
  updatedAt: ({ updatedAt }: Thread) => updatedAt,
  lastMessageAt: ({ lastMessageAt }: Thread) => lastMessageAt,
  waitingSince: ({ waitingSince }: Thread) => waitingSince ?? '',
  slaDueAt: (thread: Thread) => findNearestDue(thread) ?? 'none',
  // Urgent threads first, and newer ones first among equals.
  priority: ({ priority, createdAt }: Thread) => `${ranks[priority]} ${1e14 - Date.parse(createdAt)}`,
}
const ranks = { urgent: 1, high: 2, normal: 3, low: 4 } satisfies Record<Thread['priority'], number>

/** Inserts a thread into sorted rows. */
function insertSorted(rows: readonly Thread[], thread: Thread, sort: ThreadFilters['sort'] = '-createdAt'): Thread[] {
  const isDescending = sort.startsWith('-')
  // Safe because the sort orders are the names of the keys, with a sign.
  const getKey = sortKeys[sort.replace('-', '') as keyof typeof sortKeys]
  const key = getKey(thread)
  const at = rows.findIndex((each) => (isDescending ? getKey(each) < key : getKey(each) > key))
  return at < 0 ? [...rows, thread] : rows.toSpliced(at, 0, thread)
}

/** Finds a thread in the cache: its own entry, or a row of any list. */
export function findThread(queries: QueryClient, id: string): Thread | null {
  return queries.getQueryData<Thread>(threadKey(id)) ?? findListedThread(queries, id)
}

function findListedThread(queries: QueryClient, id: string): Thread | null {
  for (const [, list] of queries.getQueriesData<ThreadList>({ queryKey: ['threads'] })) {
    const found = list && findInList(list, id)
    if (found) return found
  }
  return null
}

/**
 * Version of each thread that has been applied to all lists. The thread's own entry may be newer: a thread that the agent opened by a link,
 * before its event arrived, is in no list yet.
 */
const appliedVersions = new WeakMap<QueryClient, Map<string, number>>()

function noteApplied(queries: QueryClient, { id, version }: Thread): void {
  const versions = appliedVersions.get(queries) ?? new Map<string, number>()
  appliedVersions.set(queries, versions.set(id, Math.max(version, versions.get(id) ?? 0)))
}

/**
 * Updates a thread everywhere in the cache, with pending changes on top. Returns false when only the service can compute one of the totals.
 */
export function putThread(queries: QueryClient, given: ThreadChange): boolean {
  const change = { ...given, now: applyPending(queries, given.now) }
  const { now, before } = change
  // A pending change has the version of the thread before it, so it does not count as applied.
  if (before === null || now.version > before.version) noteApplied(queries, now)
  // Do not cache threads that no component shows: a colleague's bulk change can affect thousands.
  if (change.isOwn || queries.getQueryState(threadKey(now.id)))
    queries.setQueryData<Thread>(threadKey(now.id), (alone) => (alone && alone.version > now.version ? alone : now))
  for (const query of queries.getQueryCache().findAll({ queryKey: ['threads'] })) {
    const [, filters] = query.queryKey
    // Events wait for running requests, but the agent's own change does not. Cancel the requests, because their older rows would replace
    // the change; the list refetches the page if it still needs it.
    if (change.isOwn && query.state.fetchStatus === 'fetching' && query.state.fetchMeta) void query.cancel({ revert: true })
    // Safe because `listKey` makes these keys.
    const list = query.state.data as ThreadList | undefined
    const patched = list && patchList(list, filters as ThreadFilters, change)
    if (patched !== list) queries.setQueryData<ThreadList>(query.queryKey, patched)
  }
  const customerListKey = ['customer-threads', now.customer.id]
  const customerList = queries.getQueryData<ThreadList>(customerListKey)
  // The customer's short list next to the thread shows new rows immediately.
  if (customerList)
    queries.setQueryData<ThreadList>(customerListKey, patchList(customerList, { customerId: now.customer.id }, { ...change, isOwn: true }))
  return patchCounts(queries, change)
}

/** Applies an event to the cache. Returns false when the event lacks data, so that the caller must query the service. */
export function applyThreadEvent(queries: QueryClient, event: SkeinEvent, meId: string): boolean {
  applyScheduledEvent(queries, event)
  applyClockEvent(queries, event)
  if (isThreadEvent(event)) {
    const now = event.data.object
    // This version or a newer one has already been applied.
    if ((appliedVersions.get(queries)?.get(now.id) ?? 0) >= now.version) return true
    // The lists already show later changes made in this tab, whose events will bring the thread's final state.
    if (getMinVersion(queries, now) > now.version) return true
    const listed = findListedThread(queries, now.id)
    if (listed && listed.version >= now.version) {
      noteApplied(queries, now)
      refetchOtherLists(queries, now)
      return true
    }
    const known = findThread(queries, now.id)
    const isOlder = known !== null && known.version < now.version
    const before = isOlder ? known : event.type === 'thread.created' ? null : { ...now, ...event.data.previous }
    return putThread(queries, { now, before, meId })
  }
  if (event.type === 'message.created') {
    const isEnough = putMessage(queries, event.data.object, meId)
    // Events truncate messages over 20 KB, so fetch the complete message.
    if (event.truncated) void queries.invalidateQueries({ queryKey: messagesKey(event.data.object.threadId) })
    return isEnough
  }
  if (event.type === 'message.delivery_changed') patchDelivery(queries, event.data.object)
  if (event.type === 'message.deleted') removeMessage(queries, event.data.object)
  if (event.type === 'message.updated') {
    patchPreview(queries, event.data.object)
    // Events contain no file URLs and truncate long messages, so fetch the changed one.
    void queries.invalidateQueries({ queryKey: messagesKey(event.data.object.threadId) })
  }
  if (event.type === 'thread.erased') dropPreview(queries, event.data.object.id)
  // SLA events do not contain the thread, so they cannot update lists that filter by SLA clocks.
  if (
    event.type.startsWith('sla.') &&
    queries.getQueriesData({ queryKey: ['threads'] }).some(([key]) => dependsOnClocks(key[1] as ThreadFilters))
  )
    return false
  return true
}

/**
 * Refetches the lists that do not contain the thread, and the counts. One list was fetched after the change, but the others may be older.
 */
function refetchOtherLists(queries: QueryClient, { id }: Thread): void {
  // Safe because `listKey` makes these keys.
  const lacksIt = (list: unknown): boolean => list !== undefined && findInList(list as ThreadList, id) === null
  void queries.invalidateQueries({ queryKey: ['threads'], predicate: ({ state }) => lacksIt(state.data) })
  void queries.invalidateQueries({ queryKey: ['thread-count'] })
  void queries.invalidateQueries({ queryKey: viewCountsKey })
}

type ThreadEvent = Extract<SkeinEvent, { data: { object: Thread } }>

/** Event types about a thread whose object is not the thread. */
const withoutThread: ReadonlySet<string> = new Set(['thread.erased', 'thread.participants_changed', 'thread.followers_changed'])

function isThreadEvent(event: SkeinEvent): event is ThreadEvent {
  return event.type.startsWith('thread.') && !withoutThread.has(event.type)
}

/**
 * Adds a message to the cache. Returns false when its thread is not cached, because a message does not contain the thread's assignee or
 * status.
 */
export function putMessage(queries: QueryClient, message: Message, meId: string): boolean {
  if (!message.silent) putPreview(queries, message)
  queries.setQueryData<MessageList>(messagesKey(message.threadId), (list) => {
    if (!list || list.pages.some(({ data }) => data.some(({ id }) => id === message.id))) return list
    const pages = list.pages.map((page, i) => ({
      ...page,
      data: i === 0 ? [message, ...page.data] : page.data,
      meta: { ...page.meta, total: page.meta.total + 1 },
    }))
    return { ...list, pages }
  })
  if (message.silent) return true
  const known = findThread(queries, message.threadId)
  if (!known) return false
  if (known.lastMessageId === message.id || known.lastMessageAt > message.createdAt) return true
  const isCertain = putThread(queries, { now: addMessageTo(getBase(queries, known), message), before: known, meId, movesUp: true })
  // A customer's message can start SLA clocks, whose deadlines only the service can compute.
  return isCertain && (known.sla.length === 0 || message.authorType !== 'CUSTOMER')
}

/** Returns the thread with one more message. An agent's reply ends the customer's wait; a customer's message starts one. */
export function addMessageTo(thread: Thread, { id, createdAt, authorType, internal }: Message): Thread {
  const isReply = authorType === 'AGENT' && !internal
  const waitingSince = authorType === 'CUSTOMER' ? (thread.waitingSince ?? createdAt) : isReply ? null : thread.waitingSince
  return {
    ...thread,
    lastMessageId: id,
    lastMessageAt: createdAt,
    lastMessageAuthorType: authorType,
    messageCount: thread.messageCount + 1,
    waitingSince,
    notSentMessageId: isReply ? null : thread.notSentMessageId,
  }
}

/** Updates the delivery of a cached message. Keeps its other fields, because events truncate long messages and contain no file URLs. */
export function patchDelivery(queries: QueryClient, { id, threadId, delivery }: Message): void {
  queries.setQueryData<MessageList>(messagesKey(threadId), (list) => {
    if (!list?.pages.some(({ data }) => data.some((each) => each.id === id))) return list
    const pages = list.pages.map((page) => ({ ...page, data: page.data.map((each) => (each.id === id ? { ...each, delivery } : each)) }))
    return { ...list, pages }
  })
}

function removeMessage(queries: QueryClient, { id, threadId }: Message): void {
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
