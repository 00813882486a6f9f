import type { Queryable } from '../../kit/db.ts'
import type { Uuid } from '../../kit/ids.ts'
import { revokeKeyRow } from './queries.ts'

/** Ends a key that the service made for itself; people's keys are revoked by the operation of that name. */
export async function revokeKey(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<void> {
  await tx.rows(revokeKeyRow, key)
}
