/** Shows what somebody does to a thread before the service has answered. */
import type { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { addPatch, baseOf, dropPatch, noteReached, reachedVersion, type Patch } from './pending-changes.ts'
import { knownThread, putThread } from './thread-cache.ts'

export type ShownChange = {
  /** The thread as the service has it now. */
  answered(thread: Thread): void
  /** Done, by an answer that does not show the thread. Its event does. */
  done(): void
  /** Refused, or not sent: the thread is shown without it, and with what others have done meanwhile. */
  takeBack(): void
}

export function showChange(queries: QueryClient, thread: Thread, patch: Patch, meId: string): ShownChange {
  const show = (told: Thread): void =>
    void putThread(queries, { now: told, before: knownThread(queries, told.id) ?? thread, meId, isOwn: true })
  const known = knownThread(queries, thread.id) ?? thread
  // Events of earlier changes may still arrive; they do not contain this change.
  const version = reachedVersion(queries, baseOf(queries, known))
  // A change without effect does not raise the version.
  const isChange = JSON.stringify({ ...known, ...patch(known) }) !== JSON.stringify(known)
  addPatch(queries, known, patch)
  show(baseOf(queries, known))
  const end = (next: (base: Thread) => Thread): void => {
    const base = dropPatch(queries, thread.id, patch)
    if (base) show(next(base))
  }
  return {
    answered: (told) => end((base) => (told.version >= base.version ? told : base)),
    done() {
      if (isChange) noteReached(queries, { id: thread.id, version: version + 1 })
      end((base) => (base.version > version ? base : { ...base, ...patch(base) }))
    },
    takeBack: () => end((base) => base),
  }
}
