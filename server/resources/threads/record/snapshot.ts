import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { lockThreadRows } from './queries.ts'
import { findSnapshot, type ThreadSnapshot } from './snapshot-queries.ts'

/** Returns a thread with everything that filters compare; null when it does not exist. */
export async function loadSnapshot(db: Queryable, tenantId: Uuid, threadId: Uuid): Promise<ThreadSnapshot | null> {
  const row = await db.first(findSnapshot, { tenantId, id: threadId })
  if (!row) return null
  const { followerIds, customerIds, customerFields, fieldTypes, ...thread } = row
  return { thread, followerIds, customerIds, customerFields, fieldTypes }
}

/** Locks a thread until the commit, also one that was merged, and returns it; null when it does not exist. */
export async function lockSnapshot(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<ThreadSnapshot | null> {
  // A statement that waits for a lock reads other tables as they were before the wait, so a second one reads the thread.
  await tx.rows(lockThreadRows, { tenantId, ids: [threadId] })
  return loadSnapshot(tx, tenantId, threadId)
}
