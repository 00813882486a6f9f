/** Lists of threads as the cache has them. A list may have ten thousand rows, and an event changes one: the pages without it stay as they are. */
import type { InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Thread } from '@skein/client'

export type ThreadPage = { data: Thread[]; meta: AnswerOf<'listThreads'>['meta']; fresh?: Thread[] }
export type ThreadList = InfiniteData<ThreadPage, string>

/** `before` is null for a new thread. */
export type ThreadChange = {
  now: Thread
  before: Thread | null
  meId: string
  /** Of whoever looks. */
  isOwn?: boolean
  /** It has come to the top of the lists that are ordered by messages: nobody knew it here. */
  arrives?: boolean
}

/** By id. Rows are replaced and never changed, so what was looked up once holds. */
const byId = new WeakMap<readonly Thread[], ReadonlyMap<string, Thread>>()

export function threadIn(rows: readonly Thread[] | undefined, id: string): Thread | null {
  if (!rows || rows.length === 0) return null
  const known = byId.get(rows) ?? new Map(rows.map((thread) => [thread.id, thread]))
  byId.set(rows, known)
  return known.get(id) ?? null
}

/** Among its rows, or among those that wait to be shown. */
export function threadInList(list: ThreadList, id: string): Thread | null {
  for (const { data, fresh } of list.pages) {
    const found = threadIn(data, id) ?? threadIn(fresh, id)
    if (found) return found
  }
  return null
}

/** The list with `now` in place of the thread, on each page that has it; null takes it out. The same list when no page has it. */
export function replaceThread(list: ThreadList, id: string, now: Thread | null): ThreadList {
  const replaced = (rows: Thread[]): Thread[] => rows.flatMap((each) => (each.id === id ? (now ?? []) : [each]))
  let isChanged = false
  const pages = list.pages.map((page) => {
    const { data, fresh } = page
    const [isShown, isFresh] = [threadIn(data, id) !== null, threadIn(fresh, id) !== null]
    if (!isShown && !isFresh) return page
    isChanged = true
    return { ...page, data: isShown ? replaced(data) : data, ...(fresh ? { fresh: isFresh ? replaced(fresh) : fresh } : {}) }
  })
  return isChanged ? { ...list, pages } : list
}

/** The total of a list is that of its first page. */
export function withTotal(list: ThreadList, total: number): ThreadList {
  const [first, ...rest] = list.pages
  if (!first || first.meta.total === total) return list
  return { ...list, pages: [{ ...first, meta: { ...first.meta, total } }, ...rest] }
}
