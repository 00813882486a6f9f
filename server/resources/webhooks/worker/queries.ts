/**
 * Statements of the worker. The two that find work read across tenants, without locks: webhooks by their index, and all cursors. All others
 * concern one tenant.
 */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { DeliveryAttempt } from '../attempts.ts'
import { eventSql } from '../delivery-queries.ts'

// --- Finding work, across tenants -----------------------------------------------------------------------------------

/** Finds tenants with webhooks and events without deliveries, those with the fewest first. `except` has the tenants in progress. */
export const findTenantsBehind = statement<
  { except: Uuid[]; limit: number },
  { tenantId: Uuid }
>(`/* across tenants: the worker serves all of them */
  select c.tenant_id as "tenantId" from webhook_cursors c join tenant_counters k on k.tenant_id = c.tenant_id
  where k.event_sequence > c.sequence and c.tenant_id <> all(:except::uuid[]) order by k.event_sequence - c.sequence limit :limit::int`)

/**
 * Finds webhooks with due deliveries, longest due first. Leaves out `fullTenants` and `fullWebhooks`, which have no free attempt: a few
 * hundred of them would block all others while their endpoints hang.
 */
export const findWebhooksDue = statement<
  { fullTenants: Uuid[]; fullWebhooks: Uuid[]; limit: number },
  { tenantId: Uuid; webhookId: Uuid }
>(`/* across tenants: the worker serves all of them */
  select tenant_id as "tenantId", id as "webhookId" from webhooks
  where due_at <= now() and tenant_id <> all(:fullTenants::uuid[]) and id <> all(:fullWebhooks::uuid[]) order by due_at limit :limit::int`)

// --- Fan-out: from events to deliveries -----------------------------------------------------------------------------

/**
 * Locks the tenant's cursor. Returns no row when another worker has locked it. Also shortens the transaction's lock timeout, so that one
 * tenant's slow writer does not block the worker for all tenants.
 */
export const lockCursor = statement<{ tenantId: Uuid }, { sequence: number }>(
  `select sequence, set_config('lock_timeout', '250ms', true) from webhook_cursors where tenant_id = :tenantId::uuid for update skip locked`,
)

/** Returns the next events. `addressee` is the only webhook that gets an event of one of the types `addressed`. */
export const findEventsAfter = statement<
  { tenantId: Uuid; sequence: number; limit: number; addressed: string[] },
  { sequence: number; id: Uuid; type: string; createdAt: string; addressee: Uuid | null }
>(`
  select sequence, id, type, created_at as "createdAt", case when type = any(:addressed::text[]) then (object ->> 'webhookId')::uuid end as addressee from events where tenant_id = :tenantId::uuid and sequence > :sequence::bigint order by sequence limit :limit::int`)

export const findSubscriptions = statement<{ tenantId: Uuid }, { id: Uuid; events: string[]; fromSequence: number }>(
  'select id, events, from_sequence as "fromSequence" from webhooks where tenant_id = :tenantId::uuid',
)

export type FanOutDelivery = { id: Uuid; webhookId: Uuid; sequence: number; eventId: Uuid; type: string; createdAt: string }

/**
 * Inserts deliveries, updates totals, makes the webhooks due and advances the cursor, in one statement, so that each event is fanned out
 * exactly once. Writes the row of every webhook, even if it is already due or inactive, because `claimDeliveries` detects a stale snapshot
 * by that write. A webhook deleted since the read gets no deliveries. A delivery is due from the time of its event, so that
 * `claimDeliveries` treats events that were fanned out late as backlog.
 */
export const fanOut = statement<{ tenantId: Uuid; deliveries: FanOutDelivery[]; sequence: number }, object>(`with
requested as materialized (
  select * from json_to_recordset(:deliveries::json) as r(id uuid, "webhookId" uuid, sequence bigint, "eventId" uuid, type text, "createdAt" timestamptz)),
woken as (
  update webhooks set due_at = least(due_at, now()) where tenant_id = :tenantId::uuid and id in (select "webhookId" from requested) returning id),
deliverable as materialized (
  select requested.* from requested join woken on woken.id = requested."webhookId"),
queued as (
  insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, next_attempt_at)
  select :tenantId::uuid, id, "webhookId", sequence, "eventId", type, "createdAt" from deliverable),
totals as (
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
  select :tenantId::uuid, "webhookId", type, 'PENDING', count(*) from deliverable group by "webhookId", type order by "webhookId", type
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count)
update webhook_cursors set sequence = :sequence::bigint where tenant_id = :tenantId::uuid`)

