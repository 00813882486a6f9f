/** Statements that read, insert and cancel deliveries, and the function that turns their records into the API's objects. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { resolveEventType } from '#platform/outbox/events.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { listAttempts, type DeliveryAttempt } from './attempts.ts'
import { deliveryPayload } from './payload.ts'
import type { DeliveryFilters, DeliveryState, WebhookDelivery } from './schema.ts'

type Key = { tenantId: Uuid; id: Uuid }

/** A stored delivery with its event; null when the event has been deleted. */
export type DeliveryRecord = {
  id: Uuid
  webhookId: Uuid
  eventId: Uuid
  eventType: string
  attempt: number
  state: Static<typeof DeliveryState>
  requestHeaders: Record<string, string> | null
  responseStatus: number | null
  responseBody: string | null
  durationMs: number | null
  error: string | null
  nextAttemptAt: string | null
  createdAt: string
  /** Start of the latest attempt with a known outcome. */
  attemptedAt: string | null
  failedAttempts: DeliveryAttempt[] | null
  event: EventRow | null
}

/** SQL: the event `e` of a delivery; null when it has been deleted. */
export const eventSql = `case when e.id is not null then json_build_object('tenantId', :tenantId::uuid, 'id', e.id, 'sequence', e.sequence, 'type', e.type,
    'object', e.object, 'previous', e.previous, 'actor', e.actor, 'cause', e.cause, 'createdAt', e.created_at) end`

const deliveryColumnsSql = `d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.event_type as "eventType", d.attempt, d.state,
  d.request_headers as "requestHeaders", d.response_status as "responseStatus", d.response_body as "responseBody", d.duration_ms as "durationMs", d.error,
  d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt", d.attempted_at as "attemptedAt", d.failed_attempts as "failedAttempts",
  ${eventSql} as event`
const deliveryJoinsSql = 'left join events e on e.tenant_id = :tenantId::uuid and e.sequence = d.event_sequence'

export function toDelivery(record: DeliveryRecord): Static<typeof WebhookDelivery> {
  return {
    id: toTypeId('dlv', record.id),
    webhookId: toTypeId('whk', record.webhookId),
    eventId: toTypeId('evt', record.eventId),
    eventType: record.eventType,
    attempt: record.attempt,
    state: record.state,
    requestHeaders: record.requestHeaders,
    requestBody: record.attempt > 0 && record.event ? JSON.stringify(deliveryPayload(record.event, record.eventType)) : null,
    responseStatus: record.responseStatus,
    responseBody: record.responseBody,
    durationMs: record.durationMs,
    error: record.error,
    nextAttemptAt: isoTimeOrNull(record.nextAttemptAt),
    createdAt: isoTime(record.createdAt),
    attempts: listAttempts(record),
  }
}

/** Removes the event, and the endpoint's responses, which may echo it, from deliveries whose event types the caller may not read. */
export function hideUnreadable(records: readonly DeliveryRecord[], readable: ReadonlySet<string>): DeliveryRecord[] {
  return records.map((record) => {
    if (readable.has(record.eventType)) return record
    const failedAttempts = record.failedAttempts?.map((attempt) => ({ ...attempt, responseBody: null })) ?? null
    return { ...record, event: null, responseBody: null, failedAttempts }
  })
}

const totalSql = (...conditions: string[]): string =>
  `select coalesce(sum(count), 0)::bigint from webhook_delivery_totals where ${['tenant_id = :tenantId::uuid', ...conditions].join(' and ')}`
const [ofState, ofType, ofWebhook] = ['state = :state::text', 'event_type = :eventType::text', 'webhook_id = :webhookId::uuid']

/** Resolves an alias to its event type in a request's filters. */
export function resolveDeliveryFilters({ eventType, ...filters }: Static<typeof DeliveryFilters>): Static<typeof DeliveryFilters> {
  return eventType === undefined ? filters : { ...filters, eventType: resolveEventType(eventType) }
}

