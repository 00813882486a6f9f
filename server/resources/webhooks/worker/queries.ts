/**
 * The worker's statements. The two that find work read all tenants: they read small tables by index and lock nothing. All others
 * concern one tenant.
 */
import { type EventRow, statement, type Uuid } from '../../../kit/index.ts'
import type { DeliveryAttempt } from '../attempts.ts'

// --- Looking for work, across tenants -------------------------------------------------------------------------------

/**
 * Tenants with webhooks whose events have not all been turned into deliveries, the ones with the least work first.
 * `except` excludes those that are being processed.
 */
export const tenantsBehind = statement<
  { except: Uuid[]; limit: number },
  { tenantId: Uuid }
>(`/* across tenants: the worker serves all of them */
  select c.tenant_id as "tenantId" from webhook_cursors c join tenant_counters k on k.tenant_id = c.tenant_id
  where k.event_sequence > c.sequence and c.tenant_id <> all(:except::uuid[]) order by k.event_sequence - c.sequence limit :limit::int`)

/**
 * Webhooks with a delivery due, those that have waited longest first. `fullTenants` and `fullWebhooks` have no attempt free: if they were
 * included, a few hundred of them would block all others for as long as their receivers hang.
 */
export const webhooksDue = statement<
  { fullTenants: Uuid[]; fullWebhooks: Uuid[]; limit: number },
  { tenantId: Uuid; webhookId: Uuid }
>(`/* across tenants: the worker serves all of them */
  select tenant_id as "tenantId", id as "webhookId" from webhooks
  where due_at <= now() and tenant_id <> all(:fullTenants::uuid[]) and id <> all(:fullWebhooks::uuid[]) order by due_at limit :limit::int`)

// --- Fan-out: from events to deliveries -----------------------------------------------------------------------------

/**
 * Null when another worker processes this tenant. It also shortens the transaction's lock timeout: one tenant's slow writer must not block
 * the worker for all tenants.
 */
export const lockCursor = statement<{ tenantId: Uuid }, { sequence: number }>(
  `select sequence, set_config('lock_timeout', '250ms', true) from webhook_cursors where tenant_id = :tenantId::uuid for update skip locked`,
)

export const eventsAfter = statement<
  { tenantId: Uuid; sequence: number; limit: number },
  { sequence: number; id: Uuid; type: string; createdAt: string }
>(`
  select sequence, id, type, created_at as "createdAt" from events where tenant_id = :tenantId::uuid and sequence > :sequence::bigint order by sequence limit :limit::int`)

export const subscriptions = statement<{ tenantId: Uuid }, { id: Uuid; events: string[]; fromSequence: number }>(
  'select id, events, from_sequence as "fromSequence" from webhooks where tenant_id = :tenantId::uuid',
)

export type FannedOut = { id: Uuid; webhookId: Uuid; sequence: number; eventId: Uuid; type: string; createdAt: string }

/**
 * Deliveries, totals, the webhooks' wake-up and the cursor move together: an event is fanned out exactly once. Every webhook is woken,
 * even if it is already due or not active: the write to its row lets a concurrent claim detect that its snapshot is outdated. A webhook
 * deleted since it was read is not woken and gets no deliveries, which would never be sent.
 *
 * A delivery is due from the time of its event, so that events that were fanned out late count as backlog (claimDeliveries).
 */
export const fanOut = statement<{ tenantId: Uuid; deliveries: FannedOut[]; sequence: number }, object>(`with
asked as materialized (
  select * from json_to_recordset(:deliveries::json) as r(id uuid, "webhookId" uuid, sequence bigint, "eventId" uuid, type text, "createdAt" timestamptz)),
woken as (
  update webhooks set due_at = least(due_at, now()) where tenant_id = :tenantId::uuid and id in (select "webhookId" from asked) returning id),
wanted as materialized (
  select asked.* from asked join woken on woken.id = asked."webhookId"),
queued as (
  insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, next_attempt_at)
  select :tenantId::uuid, id, "webhookId", sequence, "eventId", type, "createdAt" from wanted),
totals as (
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
  select :tenantId::uuid, "webhookId", type, 'PENDING', count(*) from wanted group by "webhookId", type order by "webhookId", type
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count)
update webhook_cursors set sequence = :sequence::bigint where tenant_id = :tenantId::uuid`)

// --- Attempts -------------------------------------------------------------------------------------------------------

