/** Agents who have each thread open, and visitors who have each chat open, from the service's presence events. */
import { useSyncExternalStore } from 'react'
import type { VisitorChange } from '@skein/client'
import type { AnyPresence } from '../../api/event-feed.ts'
import { createStore, useStore } from '../../api/store.ts'

export type PresentAgent = { id: string; name: string; isTyping: boolean }
type ByThread = ReadonlyMap<string, readonly PresentAgent[]>

const nobody: readonly PresentAgent[] = []
const present = createStore<ByThread>(new Map())

/** Visitors by the thread of their chat. */
const visitors = createStore<ReadonlyMap<string, VisitorChange>>(new Map())

export function notePresence(changes: readonly AnyPresence[], isAll: boolean): void {
  const next = new Map(isAll ? [] : present.get())
  const nextVisitors = new Map(isAll ? [] : visitors.get())
  for (const change of changes) {
    const { threadId, state } = change
    if ('visitor' in change) {
      if (state === 'LEFT') nextVisitors.delete(threadId)
      else nextVisitors.set(threadId, change)
      continue
    }
    const { user } = change
    const others = (next.get(threadId) ?? nobody).filter(({ id }) => id !== user.id)
    const now = state === 'LEFT' ? others : [...others, { id: user.id, name: user.name, isTyping: state === 'TYPING' }]
    if (now.length > 0) next.set(threadId, now)
    else next.delete(threadId)
  }
  present.set(next)
  visitors.set(nextVisitors)
}

/** Returns the agents who have the thread open, including the signed-in agent. The array reference is stable until it changes. */
export function usePresentAgents(threadId: string): readonly PresentAgent[] {
  return useSyncExternalStore(present.subscribe, () => present.get().get(threadId) ?? nobody)
}

/** Returns what the visitor of a chat does now; undefined when the visitor is away. */
export function useVisitor(threadId: string): VisitorChange | undefined {
  return useStore(visitors).get(threadId)
}
