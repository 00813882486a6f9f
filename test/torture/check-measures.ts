/** Checks what the outbox readers derived from the events: facts, sums and notifications. Empty when everything is correct. */
import { setTimeout as sleep } from 'node:timers/promises'
import { statement, type Database } from '#platform/db.ts'
import type { Client } from './client.ts'
import { setupRequest } from './crew.ts'
import type { Service, TortureTenant } from './service.ts'

type Key = { tenantId: string }

const findLag = statement<Key, { events: number }>(`
  select k.event_sequence - min(coalesce(c.sequence, 0)) as events from tenant_counters k
  cross join (values ('measures'), ('notifications')) r(reader)
  left join reader_cursors c on c.tenant_id = k.tenant_id and c.reader = r.reader
  where k.tenant_id = :tenantId::uuid group by k.event_sequence`)

/** Returns the lag of the slower reader, in events. */
async function countUnread(db: Pick<Database, 'first'>, { tenantId }: Key): Promise<number> {
  return (await db.first(findLag, { tenantId }))?.events ?? 0
}

const valuesSql = (
  row: string,
): string => `(values ('all', ''), ('assignee', coalesce(${row}.assignee_id::text, '')), ('team', coalesce(${row}.team_id::text, '')),
  ('inbox', ${row}.inbox_id::text), ('priority', ${row}.priority), ('channel', ${row}.channel)) d(dimension, value)`
const isUnresolvedSql = (status: string): string => `${status} in ('open', 'pending')`

/** Daily balance: the backlog that the kinds of facts imply. It is computed without the column from which the sums are made. */
const findUnbalancedDays = statement<Key, { day: string; dimension: string; value: string; law: number; backlog: number }>(`with
law as (
  select (f.at at time zone z.timezone)::date as day, d.dimension, d.value, d.change
  from facts f join measure_tenants z on z.tenant_id = f.tenant_id cross join lateral (
    select v.dimension, v.value, case
      when f.kind = 'CREATED' and ${isUnresolvedSql("f.detail ->> 'status'")} or f.kind = 'REOPENED'
        or f.kind = 'UNMERGED' and ${isUnresolvedSql("f.detail ->> 'status'")} then 1
      when f.kind = 'RESOLVED' or f.kind = 'MERGED' and ${isUnresolvedSql('f.from_value')} then -1 end as change from ${valuesSql('f').replace('d(', 'v(')}
    union all select f.field, coalesce(f.from_value, ''), -1 where f.kind = 'MOVED'
    union all select f.field, coalesce(f.to_value, ''), 1 where f.kind = 'MOVED') d
  where f.tenant_id = :tenantId::uuid and d.change is not null),
wanted as (select day, dimension, value, sum(change)::bigint as law from law group by 1, 2, 3),
found as (select day, dimension, value, count as backlog from measure_days where tenant_id = :tenantId::uuid and metric = 'BACKLOG')
select day::text, dimension, value, coalesce(law, 0) as law, coalesce(backlog, 0) as backlog from wanted full join found using (day, dimension, value)
where coalesce(law, 0) <> coalesce(backlog, 0)`)

const findUnbalancedTotals = statement<Key, { dimension: string; value: string; threads: number; backlog: number }>(`with
threads as (select d.dimension, d.value, count(*) as threads from threads t cross join lateral ${valuesSql('t')}
  where t.tenant_id = :tenantId::uuid and ${isUnresolvedSql('t.status')} group by 1, 2),
found as (select dimension, value, sum(count)::bigint as backlog from measure_days where tenant_id = :tenantId::uuid and metric = 'BACKLOG' group by 1, 2)
select dimension, value, coalesce(threads, 0) as threads, coalesce(backlog, 0) as backlog from threads full join found using (dimension, value)
where coalesce(threads, 0) <> coalesce(backlog, 0)`)

