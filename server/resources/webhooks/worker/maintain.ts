/** Maintenance of deliveries: cancels deliveries that were held back for too long, and deletes old ones. */
import type { Database, Queryable, Secrets, Uuid } from '../../../kit/index.ts'
import { secretPurpose } from './send-request.ts'
import {
  countBacklog,
  countDisabled,
  countTenantBacklog,
  dropEmptyTotals,
  findDisabled,
  findSealedSecret,
  giveUpHeld,
  pruneDeliveries,
  recountTotals,
  type Backlog,
} from './maintain-queries.ts'

/** How long deliveries of a paused or disabled webhook are kept for it. */
const heldDaysMax = 7
const batch = 5_000

/**
 * Deletes a batch of a tenant's deliveries older than `days`, and cancels a batch of those held back for more than seven days.
 * Returns whether there may be more.
 */
export async function maintainTenant(tx: Queryable, tenantId: Uuid, days: number): Promise<boolean> {
  const held = await tx.first(giveUpHeld, { tenantId, days: heldDaysMax, batch })
  const old = await tx.first(pruneDeliveries, { tenantId, days, batch })
  if (held?.changed === batch || old?.changed === batch) return true
  await tx.rows(dropEmptyTotals, { tenantId })
  return false
}

/** Recounts a tenant's delivery totals from its rows. Returns how many were wrong. */
export async function recountDeliveries(db: Database, tenantId: Uuid): Promise<number> {
  return (await db.first(recountTotals, { tenantId }))?.corrected ?? 0
}

/** Deliveries and events that wait to be sent, of one tenant or of all: for system health and metrics. */
export async function deliveryBacklog(db: Pick<Queryable, 'first'>, tenantId: Uuid | null = null): Promise<Backlog> {
  const backlog = tenantId === null ? await db.first(countBacklog, {}) : await db.first(countTenantBacklog, { tenantId })
  return backlog ?? { depth: 0, oldestSeconds: null, dead: 0, behind: 0 }
}

/** How many webhooks of a tenant the service has disabled. */
export async function disabledWebhooks(db: Pick<Database, 'first'>, tenantId: Uuid): Promise<number> {
  return (await db.first(countDisabled, { tenantId }))?.count ?? 0
}

/** The tenants with webhooks that the service has disabled, those with the most first. */
export function tenantsWithDisabledWebhooks(db: Pick<Database, 'rows'>): Promise<{ tenantId: Uuid; count: number }[]> {
  return db.rows(findDisabled, {})
}

/** Whether these secrets can decrypt the webhooks' secrets; null when there is no webhook to try. */
export async function opensWebhookSecrets(db: Pick<Database, 'first'>, secrets: Secrets): Promise<boolean | null> {
  const found = await db.first(findSealedSecret, {})
  if (!found) return null
  try {
    secrets.decrypt(secretPurpose, found.sealed)
    return true
  } catch {
    return false
  }
}
