/** Statements that manage webhooks and read their deliveries, and functions that turn their records into the API's objects. */
import {
  type EventRow,
  isoTime,
  isoTimeOrNull,
  keysetList,
  resolveEventType,
  statement,
  type Static,
  toTypeId,
  type Uuid,
} from '../../kit/index.ts'
import { listAttempts, type DeliveryAttempt } from './attempts.ts'
import { deliveryPayload } from './payload.ts'
import type { DeliveryFilters, DeliveryState, Webhook, WebhookDelivery, WebhookWithSecret } from './schema.ts'

/** A webhook as the database stores it, without its secret. */
export type WebhookRecord = {
  id: Uuid
  url: string
  description: string | null
  events: string[]
  status: Static<typeof Webhook>['status']
  failureCount: number
  disabledAt: string | null
  disabledReason: string | null
  version: number
  createdAt: string
}

const columnsSql = `w.id, w.url, w.description, w.events, w.status, w.failure_count as "failureCount", w.disabled_at as "disabledAt",
  w.disabled_reason as "disabledReason", w.version, w.created_at as "createdAt"`

/** What users know a webhook by: its description, or else its host. The rest of its URL may contain a secret. */
export const webhookNameSql = (alias: string): string => `coalesce(${alias}.description, substring(${alias}.url from '://([^/?#]+)'))`

export function toWebhook(record: WebhookRecord): Static<typeof Webhook> {
  const { id, url, description, events, status, failureCount, disabledAt, disabledReason, createdAt } = record
  return {
    id: toTypeId('whk', id),
    url,
    description,
    events,
    status,
    failureCount,
    disabledAt: isoTimeOrNull(disabledAt),
    disabledReason,
    createdAt: isoTime(createdAt),
  }
}

export function toWebhookWithSecret(record: WebhookRecord & { secret: string }): Static<typeof WebhookWithSecret> {
  return { ...toWebhook(record), secret: record.secret }
}

export const webhookList = keysetList<WebhookRecord>({ from: 'webhooks w', alias: 'w', columns: columnsSql })

type Key = { tenantId: Uuid; id: Uuid }

export const findWebhook = statement<Key, WebhookRecord>(
  `select ${columnsSql} from webhooks w where w.tenant_id = :tenantId::uuid and w.id = :id::uuid`,
)

export const lockWebhook = statement<Key, WebhookRecord & { secretSealed: string }>(
  `select ${columnsSql}, w.secret_sealed as "secretSealed" from webhooks w where w.tenant_id = :tenantId::uuid and w.id = :id::uuid for update`,
)

/** Locks the tenant's counters. Until the commit, no other transaction emits events or inserts a webhook. */
export const lockSequence = statement<{ tenantId: Uuid }, { sequence: number }>(
  'select event_sequence as sequence from tenant_counters where tenant_id = :tenantId::uuid for update',
)
export const countWebhooks = statement<{ tenantId: Uuid }, { count: number }>(
  'select count(*) as count from webhooks where tenant_id = :tenantId::uuid',
)

export type NewWebhook = Key & { url: string; description: string | null; events: string[]; secretSealed: string; fromSequence: number }

/** Inserts a webhook that gets the events after `fromSequence`. The tenant's first webhook also inserts the tenant's cursor. */
export const insertWebhook = statement<NewWebhook, WebhookRecord>(`with
cursor as (
  insert into webhook_cursors (tenant_id, sequence) values (:tenantId::uuid, :fromSequence::bigint) on conflict (tenant_id) do nothing)
insert into webhooks as w (tenant_id, id, url, description, events, secret_sealed, from_sequence)
values (:tenantId::uuid, :id::uuid, :url, :description::text, :events::text[], :secretSealed, :fromSequence::bigint)
returning ${columnsSql}`)

export type WebhookChange = Key & { url: string; description: string | null; events: string[]; status: string }

/**
 * Changes a webhook. A change of status makes the webhook due immediately, so that the worker checks its deliveries, and sets `held_until`,
 * which marks the deliveries that were held back as backlog.
 */
export const changeWebhook = statement<WebhookChange, WebhookRecord>(`
  with clock as materialized (select now() as now)
  update webhooks w set url = :url, description = :description::text, events = :events::text[], version = version + 1,
    due_at = case when :status::text <> status then clock.now else due_at end,
    held_until = case when :status::text <> status then clock.now else held_until end, status = :status::text
  from clock where w.tenant_id = :tenantId::uuid and w.id = :id::uuid
  returning ${columnsSql}`)