const findMiscountedMessages = statement<Key, { id: string; facts: number }>(`
  select m.id, count(f.message_id) as facts from messages m left join facts f on f.tenant_id = m.tenant_id and f.message_id = m.id
  where m.tenant_id = :tenantId::uuid group by m.id having count(f.message_id) <> 1`)

/** Duplicate notifications of an event, and rows and totals with wrong counts. */
const findWrongNotifications = statement<Key, { wrong: string }>(`
  select 'told ' || user_id || ' of event ' || e || ' ' || count(*) || ' times' as wrong
    from notifications cross join unnest(event_ids) e where tenant_id = :tenantId::uuid group by user_id, e having count(*) > 1
  union all select 'count ' || count || ' of ' || cardinality(event_ids) || ' events in notification ' || id
    from notifications where tenant_id = :tenantId::uuid and least(count, 20) <> cardinality(event_ids)
  union all select coalesce(k.unread, 0) || ' unread of type ' || type || ' instead of ' || coalesce(n.unread, 0)
    from (select user_id, type, unread from notification_counts where tenant_id = :tenantId::uuid) k
    full join (select user_id, type, count(*) as unread from notifications where tenant_id = :tenantId::uuid and in_app and read_at is null
      and archived_at is null and snoozed_until is null group by 1, 2) n using (user_id, type)
    where coalesce(k.unread, 0) <> coalesce(n.unread, 0)`)

const maxCatchUpMs = 60_000

/** Waits until the readers have read all events, and checks their results in one snapshot. */
export async function checkMeasures(service: Service, tenant: TortureTenant): Promise<string[]> {
  return service.withDatabase(async (db) => {
    for (const deadline = performance.now() + maxCatchUpMs; ; await sleep(100)) {
      const found = await db.transaction(async (tx) => {
        await tx.script('set transaction isolation level repeatable read, read only')
        if ((await countUnread(tx, tenant)) > 0) return null
        const all = [
          ...(await tx.rows(findUnbalancedDays, tenant)),
          ...(await tx.rows(findUnbalancedTotals, tenant)),
          ...(await tx.rows(findMiscountedMessages, tenant)),
          ...(await tx.rows(findWrongNotifications, tenant)),
        ]
        return all.map((row) => `${tenant.slug}: ${JSON.stringify(row)}`)
      })
      if (found) return found
      if (performance.now() > deadline) return [`${tenant.slug}: the readers have not read all events after ${maxCatchUpMs / 1000} s`]
    }
  })
}

type Job = { id: string; state: string; result: { compared: number; different: object[]; kept: number } | null }

const maxRebuildMs = 60_000

/** Rebuilds facts and sums. Returns the differences. */
export async function checkRebuild(client: Client, tenant: TortureTenant): Promise<string[]> {
  const wrong: string[] = []
  for (const what of ['FACTS', 'SUMS']) {
    let job = await call(client, tenant, 'POST', '/reports/rebuild', { what })
    for (const deadline = performance.now() + maxRebuildMs; job.state !== 'DONE' && performance.now() < deadline; await sleep(100))
      job = await call(client, tenant, 'GET', `/jobs/${job.id}`)
    const { result } = job
    if (job.state !== 'DONE' || !result || result.compared === 0 || result.different.length + result.kept > 0)
      wrong.push(`${tenant.slug}: the rebuild of ${what} ended with ${JSON.stringify(job)}`)
  }
  return wrong
}

async function call(client: Client, { key }: TortureTenant, method: string, path: string, body?: object): Promise<Job> {
  const headers = { Authorization: `Bearer ${key}`, 'X-Request-Id': setupRequest }
  const { outcome } = await client.send({ method, path, body, headers })
  if (outcome.kind !== 'answered' || outcome.status >= 300) throw new Error(`${method} ${path} failed: ${JSON.stringify(outcome)}`)
  // Safe because both operations return a job.
  return (JSON.parse(outcome.text) as { data: Job }).data
}
