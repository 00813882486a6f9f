/**
 * Statements on the tables of jobs. All transactions lock rows in one order: the rows that the job concerns, the job, its row in
 * `job_queues`, the tenant's counters. Only a claim locks the `job_queues` row first; it then takes only unlocked jobs (`skip locked`), so
 * it never waits.
 */
import { statement } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { procedure } from '../postgres/procedure.ts'

type JobName = { tenantId: Uuid; name: string }

/**
 * Makes the queue due no later than `dueAt`, an expression over `source`. Writes the `job_queues` row even if nothing changes, so that a
 * concurrent claim can detect that its snapshot is outdated.
 */
const wakeQueue = (source: string, dueAt: string): string => `
insert into job_queues as q (tenant_id, name, due_at) select :tenantId::uuid, :name::text, ${dueAt} from ${source}
on conflict (tenant_id, name) do update set due_at = least(q.due_at, excluded.due_at)`

/** `wakeQueue` as a step of a procedure. */
const wakeQueueStep = (
  name: string,
  dueAt: string,
): string => `insert into job_queues as q (tenant_id, name, due_at) values (:tenantId, ${name}, ${dueAt})
      on conflict (tenant_id, name) do update set due_at = least(q.due_at, excluded.due_at);`

/** Stores a job, or replaces the job with the same key. With `at` null, it is due after `inSeconds`. */
export const enqueueJob = procedure<JobName & { id: Uuid; key: string; input: object; at: string | null; inSeconds: number }, null>(
  'enqueue_job',
  { tenantId: 'uuid', name: 'text', id: 'uuid', key: 'text', input: 'json', at: 'timestamptz', inSeconds: 'double precision' },
  `declare
  due timestamptz(3);
begin
  due := coalesce(:at, now() + make_interval(secs => :inSeconds));
  insert into jobs (tenant_id, id, name, key, input, due_at) values (:tenantId, :id, :name, :key, :input, due)
    on conflict (tenant_id, name, key) do update set id = excluded.id, input = excluded.input, due_at = excluded.due_at,
      state = excluded.state, attempt = 0, leased_until = null, error = null, created_at = excluded.created_at;
  ${wakeQueueStep(':name', 'due')}
  return null;
end`,
)

/** Inserts jobs of one name, each with its due time. Replaces a job with the same key, but keeps that job's time if it is earlier. */
export const enqueueEarliestJobs = statement<JobName & { orders: { id: Uuid; key: string; input: object; at: string }[] }, object>(`with
given as materialized (select g.* from json_to_recordset(:orders::json) as g(id uuid, key text, input json, at timestamptz)),
queued as (
  insert into jobs as j (tenant_id, id, name, key, input, due_at)
  select :tenantId::uuid, g.id, :name::text, g.key, g.input, g.at from given g order by g.key
  on conflict (tenant_id, name, key) do update set id = excluded.id, input = excluded.input, due_at = least(j.due_at, excluded.due_at),
    state = excluded.state, attempt = 0, leased_until = null, error = null
  returning due_at)
${wakeQueue('(select min(due_at) as due_at from queued) first', 'due_at')}`)

/**
 * Returns the parts of a statement that inserts a job for each row of `from`, due immediately; the last part is named `queued`. The keys
 * must be new. `job` has expressions over `from`. The statement must insert the jobs before it locks the counters: `(select count(*) from
 * queued) >= 0`.
 */
export const enqueueCtes = (job: { name: string; id: string; key: string; input: string; from: string }): string => `enqueued as (
  insert into jobs (tenant_id, id, name, key, input, due_at)
  select :tenantId::uuid, ${job.id}, '${job.name}', ${job.key}, ${job.input}, now() from ${job.from} returning due_at),
queued as (
  insert into job_queues as q (tenant_id, name, due_at) select :tenantId::uuid, '${job.name}', due_at from enqueued
  on conflict (tenant_id, name) do update set due_at = least(q.due_at, excluded.due_at) returning name)`

/**
 * A step of a procedure that inserts a job with a new key, due immediately. Must precede the step that locks the counters. Values are SQL
 * expressions.
 */