// --- Attempts -------------------------------------------------------------------------------------------------------

export type Claimed = {
  id: Uuid
  attempt: number
  /** Attempts before the webhook was last enabled, which do not count towards the limit. */
  attemptsBefore: number
  /** The start of this attempt, by the database's clock. */
  attemptedAt: string
  test: boolean
  eventType: string
  event: EventRow | null
  url: string
  secretSealed: string
  headersSealed: string | null
  /** Old secrets that still sign because their overlap has not ended, newest first. */
  previousSecretsSealed: string[]
  /** True when more deliveries are due than could be claimed. */
  more: boolean
}

/** A claimed delivery, or a row without an id when there was nothing to claim or no free attempt. */
export type Claim = Claimed | { id: null; more: boolean }

/** Maximum number of concurrent attempts per webhook, across all workers. A claim's `concurrency` and `limit` cannot exceed it. */
export const maxAttemptsPerWebhook = 16
/** Seconds after which a due delivery counts as the webhook's backlog. */
const backlogAfterSeconds = 10
/** Share of a webhook's attempts for the backlog while there are also new events and retries. */
const backlogShare = 0.25

/** SQL: deliveries that may be attempted: all of an active webhook, but only tests of any other. Each case reads one index range. */
const openDeliveriesSql = (columns: string, condition: string, order: string, limit: number): string => {
  const range = (only: string): string => `(select ${columns} from webhook_deliveries d
    where d.tenant_id = :tenantId::uuid and d.webhook_id = :webhookId::uuid and ${condition} and ${only} order by ${order} limit ${limit})`
  return `${range(`(select status from endpoint) = 'ACTIVE'`)} union all ${range(`d.test and (select status from endpoint) <> 'ACTIVE'`)}`
}
/** SQL: due deliveries, oldest first. The limit is a constant, because the planner estimates an unknown limit as a tenth of all rows. */
const dueDeliveriesSql = (backlog: 'true' | 'false', condition: string): string =>
  openDeliveriesSql(
    `d.id, ${backlog} as backlog, d.next_attempt_at, d.event_sequence`,
    condition,
    'd.next_attempt_at, d.event_sequence',
    maxAttemptsPerWebhook,
  )

/** SQL: a webhook's old secrets that still sign, newest first. */
export const previousSecretsSql = `array(
    select p.secret->>'sealed' from jsonb_array_elements(previous_secrets) with ordinality as p(secret, n)
    where (p.secret->>'until')::timestamptz > now() order by p.n)`

/**
 * Claims due deliveries of one webhook under a lease, as many as `limit` and `concurrency` allow.
 *
 * New events and recently due retries go first. Deliveries that have been due for long, or were held back while the webhook was not active,
 * are its backlog, which gets a quarter of the attempts, oldest first. `chance`, a random number from 0 to 1, rounds that quarter up or down,
 * so that the share is right on average even when attempts become free one at a time.
 *
 * Returns no row when another worker is claiming from this webhook, or when the webhook's row was written after the snapshot of this
 * statement was taken (`xmin`). Such a snapshot may miss deliveries that were added or claimed since, so the claim could send a delivery
 * twice or overlook one. The worker claims again a few milliseconds later.
 */
export const claimDeliveries = statement<
  { tenantId: Uuid; webhookId: Uuid; concurrency: number; limit: number; leaseSeconds: number; chance: number },
  Claim
