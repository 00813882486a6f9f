/** Agents who have each thread open, from the service's presence events. */
import { useSyncExternalStore } from 'react'
import type { PresenceChange } from '@skein/client'
import { createStore } from '../../api/store.ts'

export type PresentAgent = { id: string; name: string; isTyping: boolean }
type ByThread = ReadonlyMap<string, readonly PresentAgent[]>

const nobody: readonly PresentAgent[] = []
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

/** Returns the agents who have the thread open, including the signed-in agent. The array reference is stable until it changes. */
export function usePresentAgents(threadId: string): readonly PresentAgent[] {
  return useSyncExternalStore(present.subscribe, () => present.get().get(threadId) ?? nobody)
}