export const enqueueStep = (job: { name: string; id: string; key: string; input: string }): string =>
  `insert into jobs (tenant_id, id, name, key, input, due_at) values (:tenantId, ${job.id}, '${job.name}', ${job.key}, ${job.input}, now());
    ${wakeQueueStep(`'${job.name}'`, 'now()')}`

export const cancelJob = statement<JobName & { key: string }, { id: Uuid }>(
  `delete from jobs where tenant_id = :tenantId::uuid and name = :name and key = :key and state = 'WAITING' returning id`,
)

export const lockWaitingJob = statement<JobName & { key: string }, { running: boolean }>(
  `select coalesce(leased_until > now(), false) as running from jobs
  where tenant_id = :tenantId::uuid and name = :name and key = :key and state = 'WAITING' for update`,
)

// --- Looking for work, across tenants -----------------------------------------------------------------------------------

/** Lists suspended tenants. They are few and have their own index. */
export const suspendedTenants = statement<object, { tenantId: Uuid }>(
  `/* across tenants: whose work rests */ select tenant_id as "tenantId" from tenants where status = 'SUSPENDED'`,
)

/** Lists queues with a due job, longest wait first. */
export const queuesDue = statement<
  { names: string[]; fullTenants: Uuid[]; fullLanes: string[]; limit: number },
  { tenantId: Uuid; lane: string }
>(`/* across tenants: the worker serves all of them */
  select tenant_id as "tenantId", name as lane from job_queues
  where due_at <= now() and name = any(:names::text[]) and tenant_id <> all(:fullTenants::uuid[])
    and tenant_id::text || ' ' || name <> all(:fullLanes::text[])
  order by due_at limit :limit::int`)

// --- One job ------------------------------------------------------------------------------------------------------------

export type ClaimedJob = { id: Uuid; key: string; input: object; attempt: number; more: boolean }

/** `silentSeconds` is the remaining time of a lease at which its worker counts as dead. */
type Claim = JobName & { atOnce: number; limit: number; leaseSeconds: number; silentSeconds: number }

/** Whether a worker is running the job, judging by its lease. */
const isRunningSql = 'leased_until > now() + make_interval(secs => :silentSeconds::double precision)'

/**
 * Claims due jobs of one name and tenant under a lease, within `limit` and the concurrency limit. Returns one row without an id if there is
 * nothing to claim. `dueSql` selects the ids of due jobs, longest wait first. Returns no row if the `job_queues` row is locked, or was
 * written after this statement took its snapshot (`xmin`). The snapshot may then miss jobs that were added or claimed, and using the
 * snapshot could run a job twice or miss a due job. The next search finds everything.
 */
const claim = (dueSql: string): string => `with
lane as materialized (
  select name from job_queues where tenant_id = :tenantId::uuid and name = :name::text
    and xmin = (select seen.xmin from job_queues seen where seen.tenant_id = :tenantId::uuid and seen.name = :name::text)
  for update skip locked),
busy as materialized (
  select count(*)::int as n from jobs where tenant_id = :tenantId::uuid and name = :name::text and ${isRunningSql}),
due as materialized (${dueSql} for update skip locked),
taken as (
  update jobs j set attempt = j.attempt + 1, leased_until = now() + make_interval(secs => :leaseSeconds::double precision),
    due_at = now() + make_interval(secs => :leaseSeconds::double precision)
  -- An array, because the number of joined rows would be estimated from all jobs: it would read them all.
  where j.tenant_id = :tenantId::uuid and j.id = any(array(select id from due))
  returning j.id, j.key, j.input, j.attempt, j.leased_until),
rest as materialized (
  select min(due_at) as at from jobs where tenant_id = :tenantId::uuid and name = :name::text and due_at is not null and id not in (select id from due)),
next as materialized (
  -- More jobs are due than may run. A worker that finishes one claims again immediately; this time applies if that worker dies.
  select name, case when (select at from rest) <= now() then now() + interval '1 second'
    else least((select at from rest), (select max(leased_until) from taken)) end as at from lane),
scheduled as (
  update job_queues q set due_at = next.at from next where q.tenant_id = :tenantId::uuid and q.name = next.name)
select t.id, t.key, t.input, t.attempt, coalesce((select at from rest) <= now(), false) as more
from lane left join taken t on true`

