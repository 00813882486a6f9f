import type { Queryable } from '#platform/db.ts'
import type { Secrets } from '#platform/secrets.ts'
import { keyLifeDaysDefault, makeKey, secondsPerDay } from '../resources/api-keys/index.ts'
import { addTenant, type CreatedTenant, type TenantRequest } from '../resources/tenants/index.ts'
import { auditSystem } from './system-audit.ts'

/** Creates a tenant with an `admin` key for its owner, in the caller's transaction. Throws TenantRefused. */
export async function addTenantWithKey(tx: Queryable, secrets: Secrets, request: TenantRequest): Promise<CreatedTenant & { key: string }> {
  const tenant = await addTenant(tx, request)
  const { tenantId, ownerId: userId } = tenant
  const { key } = await makeKey(tx, secrets, {
    tenantId,
    userId,
    name: 'First key',
    scopes: ['admin'],
    lifeSeconds: keyLifeDaysDefault * secondsPerDay,
  })
  await auditSystem(tx, tenantId, { action: 'tenant.created', target: { type: 'tenant', id: tenantId }, after: request })
  return { ...tenant, key }
}