>(`with
endpoint as materialized (
  select id, url, status, secret_sealed, headers_sealed, greatest(held_until, now() - interval '${backlogAfterSeconds} seconds') as backlog_until, ${previousSecretsSql} as previous_secrets_sealed
  from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid
    and xmin = (select seen.xmin from webhooks seen where seen.tenant_id = :tenantId::uuid and seen.id = :webhookId::uuid)
  for update skip locked),
in_progress as materialized (
  select count(*)::int as n from webhook_deliveries where tenant_id = :tenantId::uuid and webhook_id = :webhookId::uuid and leased_until > now()),
waiting as materialized (
  select id, backlog, row_number() over (partition by backlog order by next_attempt_at, event_sequence) as place from (
    ${dueDeliveriesSql('true', 'd.next_attempt_at <= (select backlog_until from endpoint)')} union all
    ${dueDeliveriesSql('false', 'd.next_attempt_at > (select backlog_until from endpoint) and d.next_attempt_at <= now()')}) as either),
shares as materialized (
  select free, least(old, greatest(free - fresh, floor(free * ${backlogShare} + :chance::double precision)::int)) as for_backlog from (
    select greatest(0, least(:limit::int, :concurrency::int - (select n from in_progress))) as free,
      (select count(*)::int from waiting where backlog) as old, (select count(*)::int from waiting where not backlog) as fresh) as counted),
due as materialized (
  select id from waiting, shares where place <= case when backlog then for_backlog else free - for_backlog end),
claimed as (
  update webhook_deliveries d set attempt = d.attempt + 1, leased_until = now() + make_interval(secs => :leaseSeconds::double precision),
    next_attempt_at = now() + make_interval(secs => :leaseSeconds::double precision)
  -- Check the due time again: if a lease expired, the slow worker may have recorded the outcome at this moment.
  from due where d.tenant_id = :tenantId::uuid and d.id = due.id and d.next_attempt_at <= now()
  returning d.*),
unclaimed as materialized (
  select min(at) as at from (${openDeliveriesSql('d.next_attempt_at as at', 'd.next_attempt_at is not null and not exists (select 1 from due where due.id = d.id)', 'd.next_attempt_at', 1)}) as either),
schedule as materialized (
  select e.id, case
    -- More deliveries are due than could be claimed. The end of an attempt triggers the next claim; this time counts if the worker dies.
    when (select at from unclaimed) <= now() then now() + interval '1 second'
    else least((select at from unclaimed), (select max(leased_until) from claimed)) end as due_at
  from endpoint e),
scheduled as (
  update webhooks w set due_at = s.due_at from schedule s where w.tenant_id = :tenantId::uuid and w.id = s.id)
select t.id, t.attempt, t.attempts_before as "attemptsBefore", now() as "attemptedAt", t.test, t.event_type as "eventType", w.url, w.secret_sealed as "secretSealed", w.headers_sealed as "headersSealed", w.previous_secrets_sealed as "previousSecretsSealed",
  coalesce((select at from unclaimed) <= now(), false) as more,
  ${eventSql} as event
from endpoint w left join claimed t on true left join events e on e.tenant_id = :tenantId::uuid and e.sequence = t.event_sequence
order by t.event_sequence`)

/** Outcome of an attempt. `attempt` is its number, which identifies a worker that has lost its lease; its outcome is ignored. */
export type DeliveryOutcome = {
  id: Uuid
  attempt: number
  requestHeaders: Record<string, string>
  responseStatus: number | null
  responseBody: string | null
  durationMs: number
  error: string | null
  attemptedAt: string
}

const outcomeColumns =
  '(id uuid, attempt int, "attemptedAt" timestamptz, "requestHeaders" json, "responseStatus" int, "responseBody" text, "durationMs" int, error text)'

/**
 * SQL: CTEs that write outcomes to deliveries and update the totals. The CTE `old` has the deliveries before the write. `between` has CTEs
 * for `state` and `nextAttemptAt`; `more` has further assignments.
 */
