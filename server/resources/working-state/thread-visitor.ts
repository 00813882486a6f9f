import type { Queryable } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { findThreadAddress, findThreadVisitor, type ThreadVisitorRow } from './visitor-queries.ts'

/** Returns the visitor with whom a thread takes place; null for threads of other channels, and after the visitor was erased. */
export async function readThreadVisitor(db: Queryable, key: { tenantId: Uuid; threadId: Uuid }): Promise<ThreadVisitorRow | null> {
  const found = await db.first(findThreadAddress, key)
  const visitorId = found && parseTypeId('vst', found.address)
  return visitorId ? db.first(findThreadVisitor, { ...key, visitorId }) : null
}
