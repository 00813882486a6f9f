import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { lockThreadRows } from './queries.ts'
import { findSnapshot, type ThreadSnapshot } from './snapshot-queries.ts'

/** Returns a thread with everything that filters compare; null for an unknown thread. */
export async function loadSnapshot(db: Queryable, tenantId: Uuid, threadId: Uuid): Promise<ThreadSnapshot | null> {
  const row = await db.first(findSnapshot, { tenantId, id: threadId })
  if (!row) return null
  const { followerIds, customerIds, customerFields, fieldTypes, ...thread } = row
  return { thread, followerIds, customerIds, customerFields, fieldTypes }
}

/** Locks a thread until the commit, even a merged one, and returns it; null for an unknown thread. */
export async function lockSnapshot(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<ThreadSnapshot | null> {
  // A statement that waits for a lock sees other tables as they were before the wait, so a second statement reads the thread.
  await tx.rows(lockThreadRows, { tenantId, ids: [threadId] })
  return loadSnapshot(tx, tenantId, threadId)
}
