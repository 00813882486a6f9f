/** Creates API keys for operators, with an audit row like every write. */
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Scope } from '#platform/principal.ts'
import { createSecrets } from '#platform/secrets.ts'
import { makeKey, revokeKey } from '../resources/api-keys/index.ts'
import { findTenantId, getOwnerId } from '../resources/tenants/index.ts'
import { UsageError } from './command.ts'
import { auditSystem } from './system-audit.ts'

export type OperatorKey = { tenantId: Uuid; id: Uuid; key: string }

/** Creates a key that acts for the owner of the tenant `slug`. Throws UsageError when the tenant does not exist. */
export async function makeOperatorKey(
  db: Database,
  { secretKey }: Config,
  slug: string,
  request: { name: string; scopes: Scope[]; lifeSeconds: number },
): Promise<OperatorKey> {
  const tenantId = await findTenantId(db, slug)
  if (tenantId === null) throw new UsageError(`There is no tenant "${slug}". Create one with "tenant create".`)
  const userId = await getOwnerId(db, tenantId)
  return db.transaction(async (tx) => {
    const { id, key, name, scopes, expiresAt } = await makeKey(tx, createSecrets(secretKey), { tenantId, userId, ...request })
    await auditSystem(tx, tenantId, {
      action: 'api_key.created',
      target: { type: 'api_key', id },
      after: { name, scopes, userId, expiresAt },
    })
    return { tenantId, id, key }
  })
}

export async function revokeOperatorKey(db: Database, { tenantId, id }: OperatorKey): Promise<void> {
  await db.transaction(async (tx) => {
    await revokeKey(tx, { tenantId, id })
    await auditSystem(tx, tenantId, { action: 'api_key.revoked', target: { type: 'api_key', id } })
  })
}
