/** Who else is in which thread, as the service tells it. */
import { useSyncExternalStore } from 'react'
import type { PresenceChange } from '@skein/client'
import { createStore } from '../../api/store.ts'

export type Present = { id: string; name: string; isTyping: boolean }
type ByThread = ReadonlyMap<string, readonly Present[]>

const nobody: readonly Present[] = []
const present = createStore<ByThread>(new Map())

export function notePresence(changes: readonly PresenceChange[], isAll: boolean): void {
  const next = new Map(isAll ? [] : present.get())
  for (const { threadId, user, state } of changes) {
    const others = (next.get(threadId) ?? nobody).filter(({ id }) => id !== user.id)
    const now = state === 'LEFT' ? others : [...others, { id: user.id, name: user.name, isTyping: state === 'TYPING' }]
    if (now.length > 0) next.set(threadId, now)
    else next.delete(threadId)
  }
  present.set(next)
}

/** Everybody who is in the thread now, oneself included when one reports it. The same list while nothing changes. */
export function usePresent(threadId: string): readonly Present[] {
  return useSyncExternalStore(present.subscribe, () => present.get().get(threadId) ?? nobody)
}
