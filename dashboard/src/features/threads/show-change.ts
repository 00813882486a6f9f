/** Shows an agent's change to a thread optimistically. */
import type { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { addPendingPatch, getBase, removePendingPatch, noteOwnVersion, getMinVersion, type Patch } from './pending-changes.ts'
import { findThread, putThread } from './thread-cache.ts'

export type ShownChange = {
  /** Completes the change with the thread from the response. */
  confirmWith(thread: Thread): void
  /** Completes the change when the response does not contain the thread. An event brings the thread later. */
  confirm(): void
  /** Rolls back a change that was refused or not sent. Keeps changes that colleagues made in the meantime. */
  revert(): void
}

export function showChange(queries: QueryClient, thread: Thread, patch: Patch, meId: string): ShownChange {
  const show = (now: Thread): void => void putThread(queries, { now, before: findThread(queries, now.id) ?? thread, meId, isOwn: true })
  const known = findThread(queries, thread.id) ?? thread
  // Events of earlier changes, which do not include this change, may still arrive.
  const version = getMinVersion(queries, getBase(queries, known))
  // A change without effect does not raise the version.
  const isChange = JSON.stringify({ ...known, ...patch(known) }) !== JSON.stringify(known)
  addPendingPatch(queries, known, patch)
  show(getBase(queries, known))
  const end = (next: (base: Thread) => Thread): void => {
    const base = removePendingPatch(queries, thread.id, patch)
    if (base) show(next(base))
  }
  return {
    confirmWith: (response) => end((base) => (response.version >= base.version ? response : base)),
    confirm() {
      if (isChange) noteOwnVersion(queries, { id: thread.id, version: version + 1 })
      end((base) => (base.version > version ? base : { ...base, ...patch(base) }))
    },
    revert: () => end((base) => base),
  }
}