const dueSql = 'tenant_id = :tenantId::uuid and name = :name::text and due_at <= now() and exists (select 1 from lane)'
const longestWaitSql = 'order by due_at, id limit greatest(0, least(:limit::int, :atOnce::int - (select n from busy)))'

export const claimJobs = statement<Claim, ClaimedJob | { id: null; more: boolean }>(
  claim(`select id from jobs where ${dueSql} ${longestWaitSql}`),
)

/** Works like `claimJobs`, with at most `atMost` concurrent jobs per value of the input's field. */
export const claimJobsPerField = statement<Claim & { field: string; atMost: number }, ClaimedJob | { id: null; more: boolean }>(
  claim(`
  select id from jobs where tenant_id = :tenantId::uuid and id = any(array(
    select id from (
      select id, due_at, input ->> :field::text as value, row_number() over (partition by input ->> :field::text order by due_at, id) as place
      from jobs where ${dueSql}) each
    left join (
      select input ->> :field::text as value, count(*) as n from jobs
      where tenant_id = :tenantId::uuid and name = :name::text and ${isRunningSql} group by 1) running
    on running.value is not distinct from each.value
    where place + coalesce(n, 0) <= :atMost::int ${longestWaitSql}))`),
)

type Attempt = { tenantId: Uuid; id: Uuid; attempt: number }
/** Condition that this worker still owns the job: its lease has not been taken over, and the job was neither replaced nor cancelled. */
const own = 'tenant_id = :tenantId::uuid and id = :id::uuid and attempt = :attempt::int and leased_until is not null'

/**
 * Starts a job's transaction. Lowers the transaction's lock timeout, so that one tenant's lock does not block the worker's transactions.
 */
export const beginJob = statement<Attempt, object>(`select set_config('lock_timeout', '500ms', true) from jobs where ${own}`)

type Attempts = { tenantId: Uuid; ids: Uuid[]; attempts: number[] }
const owned = `tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) and leased_until is not null
  and attempt = (:attempts::int[])[array_position(:ids::uuid[], id)]`
/** Works like `beginJob` for several jobs. Returns the ones that this worker still owns. */
export const beginJobs = statement<Attempts, { id: Uuid }>(`select id, set_config('lock_timeout', '500ms', true) from jobs where ${owned}`)

export const finishJobs = statement<Attempts, { id: Uuid }>(`delete from jobs where ${owned} returning id`)

export const finishJob = statement<Attempt, { id: Uuid }>(`delete from jobs where ${own} returning id`)

/** Extends the lease. Returns no row if this worker no longer owns the job. */
export const renewLease = statement<Attempt & { leaseSeconds: number }, { id: Uuid }>(`
  update jobs set leased_until = now() + make_interval(secs => :leaseSeconds::double precision),
    due_at = now() + make_interval(secs => :leaseSeconds::double precision)
  where ${own} returning id`)

export const repeatJob = statement<Attempt & { name: string; inSeconds: number }, object>(`with
repeated as (
  update jobs set attempt = 0, leased_until = null, error = null, due_at = now() + make_interval(secs => :inSeconds::double precision)
  where ${own} returning due_at)
${wakeQueue('repeated', 'due_at')} returning tenant_id`)

/** Schedules the next attempt after a failure. */
export const retryJob = statement<Attempt & { name: string; inSeconds: number; error: string }, object>(`with
failed as (
  update jobs set leased_until = null, error = :error, due_at = now() + make_interval(secs => :inSeconds::double precision)
  where ${own} returning due_at)
${wakeQueue('failed', 'due_at')} returning tenant_id`)

export const giveUpJob = statement<Attempt & { error: string }, { id: Uuid }>(
  `update jobs set state = 'DEAD', due_at = null, leased_until = null, error = :error where ${own} returning id`,
)

// --- Periodic jobs ------------------------------------------------------------------------------------------------------

