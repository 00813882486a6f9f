/**
 * Tenants: the companies that use the service. Each has a slug (a host label below the base host), a default inbox,
 * an owner and one row of counters. Operators create them with the CLI.
 */
import type { Database } from '#platform/db.ts'
import type { FindTenantBySlug } from '#platform/http/hosts.ts'
import type { Uuid } from '#platform/ids.ts'
import { cacheBriefly } from '#platform/remember.ts'
import {
  countTenants,
  findOwner,
  findTenantIdBySlug,
  listTenantIds,
  lockCounters,
  readCounters,
  recountCounters,
  type Counters,
} from './queries.ts'

export { removeTenant, resumeTenant, suspendTenant } from './suspend-tenant.ts'
export { ReportedPeople, Weekday } from './reporting-schema.ts'
export {
  satisfactionExample,
  satisfactionFields,
  satisfactionInput,
  satisfactionOutput,
  SatisfactionScale,
} from './satisfaction-schema.ts'
export { readSettings, getSettings } from './settings.ts'
export {
  aiKeyPurpose,
  brandDefaults,
  findAiKey,
  findLogo,
  satisfactionDefaults,
  satisfactionReader,
  type SatisfactionSettings,
  settingsColumns,
  type TenantSettings,
} from './settings-queries.ts'
export { addTenant, checkTenant, createTenant, TenantRefused, type CreatedTenant, type TenantRequest } from './create-tenant.ts'

/** Finds the tenant of a slug; results are cached for at most a second. */
export function createFindTenantBySlug(db: Database): FindTenantBySlug {
  return cacheBriefly((slug) => findTenantId(db, slug))
}

export async function findTenantId(db: Database, slug: string): Promise<Uuid | null> {
  return (await db.first(findTenantIdBySlug, { slug }))?.tenantId ?? null
}

export async function isFirstStart(db: Database): Promise<boolean> {
  return (await db.first(countTenants, {}))?.count === 0
}

/** Lists all tenants by slug, for maintenance commands. */
export function listTenants(db: Database): Promise<{ tenantId: Uuid; slug: string }[]> {
  return db.rows(listTenantIds, {})
}

/** Returns the owner, for whom operators' API keys act. */
export async function getOwnerId(db: Database, tenantId: Uuid): Promise<Uuid> {
  const owner = await db.first(findOwner, { tenantId })
  if (!owner) throw new Error('The tenant has no owner')
  return owner.id
}

export type Recounted = { tenantId: Uuid; slug: string; before: Counters; after: Counters }

/** Recounts the row of counters of every tenant, one tenant at a time. */
export async function recountTenants(db: Database): Promise<Recounted[]> {
  const results: Recounted[] = []
  for (const { tenantId, slug } of await listTenants(db)) {
    const counters = await db.transaction(async (tx) => {
      await tx.rows(lockCounters, { tenantId })
      return { before: await tx.first(readCounters, { tenantId }), after: await tx.first(recountCounters, { tenantId }) }
    })
    if (counters.before && counters.after) results.push({ tenantId, slug, before: counters.before, after: counters.after })
  }
  return results
}
