/** Maintains deliveries: cancels those held for too long, deletes old ones, and reports the backlog. */
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { secretPurpose } from './send-request.ts'
import {
  countBacklog,
  countDisabled,
  correctTotals,
  countTenantBacklog,
  dropEmptyTotals,
  findDisabled,
  findSealedSecret,
  findWrongTotals,
  cancelHeldDeliveries,
  pruneDeliveries,
  type Backlog,
} from './maintain-queries.ts'

/** Days for which deliveries of a paused or disabled webhook are held before they are cancelled. */
const maxHeldDays = 7
const batch = 5_000

/** Deletes a batch of deliveries older than `days`, and cancels a batch held for too long. True when there may be more. */
export async function maintainTenant(tx: Queryable, tenantId: Uuid, days: number): Promise<boolean> {
  const held = await tx.first(cancelHeldDeliveries, { tenantId, days: maxHeldDays, batch })
  const old = await tx.first(pruneDeliveries, { tenantId, days, batch })
  if (held?.changed === batch || old?.changed === batch) return true
  await tx.rows(dropEmptyTotals, { tenantId })
  return false
}

/** Recounts a tenant's delivery totals from its rows. Returns how many were wrong. */
export async function recountDeliveries(db: Database, tenantId: Uuid): Promise<number> {
  const wrong = await db.rows(findWrongTotals, { tenantId })
  if (wrong.length > 0) await db.rows(correctTotals, { tenantId, wrong })
  return wrong.length
}

/** Returns the backlog of one tenant or of all, for system health and metrics. */
export async function readBacklog(db: Pick<Queryable, 'first'>, tenantId: Uuid | null = null): Promise<Backlog> {
  const backlog = tenantId === null ? await db.first(countBacklog, {}) : await db.first(countTenantBacklog, { tenantId })
  return backlog ?? { depth: 0, oldestSeconds: null, dead: 0, behind: 0 }
}

/** Counts a tenant's webhooks that the service has disabled. */
export async function countDisabledWebhooks(db: Pick<Database, 'first'>, tenantId: Uuid): Promise<number> {
  return (await db.first(countDisabled, { tenantId }))?.count ?? 0
}

/** Returns the tenants with webhooks that the service has disabled, most affected first. */
export function findTenantsWithDisabledWebhooks(db: Pick<Database, 'rows'>): Promise<{ tenantId: Uuid; count: number }[]> {
  return db.rows(findDisabled, {})
}

/** True when the service's key can decrypt the webhooks' secrets; null when there is no webhook. */
export async function canDecryptSecrets(db: Pick<Database, 'first'>, secrets: Secrets): Promise<boolean | null> {
  const found = await db.first(findSealedSecret, {})
  if (!found) return null
  try {
    secrets.decrypt(secretPurpose, found.sealed)
    return true
  } catch {
    return false
  }
}
