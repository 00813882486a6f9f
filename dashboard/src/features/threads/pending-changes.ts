/**
 * The agent's changes that the service has not confirmed yet (optimistic updates). They are applied on top of each newer version of the
 * thread from the service.
 */
import type { QueryClient } from '@tanstack/react-query'
import type { Thread } from '@skein/client'

export type Patch = (thread: Thread) => Partial<Thread>
/** `base` is the latest thread from the service. */
type Pending = { base: Thread; patches: Patch[] }

const pending = new WeakMap<QueryClient, Map<string, Pending>>()

function getPending(queries: QueryClient): Map<string, Pending> {
  const known = pending.get(queries) ?? new Map<string, Pending>()
  pending.set(queries, known)
  return known
}

/** Returns the latest thread from the service, without pending changes. */
export function getBase(queries: QueryClient, thread: Thread): Thread {
  return getPending(queries).get(thread.id)?.base ?? thread
}

/** Applies the pending changes to a thread from the service. Ignores a thread that is older than the latest one. */
export function applyPending(queries: QueryClient, thread: Thread): Thread {
  const known = getPending(queries).get(thread.id)
  if (!known) return thread
  if (thread.version >= known.base.version) known.base = thread
  const shown = { ...known.base }
  for (const patch of known.patches) Object.assign(shown, patch(shown))
  return shown
}

export function addPendingPatch(queries: QueryClient, thread: Thread, patch: Patch): void {
  const { base, patches } = getPending(queries).get(thread.id) ?? { base: thread, patches: [] }
  getPending(queries).set(thread.id, { base, patches: [...patches, patch] })
}

/** Removes a patch and returns the latest thread from the service. */
export function removePendingPatch(queries: QueryClient, threadId: string, patch: Patch): Thread | null {
  const known = getPending(queries).get(threadId)
  if (!known) return null
  known.patches = known.patches.filter((each) => each !== patch)
  if (known.patches.length === 0) getPending(queries).delete(threadId)
  return known.base
}

/** Minimum version of each thread after this tab's changes, and the time of the last confirmation. */
const ownVersions = new WeakMap<QueryClient, Map<string, { version: number; at: number }>>()
/**
 * Milliseconds for which a minimum version applies. Events arrive within this time; keeping a wrong version for longer would hide
 * colleagues' changes.
 */
const ownVersionMs = 10_000

/** Records the minimum version of a thread after a change made in this tab. */
export function noteOwnVersion(queries: QueryClient, thread: Pick<Thread, 'id' | 'version'>): void {
  const versions = ownVersions.get(queries) ?? new Map<string, { version: number; at: number }>()
  ownVersions.set(queries, versions.set(thread.id, { version: getMinVersion(queries, thread), at: Date.now() }))
}

/** Returns the minimum version that the service can have of this thread. */
export function getMinVersion(queries: QueryClient, { id, version }: Pick<Thread, 'id' | 'version'>): number {
  const own = ownVersions.get(queries)?.get(id)
  return own && Date.now() - own.at < ownVersionMs ? Math.max(version, own.version) : version
}