/** Inserts missing schedules. Delays the first run a little, so that it does not compete with the start of the service. */
export const ensureSchedules = statement<{ schedules: { name: string; firstInSeconds: number }[] }, object>(`
  insert into job_schedules (name, due_at)
  select name, now() + make_interval(secs => "firstInSeconds") from json_to_recordset(:schedules::json) as s(name text, "firstInSeconds" double precision)
  order by name on conflict (name) do nothing`)

export const schedulesDue = statement<{ names: string[] }, { name: string }>(
  'select name from job_schedules where due_at <= now() and name = any(:names::text[]) order by name',
)

/** Sets the next due time. The worker whose statement returns a row enqueues the job in the same transaction. */
export const advanceSchedule = statement<{ name: string; seconds: number }, { name: string }>(`
  update job_schedules set due_at = now() + make_interval(secs => :seconds::double precision) where name = :name and due_at <= now() returning name`)

/** Enqueues a job for each tenant. Keeps a job that is still waiting or running from the previous interval; restarts a dead one. */
export const enqueueForTenants = statement<{ name: string }, object>(`/* across tenants: periodic work is done for each of them */ with
queued as (
  insert into jobs as j (tenant_id, id, name, key, due_at)
  select tenant_id, gen_random_uuid(), :name::text, '', now() from tenants order by tenant_id
  on conflict (tenant_id, name, key) do update set due_at = excluded.due_at, state = excluded.state, attempt = 0, error = null where j.state = 'DEAD'
  returning tenant_id, due_at)
insert into job_queues as q (tenant_id, name, due_at) select tenant_id, :name::text, due_at from queued order by tenant_id
on conflict (tenant_id, name) do update set due_at = least(q.due_at, excluded.due_at)`)

// --- What is seen -------------------------------------------------------------------------------------------------------

export type JobFigures = { name: string; depth: number; oldestSeconds: number | null; dead: number }

/**
 * Returns, by job name, the number of due and running jobs (not future ones), how long the oldest has waited for a worker, and the number
 * of dead jobs. The waiting time leaves out tenants with a running job of that name, because their other jobs wait for that job rather than
 * for a worker.
 */
const figures = (of: (table: string) => string, why: string) => `${why}with
running as materialized (
  select j.tenant_id, j.name, count(*) as n from jobs j where ${of('j')} and j.leased_until > now() group by j.tenant_id, j.name),
waiting as materialized (
  select j.tenant_id, j.name, count(*) as n, min(j.due_at) as since from job_queues q join jobs j on j.tenant_id = q.tenant_id and j.name = q.name
  where ${of('q')} and ${of('j')} and q.due_at <= now() + interval '2 seconds' and j.due_at <= now() group by j.tenant_id, j.name),
each as (
  select name, n, 0 as dead, null::timestamptz as since from running
  union all select w.name, w.n, 0, case when r.n is null then w.since end from waiting w left join running r on r.tenant_id = w.tenant_id and r.name = w.name
  union all select j.name, 0, count(*), null from jobs j where ${of('j')} and j.state = 'DEAD' group by j.name)
select name, sum(n)::bigint as depth, sum(dead)::bigint as dead, greatest(0, extract(epoch from now() - min(since)))::double precision as "oldestSeconds"
from each group by name order by name`

/** Returns the condition that the row's tenant is not suspended. Jobs of suspended tenants wait even if workers are free. */
export const notSuspended = (table: string): string =>
  `not exists (select 1 from tenants s where s.tenant_id = ${table}.tenant_id and s.status = 'SUSPENDED')`

export const figuresOfAll = statement<object, JobFigures>(figures(notSuspended, '/* across tenants: the health of the whole service */ '))
export const figuresOfTenant = statement<{ tenantId: Uuid }, JobFigures>(figures((table) => `${table}.tenant_id = :tenantId::uuid`, ''))

/** Deletes dead jobs past their retention. */
export const deleteDeadJobs = statement<{ days: number }, object>(`/* across tenants: age is all that counts */
  delete from jobs where state = 'DEAD' and created_at < now() - make_interval(days => :days::int)`)
