/** Reads events, webhooks and deliveries from the database. */
import { statement, type Database } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import type { Service, TortureTenant } from './service.ts'

/** Ids have the API's form; `at` is in milliseconds of the wall clock. */
export type StoredEvent = { id: string; sequence: number; type: string; at: number }
export type DeliveryFact = { webhookId: string; eventId: string; eventType: string; state: string; attempt: number }
export type WebhookFacts = {
  /** Events, ordered by sequence. */
  events: StoredEvent[]
  deliveries: DeliveryFact[]
  /** Number of times that webhooks were enabled, according to the audit log. */
  enabled: number
}

export async function readWebhookFacts(service: Service, { tenantId }: TortureTenant): Promise<WebhookFacts> {
  return service.withDatabase(async (db) => ({
    events: (await db.rows(findEvents, { tenantId })).map((event) => Object.assign(event, { id: toTypeId('evt', event.id) })),
    deliveries: (await db.rows(findDeliveries, { tenantId })).map((delivery) =>
      Object.assign(delivery, { webhookId: toTypeId('whk', delivery.webhookId), eventId: toTypeId('evt', delivery.eventId) }),
    ),
    enabled: (await db.first(countEnabled, { tenantId }))?.enabled ?? 0,
  }))
}

/**
 * Returns the number of deliveries in progress that a worker claimed later than a second before `at`. If the worker is killed, they become
 * due again later.
 */
export async function countInProgressDeliveries(service: Service, tenants: readonly TortureTenant[], at: Date): Promise<number> {
  return getSum(service, tenants, (db, { tenantId }) => db.first(countInProgress, { tenantId, at: at.toISOString() }))
}

/** Returns the number of events without deliveries, and of unfinished deliveries. */
export async function countPendingDeliveries(service: Service, tenants: readonly TortureTenant[]): Promise<number> {
  return getSum(service, tenants, (db, { tenantId }) => db.first(countWaiting, { tenantId }))
}

async function getSum(
  service: Service,
  tenants: readonly TortureTenant[],
  count: (db: Database, tenant: TortureTenant) => Promise<{ n: number } | null>,
): Promise<number> {
  return service.withDatabase(async (db) => {
    let sum = 0
    for (const tenant of tenants) sum += (await count(db, tenant))?.n ?? 0
    return sum
  })
}

type TenantParams = { tenantId: string }

const findEvents = statement<TenantParams, StoredEvent>(
  'select id, sequence, type, extract(epoch from created_at)::double precision * 1000 as at from events where tenant_id = :tenantId::uuid order by sequence',
)
const findDeliveries = statement<TenantParams, DeliveryFact>(
  'select webhook_id as "webhookId", event_id as "eventId", event_type as "eventType", state, attempt from webhook_deliveries where tenant_id = :tenantId::uuid',
)
const countEnabled = statement<TenantParams, { enabled: number }>(
  `select count(*)::int as enabled from audit_logs where tenant_id = :tenantId::uuid and action = 'webhook.enabled'`,
)
/** Lease duration of six seconds. */
const countInProgress = statement<TenantParams & { at: string }, { n: number }>(
  `select count(*)::int as n from webhook_deliveries where tenant_id = :tenantId::uuid and leased_until > :at::timestamptz + interval '5 seconds'`,
)
const countWaiting = statement<TenantParams, { n: number }>(`select (
  (select count(*) from webhook_deliveries where tenant_id = :tenantId::uuid and state in ('PENDING', 'FAILED'))
  + (select k.event_sequence - c.sequence from tenant_counters k join webhook_cursors c on c.tenant_id = k.tenant_id where k.tenant_id = :tenantId::uuid))::int as n`)