export type Claimed = {
  id: Uuid
  attempt: number
  /** When this attempt started, by the database's clock. */
  attemptedAt: string
  test: boolean
  event: EventRow | null
  url: string
  secretSealed: string
  /** Secrets whose overlap has not ended, newest first. */
  previousSecretsSealed: string[]
  /** More of the webhook's deliveries are due than its bound, or the limit, allowed. */
  more: boolean
}

/** One row without an id when there was nothing to claim, or no capacity left. */
export type Claim = Claimed | { id: null; more: boolean }

/** The maximum of concurrent attempts per webhook, over all workers: `concurrency` and `limit` of a claim cannot exceed it. */
export const perWebhook = 16
/** Deliveries that have been due for longer than this are backlog. */
const backlogAfterSeconds = 10
/** The share of a webhook's attempts that its backlog gets while there are new events and retries. */
const backlogShare = 0.25

/** Deliveries of the webhook that may be attempted, as one index range each: all of an active webhook, only tests of another. */
const open = (columns: string, condition: string, order: string, limit: number): string => {
  const range = (only: string): string => `(select ${columns} from webhook_deliveries d
    where d.tenant_id = :tenantId::uuid and d.webhook_id = :webhookId::uuid and ${condition} and ${only} order by ${order} limit ${limit})`
  return `${range(`(select status from endpoint) = 'ACTIVE'`)} union all ${range(`d.test and (select status from endpoint) <> 'ACTIVE'`)}`
}
/** As many as a claim may take: a constant, because the planner estimates an unknown limit as a tenth of all rows. */
const dueOldestFirst = (backlog: 'true' | 'false', condition: string): string =>
  open(`d.id, ${backlog} as backlog, d.next_attempt_at, d.event_sequence`, condition, 'd.next_attempt_at, d.event_sequence', perWebhook)

/**
 * Claims due deliveries of one webhook under a lease, as many as `limit` and its bound allow.
 *
 * Deliveries that have been due for long, or were held back while the webhook was not active, are its backlog and go oldest first. The
 * rest, new events and retries that have just become due, goes first; while there is a backlog, the backlog gets a quarter of the
 * attempts. `chance`, from 0 to 1, rounds that quarter up or down, so that it is also right when attempts become free one at a time.
 *
 * Returns no row when another worker is claiming from this webhook, or when its row was written after this statement took its snapshot
 * (`xmin`): the snapshot may then miss deliveries that were added or claimed, and using it could send twice or leave due deliveries
 * unnoticed. The next search finds everything.
 */
export const claimDeliveries = statement<
  { tenantId: Uuid; webhookId: Uuid; concurrency: number; limit: number; leaseSeconds: number; chance: number },
  Claim
>(`with
endpoint as materialized (
  select id, url, status, secret_sealed, greatest(held_until, now() - interval '${backlogAfterSeconds} seconds') as backlog_until, array(
    select p.secret->>'sealed' from jsonb_array_elements(previous_secrets) with ordinality as p(secret, n)
    where (p.secret->>'until')::timestamptz > now() order by p.n) as previous_secrets_sealed
  from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid
    and xmin = (select seen.xmin from webhooks seen where seen.tenant_id = :tenantId::uuid and seen.id = :webhookId::uuid)
  for update skip locked),
busy as materialized (
  select count(*)::int as n from webhook_deliveries where tenant_id = :tenantId::uuid and webhook_id = :webhookId::uuid and leased_until > now()),
waiting as materialized (
  select id, backlog, row_number() over (partition by backlog order by next_attempt_at, event_sequence) as place from (
    ${dueOldestFirst('true', 'd.next_attempt_at <= (select backlog_until from endpoint)')} union all
    ${dueOldestFirst('false', 'd.next_attempt_at > (select backlog_until from endpoint) and d.next_attempt_at <= now()')}) as either),
places as materialized (
  select free, least(old, greatest(free - fresh, floor(free * ${backlogShare} + :chance::double precision)::int)) as for_backlog from (
    select greatest(0, least(:limit::int, :concurrency::int - (select n from busy))) as free,
      (select count(*)::int from waiting where backlog) as old, (select count(*)::int from waiting where not backlog) as fresh) as counted),
due as materialized (
  select id from waiting, places where place <= case when backlog then for_backlog else free - for_backlog end),
taken as (
  update webhook_deliveries d set attempt = d.attempt + 1, leased_until = now() + make_interval(secs => :leaseSeconds::double precision),
    next_attempt_at = now() + make_interval(secs => :leaseSeconds::double precision)
  -- Checked again: a delivery whose lease expired may just have been settled by a worker that was slow but alive.
  from due where d.tenant_id = :tenantId::uuid and d.id = due.id and d.next_attempt_at <= now()
  returning d.*),
rest as materialized (
  select min(at) as at from (${open('d.next_attempt_at as at', 'd.next_attempt_at is not null and not exists (select 1 from due where due.id = d.id)', 'd.next_attempt_at', 1)}) as either),
schedule as materialized (
  select e.id, case
    -- More is due than the bound allows: the end of any attempt triggers the next claim; this time is for when that worker dies.
    when (select at from rest) <= now() then now() + interval '1 second'
    else least((select at from rest), (select max(leased_until) from taken)) end as due_at
  from endpoint e),
scheduled as (
  update webhooks w set due_at = s.due_at from schedule s where w.tenant_id = :tenantId::uuid and w.id = s.id)
select t.id, t.attempt, now() as "attemptedAt", t.test, w.url, w.secret_sealed as "secretSealed", w.previous_secrets_sealed as "previousSecretsSealed",
  coalesce((select at from rest) <= now(), false) as more,
  case when e.id is not null then json_build_object('tenantId', :tenantId::uuid, 'id', e.id, 'sequence', e.sequence, 'type', e.type, 'object', e.object,
    'previous', e.previous, 'createdAt', e.created_at) end as event
from endpoint w left join taken t on true left join events e on e.tenant_id = :tenantId::uuid and e.sequence = t.event_sequence
order by t.event_sequence`)