export const deliveryList = keysetList<DeliveryRecord>({
  from: 'webhook_deliveries d',
  alias: 'd',
  columns: deliveryColumnsSql,
  joins: deliveryJoinsSql,
  filters: {
    state: 'd.state = :state::text',
    eventType: 'd.event_type = :eventType::text',
    webhookId: 'd.webhook_id = :webhookId::uuid',
    eventId: 'd.event_id = :eventId::uuid',
  },
  counted: {
    '': totalSql(),
    state: totalSql(ofState),
    eventType: totalSql(ofType),
    'eventType+state': totalSql(ofType, ofState),
    webhookId: totalSql(ofWebhook),
    'state+webhookId': totalSql(ofState, ofWebhook),
    'eventType+webhookId': totalSql(ofType, ofWebhook),
    'eventType+state+webhookId': totalSql(ofType, ofState, ofWebhook),
  },
})

export const findDelivery = statement<Key, DeliveryRecord>(
  `select ${deliveryColumnsSql} from webhook_deliveries d ${deliveryJoinsSql} where d.tenant_id = :tenantId::uuid and d.id = :id::uuid`,
)

/** Finds the event and webhook of a delivery to replay. `eventAt` is null when the event has been deleted. */
export const findReplayable = statement<
  Key,
  { webhookId: Uuid; eventSequence: number; eventId: Uuid; eventType: string; test: boolean; eventAt: string | null }
>(`
  select d.webhook_id as "webhookId", d.event_sequence as "eventSequence", d.event_id as "eventId", d.event_type as "eventType", d.test, e.created_at as "eventAt"
  from webhook_deliveries d
  left join events e on e.tenant_id = :tenantId::uuid and e.sequence = d.event_sequence
  where d.tenant_id = :tenantId::uuid and d.id = :id::uuid`)

export type NewDelivery = Key & {
  webhookId: Uuid
  eventSequence: number
  eventId: Uuid
  eventType: string
  test: boolean
  /** Lease in seconds of the caller, who makes the first attempt; null to leave that attempt to the worker. */
  leaseSeconds: number | null
  /** Time from which the delivery counts as due; null for now. A replay has its event's time, so that it does not delay new events. */
  dueSince: string | null
}

/** Inserts a delivery and makes its webhook due. */
export const insertDelivery = statement<NewDelivery, DeliveryRecord>(`with
total as (
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count) values (:tenantId::uuid, :webhookId::uuid, :eventType::text, 'PENDING', 1)
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + 1),
woken as (
  update webhooks set due_at = least(due_at, now()) where tenant_id = :tenantId::uuid and id = :webhookId::uuid),
d as (
  insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, test, attempt, leased_until, next_attempt_at)
  values (:tenantId::uuid, :id::uuid, :webhookId::uuid, :eventSequence::bigint, :eventId::uuid, :eventType::text, :test::boolean,
    (:leaseSeconds::double precision is not null)::int, now() + make_interval(secs => :leaseSeconds::double precision),
    coalesce(now() + make_interval(secs => :leaseSeconds::double precision), :dueSince::timestamptz, now()))
  returning *)
select ${deliveryColumnsSql} from d ${deliveryJoinsSql}`)

/**
 * Cancels waiting deliveries of a webhook, oldest first, at most `batch`, and returns how many. Attempts in progress are not affected. Tests
 * are kept unless `tests` is true. The caller must have locked the webhook's row, so that the worker claims none of the deliveries.
 */
export const cancelWaitingDeliveries = statement<
  { tenantId: Uuid; webhookId: Uuid; tests: boolean; reason: string; batch: number },
  { changed: number }
>(`with
old as materialized (
  select id, event_type, state from webhook_deliveries
  where tenant_id = :tenantId::uuid and webhook_id = :webhookId::uuid and next_attempt_at is not null and (:tests::boolean or not test)
    and (leased_until is null or leased_until <= now())
  order by next_attempt_at limit :batch::int for update),
dead as (
  update webhook_deliveries d set state = 'DEAD', next_attempt_at = null, leased_until = null, error = coalesce(d.error, :reason::text)
  from old where d.tenant_id = :tenantId::uuid and d.id = old.id),
moved as (
  select event_type, state, -count(*) as delta from old group by 1, 2 union all select event_type, 'DEAD', count(*) from old group by 1),
totals as (
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
  select :tenantId::uuid, :webhookId::uuid, event_type, state, sum(delta) from moved group by 1, 2, 3, 4 order by 3, 4
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count)
select count(*) as changed from old`)
