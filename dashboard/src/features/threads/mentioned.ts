/** Threads in which somebody has mentioned whoever is signed in, until they have seen them: kept in the browser, from the events it heard. */
import type { Message } from '@skein/client'
import { createStore, useStore } from '../../api/store.ts'

type Mentioned = { of: string; threadIds: readonly string[] }

const storageKey = 'skein.mentions'
const threadsMax = 200
const store = createStore<Mentioned>(read())

/** Whether the message is news: it mentions them, and they do not look at it. */
export function noteMention({ mentions, author, threadId }: Message, meId: string): boolean {
  if (!mentions.includes(meId) || author?.id === meId) return false
  const isSeen = document.visibilityState === 'visible' && location.pathname.endsWith(`/${threadId}`)
  if (isSeen) return false
  const known = store.get().of === meId ? store.get().threadIds : []
  keep({ of: meId, threadIds: [threadId, ...known.filter((each) => each !== threadId)].slice(0, threadsMax) })
  return true
}

export function forgetMention(threadId: string): void {
  const { of, threadIds } = store.get()
  if (threadIds.includes(threadId)) keep({ of, threadIds: threadIds.filter((each) => each !== threadId) })
}

export function useIsMentioned(threadId: string, meId: string): boolean {
  const { of, threadIds } = useStore(store)
  return of === meId && threadIds.includes(threadId)
}

function keep(next: Mentioned): void {
  localStorage.setItem(storageKey, JSON.stringify(next))
  store.set(next)
}

function read(): Mentioned {
  const nothing = { of: '', threadIds: [] }
  if (typeof localStorage === 'undefined') return nothing
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('of' in kept && 'threadIds' in kept)) return nothing
    if (typeof kept.of !== 'string' || !Array.isArray(kept.threadIds)) return nothing
    return { of: kept.of, threadIds: kept.threadIds.filter((id) => typeof id === 'string') }
  } catch {
    return nothing
  }
}
