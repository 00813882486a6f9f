import { one, type Queryable, type Uuid } from '../../kit/index.ts'
import { apiKeyTable } from './queries.ts'

/** Revokes a key that the service created for itself; people's keys are revoked by the `revokeApiKey` operation. */
export async function revokeKey(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<void> {
  const current = await one(tx, apiKeyTable.lock, key)
  await tx.rows(apiKeyTable.change, { ...current, ...key, revokedAt: 'now' })
}
