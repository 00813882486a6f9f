/** Threads with unseen mentions of the signed-in agent, collected from events and stored in the browser. */
import type { Message } from '@skein/client'
import { createStore, useStore } from '../../api/store.ts'

/** `of` is the id of the mentioned agent. */
type Mentioned = { of: string; threadIds: readonly string[] }

const storageKey = 'skein.mentions'
const maxThreads = 200
const store = createStore<Mentioned>(read())

/** Records a mention. Returns true when the message mentions the agent or one of their teams, and the agent is not viewing the thread. */
export function noteMention({ mentions, mentionedTeamIds, author, threadId }: Message, meId: string, teamIds: readonly string[]): boolean {
  if (!(mentions.includes(meId) || mentionedTeamIds.some((id) => teamIds.includes(id))) || author?.id === meId) return false
  const isSeen = document.visibilityState === 'visible' && location.pathname.endsWith(`/${threadId}`)
  if (isSeen) return false
  const known = store.get().of === meId ? store.get().threadIds : []
  save({ of: meId, threadIds: [threadId, ...known.filter((each) => each !== threadId)].slice(0, maxThreads) })
  return true
}

export function clearMention(threadId: string): void {
  const { of, threadIds } = store.get()
  if (threadIds.includes(threadId)) save({ of, threadIds: threadIds.filter((each) => each !== threadId) })
}

export function useIsMentioned(threadId: string, meId: string): boolean {
  const { of, threadIds } = useStore(store)
  return of === meId && threadIds.includes(threadId)
}

function save(next: Mentioned): void {
  localStorage.setItem(storageKey, JSON.stringify(next))
  store.set(next)
}

function read(): Mentioned {
  const nothing = { of: '', threadIds: [] }
  if (typeof localStorage === 'undefined') return nothing
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('of' in stored && 'threadIds' in stored)) return nothing
    if (typeof stored.of !== 'string' || !Array.isArray(stored.threadIds)) return nothing
    return { of: stored.of, threadIds: stored.threadIds.filter((id) => typeof id === 'string') }
  } catch {
    return nothing
  }
}
