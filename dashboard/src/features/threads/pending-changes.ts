/** What somebody has done and the service has not answered yet. It lies on top of whatever the service says of the thread meanwhile. */
import type { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@skein/client'

export type Patch = (thread: Thread) => Partial<Thread>
/** `base`: the thread as the service has told it last. */
type Pending = { base: Thread; patches: Patch[] }

const pending = new WeakMap<QueryClient, Map<string, Pending>>()

function pendingOf(queries: QueryClient): Map<string, Pending> {
  const known = pending.get(queries) ?? new Map<string, Pending>()
  pending.set(queries, known)
  return known
}

/** The thread as the service has told it last, without what waits for an answer. */
export function baseOf(queries: QueryClient, thread: Thread): Thread {
  return pendingOf(queries).get(thread.id)?.base ?? thread
}

/** What to show of a thread of which the service says this. What is older than it has said before changes nothing. */
export function withPending(queries: QueryClient, told: Thread): Thread {
  const known = pendingOf(queries).get(told.id)
  if (!known) return told
  if (told.version >= known.base.version) known.base = told
  const shown = { ...known.base }
  for (const patch of known.patches) Object.assign(shown, patch(shown))
  return shown
}

export function addPatch(queries: QueryClient, thread: Thread, patch: Patch): void {
  const { base, patches } = pendingOf(queries).get(thread.id) ?? { base: thread, patches: [] }
  pendingOf(queries).set(thread.id, { base, patches: [...patches, patch] })
}

/** Takes a patch away and answers the thread without it. */
export function dropPatch(queries: QueryClient, threadId: string, patch: Patch): Thread | null {
  const known = pendingOf(queries).get(threadId)
  if (!known) return null
  known.patches = known.patches.filter((each) => each !== patch)
  if (known.patches.length === 0) pendingOf(queries).delete(threadId)
  return known.base
}

/** By thread: the version that the service must have after this tab's changes, and when the change was confirmed. */
const reached = new WeakMap<QueryClient, Map<string, { version: number; at: number }>>()
/** Events arrive within this time. Afterwards a version that was expected in error must not hide the changes of colleagues. */
const expectedMs = 10_000

/** Records that a change of this tab raised the thread to at least this version. */
export function noteReached(queries: QueryClient, thread: Pick<Thread, 'id' | 'version'>): void {
  const versions = reached.get(queries) ?? new Map<string, { version: number; at: number }>()
  reached.set(queries, versions.set(thread.id, { version: reachedVersion(queries, thread), at: Date.now() }))
}

/** The least version that the service can have of a thread that is known in this version. */
export function reachedVersion(queries: QueryClient, { id, version }: Pick<Thread, 'id' | 'version'>): number {
  const own = reached.get(queries)?.get(id)
  return own && Date.now() - own.at < expectedMs ? Math.max(version, own.version) : version
}
