/**
 * The threads that are shown, kept up to date by events instead of by asking again. A list is patched in place: its total follows what the
 * thread was before and is now, also where the thread itself has not been loaded. New rows wait in `fresh`, so that nothing jumps.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Message, SkeinEvent, Thread } from '@skein/client'
import { matches, type ThreadFilters } from './views.ts'

export type ThreadPage = { data: Thread[]; meta: { cursor: string; hasMore: boolean; total: number }; fresh?: Thread[] }
export type ThreadList = InfiniteData<ThreadPage, string>
export type MessagePage = { data: Message[]; meta: { cursor: string; hasMore: boolean; total: number } }
export type MessageList = InfiniteData<MessagePage, string>

export const listKey = (filters: ThreadFilters) => ['threads', filters] as const
export const threadKey = (id: string) => ['thread', id] as const
export const messagesKey = (id: string) => ['messages', id] as const

/** What happens to a list when a thread changes. `before` is null for a new thread. */
export function patchList(
  list: ThreadList,
  filters: ThreadFilters,
  change: { now: Thread; before: Thread | null; meId: string; isOwn?: boolean },
): ThreadList {
  const { now, before, meId, isOwn = false } = change
  const belongs = matches(now, filters, meId)
  const belonged = before !== null && matches(before, filters, meId)
  const difference = Number(belongs) - Number(belonged)
  const isShown = list.pages.some(({ data }) => data.some(({ id }) => id === now.id))
  const isFresh = list.pages[0]?.fresh?.some(({ id }) => id === now.id) ?? false
  if (!belongs && !isShown && !isFresh && difference === 0) return list
  const pages = list.pages.map((page, i) => {
    const swap = (threads: Thread[]): Thread[] => threads.flatMap((each) => (each.id === now.id ? (belongs ? [now] : []) : [each]))
    const fresh = i === 0 ? swap(page.fresh ?? []) : page.fresh
    const isNew = i === 0 && belongs && !isShown && !isFresh && difference > 0
    if (isNew && !isOwn) fresh?.unshift(now)
    return {
      ...page,
      // What somebody brings back themselves stands where it stood.
      data: isNew && isOwn ? inPlace(page.data, now, filters.sort) : swap(page.data),
      meta: { ...page.meta, total: Math.max(0, page.meta.total + difference) },
      ...(fresh ? { fresh } : {}),
    }
  })
  return { ...list, pages }
}

/** The rows with one more, by the order of the list. */
function inPlace(rows: readonly Thread[], thread: Thread, sort: ThreadFilters['sort'] = '-createdAt'): Thread[] {
  const isDescending = sort.startsWith('-')
  // Safe because the sort orders are names of fields that hold times, with a sign.
  const field = sort.replace('-', '') as 'createdAt' | 'updatedAt' | 'lastMessageAt' | 'waitingSince'
  const valueOf = (each: Thread): string => each[field] ?? ''
  const at = rows.findIndex((each) => (isDescending ? valueOf(each) < valueOf(thread) : valueOf(each) > valueOf(thread)))
  return at < 0 ? [...rows, thread] : rows.toSpliced(at, 0, thread)
}

/** The thread as it is known here, from whichever list. */
export function knownThread(queries: QueryClient, id: string): Thread | null {
  const alone = queries.getQueryData<Thread>(threadKey(id))
  if (alone) return alone
  for (const [, list] of queries.getQueriesData<ThreadList>({ queryKey: ['threads'] }))
    for (const { data, fresh = [] } of list?.pages ?? []) {
      const found = [...data, ...fresh].find((thread) => thread.id === id)
      if (found) return found
    }
  return null
}

/** Puts a thread everywhere it is shown. */
export function putThread(queries: QueryClient, now: Thread, before: Thread | null, meId: string, isOwn = false): void {
  queries.setQueryData<Thread>(threadKey(now.id), now)
  for (const [key, list] of queries.getQueriesData<ThreadList>({ queryKey: ['threads'] })) {
    const [, filters] = key
    // Safe because `listKey` makes these keys.
    if (list) queries.setQueryData<ThreadList>(key, patchList(list, filters as ThreadFilters, { now, before, meId, isOwn }))
  }
}

/** Applies an event to everything that is shown. */
export function applyEvent(queries: QueryClient, event: SkeinEvent, meId: string): void {
  if (isThreadEvent(event)) {
    const now = event.data.object
    const known = knownThread(queries, now.id)
    // What this tab did itself, or has heard of already.
    if (known && known.version >= now.version) return
    const before = known ?? (event.type === 'thread.created' ? null : { ...now, ...event.data.previous })
    putThread(queries, now, before, meId)
  } else if (event.type === 'message.created') putMessage(queries, event.data.object, meId)
  else if (event.type === 'message.deleted') dropMessage(queries, event.data.object)
}

type ThreadEvent = Extract<SkeinEvent, { data: { object: Thread } }>

function isThreadEvent(event: SkeinEvent): event is ThreadEvent {
  return event.type.startsWith('thread.') && event.type !== 'thread.erased'
}

export function putMessage(queries: QueryClient, message: Message, meId: string): void {
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
  // A thread that is nowhere shown changes its place in lists by what customers write: those are asked again.
  if (!known) return void queries.invalidateQueries({ queryKey: ['threads'], predicate: ({ queryKey: [, filters] }) => isWaiting(filters) })
  if (known.lastMessageId === message.id || known.lastMessageAt > message.createdAt) return
  putThread(queries, afterMessage(known, message), known, meId)
}

function isWaiting(filters: unknown): boolean {
  return typeof filters === 'object' && filters !== null && 'waiting' in filters
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
