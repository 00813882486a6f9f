import { one, type Queryable, type Uuid } from '../../kit/index.ts'
import { apiKeyTable } from './queries.ts'

/** Ends a key that the service made for itself; people's keys are revoked by the operation of that name. */
export async function revokeKey(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<void> {
  const current = await one(tx, apiKeyTable.lock, key)
  await tx.rows(apiKeyTable.change, { ...current, ...key, revokedAt: 'now' })
}
