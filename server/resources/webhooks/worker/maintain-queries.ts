import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { notSuspended } from '#platform/jobs/queries.ts'

type Batch = { tenantId: Uuid; days: number; batch: number }

const getTotals = (moved: string) => `
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
  select :tenantId::uuid, webhook_id, event_type, state, sum(delta) from (${moved}) as m group by webhook_id, event_type, state order by 2, 3, 4
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count`

/** Cancels deliveries of deleted webhooks, and those that have waited too long for a paused or disabled webhook. */
export const cancelHeldDeliveries = statement<Batch, { changed: number }>(`with
held as materialized (
  select id, webhook_id, event_type, state from webhook_deliveries
  where tenant_id = :tenantId::uuid and next_attempt_at is not null
    and webhook_id <> all(array(select id from webhooks where tenant_id = :tenantId::uuid and status = 'ACTIVE'))
    and (created_at < now() - make_interval(days => :days::int) or webhook_id <> all(array(select id from webhooks where tenant_id = :tenantId::uuid)))
  limit :batch::int for update skip locked),
dead as (
  update webhook_deliveries d set state = 'DEAD', next_attempt_at = null, leased_until = null, error = coalesce(d.error, 'Given up: the webhook was away for too long.')
  from held where d.tenant_id = :tenantId::uuid and d.id = held.id),
totals as (${getTotals(`select webhook_id, event_type, state, -1 as delta from held union all select webhook_id, event_type, 'DEAD', 1 from held`)})
select count(*) as changed from held`)

export const pruneDeliveries = statement<Batch, { changed: number }>(`with
old as materialized (
  select id, webhook_id, event_type, state from webhook_deliveries
  where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int)
  order by created_at, id limit :batch::int for update skip locked),
gone as (
  delete from webhook_deliveries d using old where d.tenant_id = :tenantId::uuid and d.id = old.id),
totals as (${getTotals('select webhook_id, event_type, state, -1 as delta from old')})
select count(*) as changed from old`)

type WrongTotal = { webhookId: Uuid; eventType: string; state: string; delta: number }

/**
 * Finds a tenant's totals that differ from the real count. Rows and totals change in the same transactions, so a difference within one
 * snapshot is an error. Read-only, because Citus gives each CTE of an inserting statement its own snapshot.
 */
export const findWrongTotals = statement<{ tenantId: Uuid }, WrongTotal>(`with
counted as materialized (
  select webhook_id, event_type, state, count(*) as n from webhook_deliveries where tenant_id = :tenantId::uuid group by webhook_id, event_type, state),
kept as materialized (
  select webhook_id, event_type, state, count as n from webhook_delivery_totals where tenant_id = :tenantId::uuid)
select webhook_id as "webhookId", event_type as "eventType", state, coalesce(c.n, 0) - coalesce(k.n, 0) as delta
from counted c full join kept k using (webhook_id, event_type, state) where coalesce(c.n, 0) <> coalesce(k.n, 0)`)

/** Adds the differences, which stays correct under concurrent changes, so that only the wrong totals are locked. */
export const correctTotals = statement<{ tenantId: Uuid; wrong: WrongTotal[] }, object>(`
  insert into webhook_delivery_totals as t (tenant_id, webhook_id, event_type, state, count)
  select :tenantId::uuid, "webhookId", "eventType", state, delta
  from json_to_recordset(:wrong::json) as w("webhookId" uuid, "eventType" text, state text, delta bigint) order by 2, 3, 4
  on conflict (tenant_id, webhook_id, event_type, state) do update set count = t.count + excluded.count`)

/**
 * Deletes the totals of deleted webhooks without deliveries. Otherwise these rows would stay forever, and every total would sum over them.
 */
export const dropEmptyTotals = statement<{ tenantId: Uuid }, object>(`
  delete from webhook_delivery_totals t where t.tenant_id = :tenantId::uuid and t.count = 0
    and not exists (select 1 from webhooks w where w.tenant_id = :tenantId::uuid and w.id = t.webhook_id)`)

/**
 * The backlog of deliveries.
 * - `depth`: deliveries that are waiting or being attempted.
 * - `behind`: events without deliveries yet.
 * - `oldestSeconds`: how long the oldest item has been waiting for a worker, null for none. That is an event before its fan-out, or a due
 *   delivery of an active webhook. Deliveries of a tenant with attempts in progress do not count: they wait for the tenant's endpoints.
 */
export type Backlog = { depth: number; oldestSeconds: number | null; dead: number; behind: number }

const backlog = (of: (table: string) => string, why: string): string => `${why}with
late as materialized (
  select c.tenant_id, c.sequence, k.event_sequence - c.sequence as events from webhook_cursors c join tenant_counters k on k.tenant_id = c.tenant_id
  where ${of('c')} and ${of('k')} and k.event_sequence > c.sequence),
unfanned as materialized (
  select min(e.created_at) as at from late l join events e on e.tenant_id = l.tenant_id and e.sequence = l.sequence + 1 where ${of('e')}),
untried as materialized (
  -- The first delivery of each webhook, read from the index. A distributed database cannot run LATERAL with LIMIT, but it can DISTINCT ON.
  -- It has been waiting for a worker since the webhook became due. The delivery itself can be older, if it was held back or replayed.
  select min(greatest(d.next_attempt_at, w.due_at)) as at from webhooks w cross join lateral (
    select distinct on (f.tenant_id) f.tenant_id, f.next_attempt_at from webhook_deliveries f
    where f.tenant_id = w.tenant_id and f.webhook_id = w.id and f.next_attempt_at is not null order by f.tenant_id, f.next_attempt_at) d
  where ${of('w')} and w.due_at is not null and w.status = 'ACTIVE' and d.next_attempt_at <= now()
    and not exists (select 1 from webhook_deliveries b where b.tenant_id = w.tenant_id and b.leased_until > now())),
since as materialized (select least(f.at, t.at) as at from unfanned f, untried t),
total as materialized (
  select coalesce(sum(count) filter (where state in ('PENDING', 'FAILED')), 0)::bigint as depth, coalesce(sum(count) filter (where state = 'DEAD'), 0)::bigint as dead
  from webhook_delivery_totals t where ${of('t')})
select total.depth, total.dead,
  (select greatest(0, extract(epoch from now() - at))::double precision from since where at is not null) as "oldestSeconds",
  (select coalesce(sum(events), 0)::bigint from late) as behind
from total`

export const countBacklog = statement<object, Backlog>(backlog(notSuspended, '/* across tenants: the health of the whole service */ '))
export const countTenantBacklog = statement<{ tenantId: Uuid }, Backlog>(backlog((table) => `${table}.tenant_id = :tenantId::uuid`, ''))

export const countDisabled = statement<{ tenantId: Uuid }, { count: number }>(
  `select count(*) as count from webhooks where tenant_id = :tenantId::uuid and status = 'DISABLED'`,
)

export const findDisabled = statement<object, { tenantId: Uuid; count: number }>(
  `/* across tenants: for the operator */ select tenant_id as "tenantId", count(*) as count from webhooks where status = 'DISABLED' group by tenant_id order by 2 desc`,
)

/** Returns one of the encrypted secrets. Any will do, because all are encrypted with the same key. */
export const findSealedSecret = statement<object, { sealed: string }>(
  `/* across tenants: whether the service key opens it */ select secret_sealed as sealed from webhooks limit 1`,
)
