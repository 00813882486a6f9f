/** Cached lists of threads. A list can have ten thousand rows, so an event replaces only the page that contains its thread. */
import type { InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Thread } from '@skein/client'

/**
 * `newRows` contains the rows that arrived since the list was loaded. They are added when the agent asks for them, so that no row moves by
 * itself.
 */
export type ThreadPage = { data: Thread[]; meta: AnswerOf<'listThreads'>['meta']; newRows?: Thread[] }
export type ThreadList = InfiniteData<ThreadPage, string>

/** A change to a thread. `before` is null for a new thread. */
export type ThreadChange = {
  now: Thread
  before: Thread | null
  meId: string
  /** Whether the agent made the change in this tab. */
  isOwn?: boolean
  /** Whether a new message moves the thread to the top of lists that are ordered by messages, even if the thread was not in the cache. */
  movesUp?: boolean
}

/** Row indexes by id. They never become stale, because arrays of rows are replaced instead of mutated. */
const byId = new WeakMap<readonly Thread[], ReadonlyMap<string, Thread>>()

export function findInRows(rows: readonly Thread[] | undefined, id: string): Thread | null {
  if (!rows || rows.length === 0) return null
  const known = byId.get(rows) ?? new Map(rows.map((thread) => [thread.id, thread]))
  byId.set(rows, known)
  return known.get(id) ?? null
}

/** Finds a thread among the rows of a list, including hidden new rows. */
export function findInList(list: ThreadList, id: string): Thread | null {
  for (const { data, newRows } of list.pages) {
    const found = findInRows(data, id) ?? findInRows(newRows, id)
    if (found) return found
  }
  return null
}

/** Replaces a thread on each page that has it, or removes it when `now` is null. Returns the same list when no page has it. */
export function replaceThread(list: ThreadList, id: string, now: Thread | null): ThreadList {
  const replaceIn = (rows: Thread[]): Thread[] => rows.flatMap((each) => (each.id === id ? (now ?? []) : [each]))
  let isChanged = false
  const pages = list.pages.map((page) => {
    const { data, newRows } = page
    const [isShown, isNewRow] = [findInRows(data, id) !== null, findInRows(newRows, id) !== null]
    if (!isShown && !isNewRow) return page
    isChanged = true
    return { ...page, data: isShown ? replaceIn(data) : data, ...(newRows ? { newRows: isNewRow ? replaceIn(newRows) : newRows } : {}) }
  })
  return isChanged ? { ...list, pages } : list
}

/** Sets the total of a list, which is in the metadata of its first page. */
export function setTotal(list: ThreadList, total: number): ThreadList {
  const [first, ...rest] = list.pages
  if (!first || first.meta.total === total) return list
  return { ...list, pages: [{ ...first, meta: { ...first.meta, total } }, ...rest] }
}
