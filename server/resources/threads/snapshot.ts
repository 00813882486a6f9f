import type { Queryable, Uuid } from '../../kit/index.ts'
import { findSnapshot, type ThreadSnapshot } from './snapshot-queries.ts'

/** Returns a thread with everything that filters compare; null when it does not exist. */
export async function loadSnapshot(db: Queryable, tenantId: Uuid, threadId: Uuid): Promise<ThreadSnapshot | null> {
  const row = await db.first(findSnapshot, { tenantId, id: threadId })
  if (!row) return null
  const { followerIds, customerIds, customerFields, fieldTypes, ...thread } = row
  return { thread, followerIds, customerIds, customerFields, fieldTypes }
}
