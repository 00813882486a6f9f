import type { Queryable } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import type { VisitorSession } from '../sessions/session-token.ts'
import { findVisitor, type Reader } from './queries.ts'

/** Returns what the statements on conversations need to know of a visitor. A visitor who has not written may see nothing. */
export async function readReader(db: Queryable, { tenantId, inboxId, visitorId }: VisitorSession): Promise<Reader> {
  const found = await db.first(findVisitor, { tenantId, visitorId })
  return {
    tenantId,
    inboxId,
    address: toTypeId('vst', visitorId),
    customerIds: found?.customerIds ?? [],
    addresses: found?.addresses ?? [],
  }
}