const settleCtes = (state: string, nextAttemptAt: string, between = '', more = '') => `
given as materialized (select * from json_to_recordset(:outcomes::json) as o${outcomeColumns}),
locked as materialized (
  select id, attempt, event_type, state, test from webhook_deliveries
  where tenant_id = :tenantId::uuid and leased_until is not null and id = any(array(select id from given)) order by id for update),
old as materialized (
  select d.id, d.event_type, d.state, d.test from locked d join given o on o.id = d.id and o.attempt = d.attempt),${between}
settled as (
  update webhook_deliveries d set state = ${state}, next_attempt_at = ${nextAttemptAt}, leased_until = null, request_headers = o."requestHeaders",
    attempted_at = o."attemptedAt", response_status = o."responseStatus", response_body = o."responseBody", duration_ms = o."durationMs",
    error = o.error${more}
  from old, given o where d.tenant_id = :tenantId::uuid and d.id = old.id and o.id = old.id
  returning d.state, d.event_type),
totals as (
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
  select :tenantId::uuid, :webhookId::uuid, event_type, state, sum(delta) from (
    select event_type, state, -1 as delta from old union all select event_type, state, 1 from settled) as m
  group by event_type, state having sum(delta) <> 0 order by event_type, state
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count)`

type Settled = { tenantId: Uuid; webhookId: Uuid; outcomes: DeliveryOutcome[] }

/**
 * Records any number of successful attempts of one webhook. A success resets the webhook's failure count. Locks the webhook before the
 * totals, like `settleFailure`: Citus runs the CTEs one after another.
 */
export const settleSuccesses = statement<Settled, object>(`with ${settleCtes(
  `'SUCCEEDED'`,
  'null',
  `
held as materialized (
  select id from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid and failure_count <> 0
    and exists (select 1 from old where not test) for no key update),`,
)}
update webhooks w set failure_count = 0 from held where w.tenant_id = :tenantId::uuid and w.id = held.id`)

/**
 * Records a failed attempt: when to retry it (null: never), and the webhook's failure count, which can disable the webhook. Returns whether
 * it did. A delivery that would have no further attempt is held back instead, until \`enable\`, if the webhook is disabled or becomes disabled
 * by this attempt. These do not count:
 * - tests,
 * - failures before the request was sent (`counts` is false),
 * - responses of a URL that the webhook no longer has: a 410 of the old URL says nothing about the new one.
 *
 * Deliveries of a webhook that has been deleted are not retried. The webhook's row is always written, because `claimDeliveries` relies on it.
 */
export const settleFailure = statement<
  Settled & {
    url: string
    delaySeconds: number | null
    counts: boolean
    maxFailures: number
    gone: boolean
    reason: string
    /** Whether a retry cannot succeed, even after \`enable\`. */
    permanent: boolean
    /** Entry for the delivery's history, which has only failed attempts. */
    entry: DeliveryAttempt
    attemptsKept: number
  },
  { disabled: boolean }
>(`with
${settleCtes(
  `case when (select seconds from wait) is null then 'DEAD' else 'FAILED' end`,
  'now() + make_interval(secs => (select seconds from wait))',
  `
held as materialized (
  select status, failure_count, url from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid and exists (select 1 from old) for update),
before as materialized (
  select w.status, w.failure_count, old.test, :gone::boolean and w.url = :url as is_gone, :counts::boolean and not old.test and w.url = :url as counts
  from held w, old),
after as materialized (
  select counts, test, is_gone, status, counts and status = 'ACTIVE' and (failure_count + 1 >= :maxFailures::int or is_gone) as disabled from before),
wait as materialized (
  select case
    when not test and not :permanent::boolean and (disabled or status = 'DISABLED' or is_gone and status = 'PAUSED') then coalesce(:delaySeconds::double precision, 0)
    when not is_gone then :delaySeconds::double precision end as seconds
  from after),`,
  `, failed_attempts = case when jsonb_array_length(d.failed_attempts) >= :attemptsKept::int then d.failed_attempts - 0 else coalesce(d.failed_attempts, '[]') end || :entry::jsonb`,
)},
verdict as materialized (
  select counts, disabled, now() as now, now() + make_interval(secs => (select seconds from wait)) as again from after)
update webhooks w set failure_count = w.failure_count + v.counts::int,
  status = case when v.disabled then 'DISABLED' else w.status end,
  disabled_at = case when v.disabled then v.now else w.disabled_at end,
  disabled_reason = case when v.disabled then :reason::text else w.disabled_reason end,
  version = w.version + v.disabled::int,
  due_at = least(w.due_at, v.again)
from verdict v where w.tenant_id = :tenantId::uuid and w.id = :webhookId::uuid
returning v.disabled`)
