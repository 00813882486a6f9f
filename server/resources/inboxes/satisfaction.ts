/** Inbox settings for satisfaction that override the tenant's. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { startReading } from '#platform/outbox/readers.ts'
import { satisfactionDefaults, satisfactionReader, type SatisfactionSettings } from '../tenants/index.ts'

/** Completes sent settings with the service's defaults. Undefined for settings that were not sent. */
export function completeSatisfaction(sent: Partial<SatisfactionSettings> | null | undefined): SatisfactionSettings | null | undefined {
  return sent ? { ...satisfactionDefaults, ...sent } : sent
}

/** Starts the reader that plans requests, if these settings need it. Call it last, because it locks the tenant's counters. */
export async function startSatisfaction(tx: Queryable, tenantId: Uuid, settings: SatisfactionSettings | null | undefined): Promise<void> {
  if (settings?.enabled) await startReading(tx, tenantId, { name: satisfactionReader })
}
