/** Statements for runs of rules. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { StateChanges } from '../../threads/index.ts'
import type { RuleAction } from '../action-schema.ts'
import type { RunGuard, RunOutcome } from './run-schema.ts'

export type RunAction = { type: RuleAction['type']; outcome: 'DONE' | 'HELD' | 'NO_EFFECT' | 'FAILED' | 'SKIPPED'; error: string | null }

export type RunRow = {
  id: Uuid
  ruleId: Uuid
  ruleVersion: number
  threadId: Uuid
  eventId: Uuid | null
  beganAt: string | null
  jobId: Uuid | null
  outcome: RunOutcome
  guard: RunGuard | null
  error: string | null
  changes: StateChanges
  actions: RunAction[]
  causedEventIds: Uuid[]
  depth: number
  durationMs: number
  createdAt: string
}

const columns = `u.id, u.rule_id as "ruleId", u.rule_version as "ruleVersion", u.thread_id as "threadId", u.event_id as "eventId", u.began_at as "beganAt", u.job_id as "jobId",
  u.outcome, u.guard, u.error, u.changes, u.actions, u.caused_event_ids as "causedEventIds", u.depth, u.duration_ms as "durationMs", u.created_at as "createdAt"`

export const findRun = statement<{ tenantId: Uuid; id: Uuid }, RunRow>(
  `select ${columns} from automation_runs u where u.tenant_id = :tenantId::uuid and u.id = :id::uuid`,
)

/** Facts about earlier runs, which decide whether a rule may run on a thread. */
export type Past = {
  /** Whether the run has already been recorded. */
  isDone: boolean
  /** Number of runs that changed the thread within the last hour, capped at the limit. */
  changes: number
  appliedBefore: boolean
  repliedAt: string | null
  /** Time of the customer's latest public message. */
  customerWroteAt: string | null
  customerWasAutomatic: boolean
  /** Sequence of the latest event. */
  sequence: number
}

/** Reads a rule's earlier runs on a locked thread. */
export const findPast = statement<
  { tenantId: Uuid; ruleId: Uuid; threadId: Uuid; eventId: Uuid | null; beganAt: string | null; jobId: Uuid | null; limit: number },
  Past
>(`
  select exists (select 1 from automation_runs r where r.tenant_id = :tenantId::uuid and r.rule_id = :ruleId::uuid and r.event_id = :eventId::uuid)
      or exists (select 1 from automation_runs r where r.tenant_id = :tenantId::uuid and r.rule_id = :ruleId::uuid and r.thread_id = :threadId::uuid
        and r.began_at = :beganAt::timestamptz)
      or exists (select 1 from automation_runs r where r.tenant_id = :tenantId::uuid and r.job_id = :jobId::uuid and r.thread_id = :threadId::uuid) as "isDone",
    (select count(*)::int from (select 1 from automation_runs r where r.tenant_id = :tenantId::uuid and r.thread_id = :threadId::uuid and r.outcome = 'APPLIED'
      and r.created_at > now() - interval '1 hour' limit :limit::int) c) as changes,
    (select p.applied_at is not null from automation_rule_threads p where p.tenant_id = :tenantId::uuid and p.rule_id = :ruleId::uuid
      and p.thread_id = :threadId::uuid) is true as "appliedBefore",
    (select p.replied_at from automation_rule_threads p where p.tenant_id = :tenantId::uuid and p.rule_id = :ruleId::uuid
      and p.thread_id = :threadId::uuid) as "repliedAt",
    l.created_at as "customerWroteAt", coalesce(l.automatic, false) as "customerWasAutomatic",
    coalesce((select event_sequence from tenant_counters where tenant_id = :tenantId::uuid), 0) as sequence
  from (select 1) one left join lateral (
    select m.created_at, m.automatic or (m.email ->> 'noAutoReply') is not null as automatic from messages m where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid
      and m.author_type = 'CUSTOMER' and not m.internal order by m.created_at desc, m.id desc limit 1) l on true`)

/** The runs of rules on an event. */
export const findRunsOfEvent = statement<{ tenantId: Uuid; ruleIds: Uuid[]; eventId: Uuid }, { ruleId: Uuid; outcome: RunOutcome }>(`
  select rule_id as "ruleId", outcome from automation_runs
  where tenant_id = :tenantId::uuid and rule_id = any(:ruleIds::uuid[]) and event_id = :eventId::uuid`)