/** The result of an attempt. `attempt` is its number: a worker that has lost its lease changes nothing. */
export type Outcome = {
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
 * Settles the given outcomes and updates the totals. `old` is the state before; `between` are expressions that the two values may use.
 * `more` are further assignments.
 */
const settle = (state: string, nextAttemptAt: string, between = '', more = '') => `
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

type Settled = { tenantId: Uuid; webhookId: Uuid; outcomes: Outcome[] }

/** Records successful attempts of one webhook, as many as have accumulated, in one statement. A success resets the failure count. */
export const settleSuccesses = statement<Settled, object>(`with ${settle(`'SUCCEEDED'`, 'null')}
update webhooks w set failure_count = 0
where w.tenant_id = :tenantId::uuid and w.id = :webhookId::uuid and w.failure_count <> 0 and exists (select 1 from old where not test)`)

/**
 * Records a failed attempt: when to retry (null: never), and the endpoint's failure count, which may disable it. Tests never count,
 * nor failures before the request was sent (`counts`), nor answers of a URL that the webhook no longer has: its 410 says nothing about
 * the new one. Deliveries of a webhook that was deleted meanwhile are not retried. Returns whether this attempt disabled the webhook.
 * The webhook's row is always written, see claimDeliveries.
 */
export const settleFailure = statement<
  Settled & {
    url: string
    delaySeconds: number | null
    counts: boolean
    failuresMax: number
    gone: boolean
    reason: string
    /** The attempt for the delivery's history. A success is not copied there: it stays the latest attempt. */
    entry: DeliveryAttempt
  },
  { disabled: boolean }
>(`with
${settle(
  `case when (select seconds from wait) is null then 'DEAD' else 'FAILED' end`,
  'now() + make_interval(secs => (select seconds from wait))',
  `
held as materialized (
  select status, failure_count, url from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid and exists (select 1 from old) for update),
before as materialized (
  select w.status, w.failure_count, w.url = :url as asked, :counts::boolean and not old.test and w.url = :url as counts from held w, old),
wait as materialized (select case when :gone::boolean and asked then null else :delaySeconds::double precision end as seconds from before),`,
  `, failed_attempts = coalesce(d.failed_attempts, '[]') || :entry::jsonb`,
)},
verdict as materialized (
  select b.counts, b.counts and b.status = 'ACTIVE' and (b.failure_count + 1 >= :failuresMax::int or :gone::boolean) as disabled,
    now() as now, now() + make_interval(secs => (select seconds from wait)) as again from before b)
update webhooks w set failure_count = w.failure_count + v.counts::int,
  status = case when v.disabled then 'DISABLED' else w.status end,
  disabled_at = case when v.disabled then v.now else w.disabled_at end,
  disabled_reason = case when v.disabled then :reason::text else w.disabled_reason end,
  version = w.version + v.disabled::int,
  due_at = least(w.due_at, v.again)
from verdict v where w.tenant_id = :tenantId::uuid and w.id = :webhookId::uuid
returning v.disabled`)