/**
 * Orders deliveries that are waiting for a retry like untried ones: by the age of their events. `enabled` also includes retries that are not
 * due yet, and gives all of them ten further attempts, because some have used up theirs. Attempts in progress are not affected.
 */
export const reorderHeldDeliveries = statement<Key & { enabled: boolean }, object>(`with
held as materialized (
  select d.id, coalesce(e.created_at, d.created_at) as at from webhook_deliveries d
  left join events e on e.tenant_id = :tenantId::uuid and e.sequence = d.event_sequence
  where d.tenant_id = :tenantId::uuid and d.webhook_id = :id::uuid and (d.state = 'FAILED' or d.leased_until is not null))
update webhook_deliveries d set next_attempt_at = held.at, attempts_before = case when :enabled::boolean then d.attempt else d.attempts_before end from held
where d.tenant_id = :tenantId::uuid and d.id = held.id and not d.test and (d.leased_until is null or d.leased_until <= now())
  and (:enabled::boolean or d.next_attempt_at <= now() and d.next_attempt_at <> held.at)`)

export const enableWebhookRow = statement<Key, WebhookRecord>(`
  update webhooks w set status = 'ACTIVE', failure_count = 0, disabled_at = null, disabled_reason = null, due_at = now(), held_until = now(), version = version + 1
  where w.tenant_id = :tenantId::uuid and w.id = :id::uuid
  returning ${columnsSql}`)

/**
 * Replaces the secret. The old one keeps signing for `overlapSeconds` and older ones until their own overlap ends, at most `previousMax`
 * old secrets in total. With an overlap of 0, no old secret signs any more.
 */
export const rotateSecretRow = statement<Key & { secretSealed: string; overlapSeconds: number; previousMax: number }, WebhookRecord>(`
  with previous as materialized (
    select case when :overlapSeconds::double precision = 0 then '[]'
      else jsonb_build_array(jsonb_build_object('sealed', secret_sealed, 'until', now() + make_interval(secs => :overlapSeconds::double precision)))
        || (select coalesce(jsonb_agg(p.secret order by p.n), '[]') from jsonb_array_elements(previous_secrets) with ordinality as p(secret, n)
          where (p.secret->>'until')::timestamptz > now() and p.n < :previousMax::int) end as secrets
    from webhooks where tenant_id = :tenantId::uuid and id = :id::uuid)
  update webhooks w set secret_sealed = :secretSealed, version = version + 1, previous_secrets = previous.secrets
  from previous where w.tenant_id = :tenantId::uuid and w.id = :id::uuid
  returning ${columnsSql}`)

/** The event types of a webhook's waiting deliveries. They can differ from the types that it subscribes to now. */
export const findWaitingTypes = statement<{ tenantId: Uuid; webhookId: Uuid }, { eventType: string }>(`
  select distinct event_type as "eventType" from webhook_delivery_totals
  where tenant_id = :tenantId::uuid and webhook_id = :webhookId::uuid and state in ('PENDING', 'FAILED') and count > 0`)

export const deleteWebhookRow = statement<Key, object>('delete from webhooks where tenant_id = :tenantId::uuid and id = :id::uuid')

// --- Deliveries -----------------------------------------------------------------------------------------------------

/** A delivery as the database stores it, with its event; null when the event has been deleted. */
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
  /** When the latest attempt with a known outcome started. */
  attemptedAt: string | null
  failedAttempts: DeliveryAttempt[] | null
  event: EventRow | null
}

/** The event `e` of a delivery; null when it has been deleted. */
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

/** Removes the event and the endpoint's responses, which may repeat it, from deliveries whose event types the caller may not read. */
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

/** Returns the filters of a request with an alias replaced by its event type. */
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

/** The event and webhook of a delivery that is to be replayed. `eventAt` is null when the event has been deleted. */
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
  /** How long the caller, who makes the first attempt, has a lease of the delivery; null to leave that attempt to the worker. */
  leaseSeconds: number | null
  /** The time since when the delivery counts as due; null for now. A replay has the time of its event, so that it does not delay new events. */
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