/** Reads the webhooks that actions reference. */
export const findWebhooks = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; status: 'ACTIVE' | 'PAUSED' | 'DISABLED' }>(
  'select id, status from webhooks where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)

export type NewRun = Omit<RunRow, 'createdAt' | 'causedEventIds'> & {
  tenantId: Uuid
  /** Sequence after which the events that the run caused begin; null if it caused none. */
  causedAfter: number | null
}

/** Records a run with the events that it caused. Returns no row if the run is already recorded. */
export const insertRun = statement<NewRun, { id: Uuid }>(`
  insert into automation_runs (tenant_id, id, rule_id, rule_version, thread_id, event_id, began_at, job_id, outcome, guard, error, changes, actions,
    caused_event_ids, depth, duration_ms)
  select :tenantId::uuid, :id::uuid, :ruleId::uuid, :ruleVersion::int, :threadId::uuid, :eventId::uuid, :beganAt::timestamptz, :jobId::uuid, :outcome::text,
    :guard::text, :error::text, :changes::json, :actions::json, array(
      select e.id from events e where e.tenant_id = :tenantId::uuid and e.sequence > :causedAfter::bigint and e.cause ->> 'runId' = :id::uuid::text order by e.sequence),
    :depth::int, :durationMs::int
  on conflict do nothing returning id`)

export const rememberThread = statement<{ tenantId: Uuid; ruleId: Uuid; threadId: Uuid; replied: boolean }, object>(`
  insert into automation_rule_threads as p (tenant_id, rule_id, thread_id, applied_at, replied_at)
  values (:tenantId::uuid, :ruleId::uuid, :threadId::uuid, now(), case when :replied::boolean then now() end)
  on conflict (tenant_id, rule_id, thread_id) do update set applied_at = excluded.applied_at, replied_at = coalesce(excluded.replied_at, p.replied_at)`)

/** Increments today's count of automatic mails and returns it. */
export const countMail = statement<{ tenantId: Uuid; customerId: Uuid; mails: number }, { mails: number }>(`
  insert into automation_mails as a (tenant_id, customer_id, day, mails)
  values (:tenantId::uuid, :customerId::uuid, (now() at time zone 'UTC')::date, :mails::int)
  on conflict (tenant_id, customer_id, day) do update set mails = a.mails + excluded.mails returning mails`)

/** Deletes the stored data about threads. Returns the number of runs. */
export const deleteOfThreads = statement<{ tenantId: Uuid; threadIds: Uuid[] }, { count: number }>(`with
forgotten as (
  delete from automation_rule_threads where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])),
deleted as (
  delete from automation_runs where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) returning 1)
select count(*) as count from deleted`)

/** Deletes the oldest runs that are past the retention period in days. */
export const deleteOldRuns = statement<{ tenantId: Uuid; days: number; limit: number }, { count: number }>(`with
deleted as (
  delete from automation_runs where tenant_id = :tenantId::uuid and id = any(array(
    select id from automation_runs where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int)
    order by created_at limit :limit::int)) returning 1)
select count(*) as count from deleted`)

/** Deletes the counts of earlier days. */
export const deleteOldMailCounts = statement<{ tenantId: Uuid }, object>(
  `delete from automation_mails where tenant_id = :tenantId::uuid and day < (now() at time zone 'UTC')::date - 1`,
)

/** Reads the runs with which a job applied a rule to some threads. */
export const findRunsOfJob = statement<
  { tenantId: Uuid; jobId: Uuid; threadIds: Uuid[] },
  { id: Uuid; threadId: Uuid; outcome: RunOutcome; error: string | null }
>(`
  select id, thread_id as "threadId", outcome, error from automation_runs
  where tenant_id = :tenantId::uuid and job_id = :jobId::uuid and thread_id = any(:threadIds::uuid[]) order by thread_id`)

/**
 * Counts the failures among the latest runs of a rule's version. Leaves out runs by which a user applied the rule, because they say nothing
 * about its own events.
 */
export const findFailures = statement<{ tenantId: Uuid; ruleId: Uuid; version: number; limit: number }, { failures: number }>(`
  select count(*)::int as failures from (
    select outcome, rule_version, job_id from automation_runs where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid
    order by created_at desc, id desc limit :limit::int) latest
  where outcome = 'FAILED' and job_id is null and rule_version = :version::int`)

export const runList = keysetList<RunRow>({
  from: 'automation_runs u',
  alias: 'u',
  columns,
  filters: {
    ruleId: 'u.rule_id = :ruleId::uuid',
    threadId: 'u.thread_id = :threadId::uuid',
    jobId: 'u.job_id = :jobId::uuid',
    outcome: 'u.outcome = :outcome::text',
    after: 'u.created_at > :after::timestamptz',
    before: 'u.created_at < :before::timestamptz',
  },
  rowBytes: { sql: 'octet_length(u.changes::text) + octet_length(u.actions::text)', max: 65_536 },
})
