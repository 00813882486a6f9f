/** Facts of many threads, inserted directly into the database, for tests and benchmarks of reports. */
import { statement, type Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { keepAllPercentiles } from '../../server/resources/reports/measures/percentiles-queries.ts'
import { insertSums } from '../../server/resources/reports/measures/sums-queries.ts'
import { bulkUuidSql, fillTenant } from '../bulk-tenant.ts'
import type { TestService, TestTenant } from './service.ts'

export type FactsOptions = {
  /** Threads, numbered 1 to `threads` in `fillTenant`. */
  threads: number
  /** Number of days before `until` across which thread creation is spread. */
  days: number
  until: string
  timezone: string
  /** Numbers of users, teams and inboxes. */
  others: number
  /** Offset of the sequences, for facts that follow the facts of an earlier call. */
  sequence?: number
}

const setCursor = statement<{ tenantId: Uuid }, object>(`
  insert into reader_cursors (tenant_id, reader, sequence)
  select :tenantId::uuid, 'measures', coalesce(max(sequence), 0) from facts where tenant_id = :tenantId::uuid
  on conflict (tenant_id, reader) do update set sequence = excluded.sequence`)
const setZone = statement<{ tenantId: Uuid; timezone: string }, object>(`
  insert into measure_tenants (tenant_id, timezone) values (:tenantId::uuid, :timezone)
  on conflict (tenant_id) do update set timezone = excluded.timezone`)

/** Number of events of a thread. */
const eventsPerThread = 16

/**
 * Inserts facts with their daily sums. Each thread has two waits, a note, a move to another team and a resolution; some are reopened,
 * within or after 7 days, some have SLA clocks, some are merged, and a tenth is never resolved. The facts are stored in order of time, as
 * the reader stores them, so that a report of a range reads each database page once.
 */
export async function fillFacts(db: Database, tenantId: Uuid, options: FactsOptions): Promise<void> {
  const { threads, days, until, timezone, others, sequence = 0 } = options
  const id = (table: number, n: string): string => bulkUuidSql(tenantId, table, n)
  const oneOf = (values: readonly string[]): string => `(array['${values.join("','")}'])[1 + floor(random() * ${values.length})::int]`
  const number = `(1 + floor(random() * ${others}))::int`
  // Waits from a second to two days, most of them short.
  const wait = `exp(random() * 12) * interval '1 second'`
  await db.script(`
    select setseed(0.5);
    with draws as materialized (
      select n, timestamptz '${until}' - random() * interval '${days} days' as created, ${wait} as wait1, ${wait} as wait2, ${wait} as pause,
        ${wait} as work, random() * interval '14 days' as until_reopened, random() as chance, ${number} as agent1, ${number} as agent2,
        ${number} as team1, ${number} as team2, ${number} as inbox, ${oneOf(['low', 'normal', 'high', 'urgent'])} as priority,
        ${oneOf(['email', 'api', 'widget'])} as channel from generate_series(1, ${threads}) n),
    rounded as materialized (
      select n, chance, agent1, agent2, team1, team2, inbox, priority, channel, date_trunc('milliseconds', created) as created,
        date_trunc('milliseconds', created + wait1) as answered1, date_trunc('milliseconds', created + wait1 + pause) as asked2,
        date_trunc('milliseconds', created + wait1 + pause + wait2) as answered2,
        date_trunc('milliseconds', created + wait1 + pause + wait2 + work) as resolved,
        date_trunc('milliseconds', created + wait1 + pause + wait2 + work + until_reopened) as reopened from draws),
    t as materialized (select *, chance < 0.3 and reopened < '${until}' as reopens, chance > 0.95 as is_merged,
      date_trunc('milliseconds', reopened + (resolved - asked2)) as resolved2 from rounded),
    made as (
      select t.n as thread, v.*, case when v.k < 6 then t.team1 else t.team2 end as team, t.inbox, t.priority, t.channel, t.agent2 as assignee
      from t cross join lateral (values
        (0, 'CREATED', t.created, false, 1, null::int, null::int, null, null, null::text, null::text, null::timestamptz, null::int, null::interval, null::interval, null::interval, null::int),
        (1, 'RECEIVED', t.created, false, 0, null, null, 'CUSTOMER', null, null, null, null, null, null, null, null, null),
        (2, 'ANSWERED', t.answered1, true, 0, t.agent1, t.agent1, null, null, null, null, t.created, null, t.answered1 - t.created, null, null, null),
        (3, 'NOTED', t.answered1, false, 0, t.agent2, t.agent2, null, null, null, null, null, null, null, null, null, null),
        (4, 'RECEIVED', t.asked2, false, 0, null, null, 'CUSTOMER', null, null, null, null, null, null, null, null, null),
        (5, case when t.chance between 0.1 and 0.2 then 'SLA_BREACHED' when t.chance < 0.6 then 'SLA_MET' end, t.answered1, false, 0, null, null,
          null, 'FIRST_RESPONSE', null, null, t.created, null, null, null, null, null),
        (6, case when t.team1 <> t.team2 then 'MOVED' end, t.asked2, false, 0, null, t.agent1, 'AGENT', 'team', ${id(9, 't.team1')}::text, ${id(9, 't.team2')}::text,
          null, null, null, null, null, null),
        (7, case when not t.is_merged then 'ANSWERED' end, t.answered2, false, 0, t.agent2, t.agent2, null, null, null, null, t.asked2, null, t.answered2 - t.asked2, null, null, null),
        (8, case when t.is_merged then 'MERGED' when t.resolved < '${until}' and t.chance not between 0.8 and 0.9 then 'RESOLVED' end, t.resolved, not t.is_merged, -1, t.agent2, t.agent2, 'AGENT', null, null, null,
          t.created, null, case when not t.is_merged then t.resolved - t.created end, case when not t.is_merged then t.resolved - t.created end,
          case when not t.is_merged then t.answered1 - t.created end, case when t.is_merged then null when t.chance < 0.1 then 1 else 2 end),
        (9, case when t.reopens and t.resolved < '${until}' and not t.is_merged then 'REOPENED' end, t.reopened, false, 1, null, null, case when t.chance < 0.25 then 'CUSTOMER' else 'AGENT' end, null, null, null,
          t.resolved, 8, t.reopened - t.resolved, null, null, null),
        (10, case when t.reopens and t.resolved < '${until}' and not t.is_merged and t.resolved2 < '${until}' then 'RESOLVED' end, t.resolved2, false, -1, t.agent1, t.agent1, 'AGENT', null, null, null,
          t.reopened, null, t.resolved2 - t.reopened, null, t.resolved2 - t.reopened, 2)
      ) v(k, kind, at, is_first, backlog, person, actor, cause, field, from_value, to_value, started_at, of_k, value, first, open, answers_before)
      where v.kind is not null)
    insert into facts (tenant_id, kind, at, sequence, n, event_id, thread_id, person_id, actor_id, assignee_id, team_id, inbox_id, priority, channel, cause,
      is_first, backlog, field, from_value, to_value, started_at, of_sequence, value_ms, business_ms, step, first_ms, first_business_ms, first_step,
      open_ms, open_business_ms, open_step, answers_before)
    select '${tenantId}', m.kind, m.at, ${sequence} + m.thread * ${eventsPerThread} + m.k, 0, gen_random_uuid(), ${id(6, 'm.thread')}, ${id(1, 'm.person')}, ${id(1, 'm.actor')},
      ${id(1, 'm.assignee')}, ${id(9, 'm.team')}, ${id(3, 'm.inbox')}, m.priority, m.channel, m.cause, m.is_first, m.backlog, m.field, m.from_value, m.to_value,
      m.started_at, ${sequence} + m.thread * ${eventsPerThread} + m.of_k, ${millisecondsSql('m.value')}, ${millisecondsSql('m.value')} / 3, ${stepSql('m.value')},
      ${millisecondsSql('m.first')}, ${millisecondsSql('m.first')} / 3, ${stepSql('m.first')}, ${millisecondsSql('m.open')}, ${millisecondsSql('m.open')} / 3, ${stepSql('m.open')},
      m.answers_before
    from made m order by m.at`)
  await db.rows(setZone, { tenantId, timezone })
  await db.script(`delete from measure_days where tenant_id = '${tenantId}'`)
  await db.rows(insertSums, { tenantId, from: null })
  await db.rows(keepAllPercentiles, { tenantId })
  await db.rows(setCursor, { tenantId })
}

function millisecondsSql(interval: string): string {
  return `round(extract(epoch from ${interval}) * 1000)::bigint`
}

/** The same step as \`toStep\`. */
function stepSql(interval: string): string {
  const ms = millisecondsSql(interval)
  return `case when ${ms} is null then null when ${ms} < 1000 then 0 else least(95, floor(ln((${ms})::double precision / 1000) / ln(1.2::double precision)))::smallint end`
}

/** Facts of `createMeasuredTenant`. */
export const measured = { threads: 600, days: 300, until: '2026-05-02T10:00:00Z', timezone: 'Europe/Berlin', others: 6 }

/** Creates a tenant with facts of 600 threads. */
export async function createMeasuredTenant(service: TestService): Promise<TestTenant> {
  const tenant = await service.createTenant()
  await fillTenant(service.db, tenant.tenantId, { count: measured.threads, others: 50 })
  await tenant.api('PATCH', '/tenant/settings', { body: { reporting: { timezone: measured.timezone } } })
  await fillFacts(service.db, tenant.tenantId, measured)
  return tenant
}
