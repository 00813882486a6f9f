/** Statements of TIME rules: when to scan, and the threads whose condition began in a window. */
import { statement, type Statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { isAutomaticSql } from '../../threads/index.ts'
import type { RuleStart } from '../condition-schema.ts'

type Key = { tenantId: Uuid; ruleId: Uuid }

const msSql = (at: string): string => `(extract(epoch from ${at}) * 1000)::double precision`
const timeSql = (name: string): string => `to_timestamp(:${name}::double precision / 1000)`

// --- When to scan ---------------------------------------------------------------------------------------------------------

/** Makes a rule run on what is due from now on. With `restarts`, does so even if the rule is already running. */
export const insertTimes = statement<Key & { restarts: boolean }, object>(`
  insert into automation_rule_times as i (tenant_id, rule_id, started_at, looked_until, next_look_at)
  values (:tenantId::uuid, :ruleId::uuid, now(), now(), now())
  on conflict (tenant_id, rule_id) do update set started_at = excluded.started_at, looked_until = excluded.looked_until where :restarts::boolean`)

export const deleteTimes = statement<Key, object>(
  'delete from automation_rule_times where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid',
)

export const findRulesToScan = statement<
  { fullTenants: Uuid[]; fullRules: string[]; limit: number },
  { tenantId: Uuid; ruleId: Uuid }
>(`/* across tenants: the worker serves all of them */
  select tenant_id as "tenantId", rule_id as "ruleId" from automation_rule_times
  where next_look_at <= now() and tenant_id <> all(:fullTenants::uuid[]) and rule_id <> all(:fullRules::uuid[]) order by next_look_at limit :limit::int`)

/** State of a TIME rule: when it started, the time up to which everything due has run, and the time of the next scan. */
export type Times = { ruleId: Uuid; startedAt: string; scannedUntil: string; nextScanAt: string; failures: number }
const timesColumns =
  'rule_id as "ruleId", started_at as "startedAt", looked_until as "scannedUntil", next_look_at as "nextScanAt", failures'

/**
 * Postpones the next scan, and counts the scan as failed until it ends. Returns no row when the scan is not due, or another worker is
 * scanning.
 */
export const claimScan = statement<Key & { inSeconds: number }, Times>(`
  update automation_rule_times set next_look_at = now() + make_interval(secs => :inSeconds::double precision), failures = failures + 1
  where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid and next_look_at <= now() returning ${timesColumns}`)

export const listTimes = statement<{ tenantId: Uuid }, Times>(
  `select ${timesColumns} from automation_rule_times where tenant_id = :tenantId::uuid`,
)

/**
 * Advances the position. It never moves back, because another worker may be ahead. `nextScanAt` is null when there is nothing left to scan.
 */
export const advanceTimes = statement<Key & { scannedUntil: string; nextScanAt: string | null }, object>(`
  update automation_rule_times set looked_until = greatest(looked_until, :scannedUntil::timestamptz), failures = 0,
    next_look_at = least(next_look_at, :nextScanAt::timestamptz)
  where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid`)

// --- Threads whose condition began in a window ----------------------------------------------------------------------------

export type Candidate = { threadId: Uuid; at: number }
type Window = { tenantId: Uuid; after: number; through: number; limit: number }

const inWindow = (at: string): string => `${at} > ${timeSql('after')} and ${at} <= ${timeSql('through')}`

/**
 * Returns the first candidates, earliest first: `limit` of them, plus any with the same time as the last. `sources` has thread_id and at.
 */
const candidatesSql = (sources: string): Statement<Window, Candidate> =>
  statement(
    `select c.thread_id as "threadId", ${msSql('c.at')} as at from (${sources}) c order by c.at fetch first (:limit::int) rows with ties`,
  )

/** SQL: threads by a time, in some statuses. Each status is a range of an index of the list. */
const activitySql = (column: string, statuses: readonly string[]): string =>
  statuses
    .map(
      (status) => `select a.thread_id, a.${column} as at from thread_activity a
    where a.tenant_id = :tenantId::uuid and a.status = '${status}' and ${inWindow(`a.${column}`)}`,
    )
    .join(' union all ')

/** SQL: facts of some kinds. Each kind is a range of the primary key. */
const factsSql = (kinds: readonly string[], condition: string): string =>
  `select thread_id, max(at) as at from (${kinds
    .map(
      (kind) => `select b.thread_id, b.at from facts b where b.tenant_id = :tenantId::uuid and b.kind = '${kind}'
    and ${inWindow('b.at')} and (${condition})`,
    )
    .join(' union all ')}) b group by thread_id`

/**
 * SQL: the threads that now have the messages, because merging threads moves messages. `findStart` decides which messages are the latest.
 */
const messagesSql = `select m.thread_id, max(f.at) as at from (${['RECEIVED', 'ANSWERED', 'NOTED']
  .map(
    (kind) => `select b.message_id, b.at from facts b where b.tenant_id = :tenantId::uuid and b.kind = '${kind}' and ${inWindow('b.at')}`,
  )
  .join(' union all ')}) f
  cross join lateral (select thread_id from messages where tenant_id = :tenantId::uuid and id = f.message_id limit 1) m group by m.thread_id`

export const candidates: Readonly<Record<RuleStart, Statement<Window, Candidate>>> = {
  CREATED: candidatesSql(`select t.id as thread_id, t.created_at as at from threads t where t.tenant_id = :tenantId::uuid
    and ${inWindow('t.created_at')}`),
  WAITING: candidatesSql(activitySql('waiting_since', ['open', 'pending'])),
  LAST_MESSAGE: candidatesSql(messagesSql),
  STATUS: candidatesSql(factsSql(['CREATED', 'STATUS', 'RESOLVED', 'REOPENED', 'CLOSED'], `b.kind = 'CREATED' or b.field = 'status'`)),
  ASSIGNED: candidatesSql(factsSql(['CREATED', 'MOVED', 'CHANGED'], `b.kind = 'CREATED' or b.field = 'assignee'`)),
  SNOOZE_ENDED: candidatesSql(factsSql(['STATUS'], `b.field = 'snooze'`)),
  SLA_DUE: candidatesSql(
    `select s.thread_id, s.due_at as at from sla_threads s where s.tenant_id = :tenantId::uuid and ${inWindow('s.due_at')}`,
  ),
}

/** Finds the time of the first event that reports have not counted yet. Returns no row if they have counted every event. */
export const findFirstUncounted = statement<{ tenantId: Uuid; reader: string }, { at: number }>(`
  select ${msSql('e.created_at')} as at from events e where e.tenant_id = :tenantId::uuid and e.sequence > coalesce(
    (select c.sequence from reader_cursors c where c.tenant_id = :tenantId::uuid and c.reader = :reader::text), 0)
  order by e.sequence limit 1`)

// --- When the condition of a thread began ---------------------------------------------------------------------------------

/** Latest change of a field, with its new value. Facts lack the values of a thread's creation. */
export type LatestChange = { at: number; isCreation: boolean; value: string | null }

/** SQL: the latest change among the events that reports have not counted, or else among the facts. */
const latestChangeSql = (
  field: string,
  changed: string,
  value: string,
): Statement<{ tenantId: Uuid; threadId: Uuid; reader: string }, LatestChange> =>
  statement(`with
  uncounted as materialized (
    select e.created_at as at, e.type = 'thread.created' as "isCreation", ${value} as value
    from events e where e.tenant_id = :tenantId::uuid and e.sequence > coalesce(
      (select c.sequence from reader_cursors c where c.tenant_id = :tenantId::uuid and c.reader = :reader::text), 0)
      and (e.type = 'thread.created' or ${changed}) and e.object ->> 'id' = :threadId::text
    order by e.sequence desc limit 1),
  counted as materialized (
    select f.at, f.kind = 'CREATED' as "isCreation", f.to_value as value from facts f
    where f.tenant_id = :tenantId::uuid and f.thread_id = :threadId::uuid and (f.kind = 'CREATED' or f.field = '${field}')
    order by f.at desc, f.sequence desc, f.n desc limit 1)
  select ${msSql('at')} as at, "isCreation", value from (
    select * from uncounted union all select * from counted where not exists (select from uncounted)) latest`)

export const latestChanges = {
  STATUS: latestChangeSql('status', `e.type = 'thread.status_changed'`, `e.object ->> 'status'`),
  ASSIGNED: latestChangeSql(
    'assignee',
    `e.type = 'thread.assigned' and e.previous -> 'assigneeId' is not null`,
    `e.object ->> 'assigneeId'`,
  ),
  SNOOZE_ENDED: latestChangeSql(
    'snooze',
    `e.type in ('thread.snoozed', 'thread.unsnoozed')`,
    `case e.type when 'thread.unsnoozed' then 'awake' else 'snoozed' end`,
  ),
} as const

/** Finds the time of the latest message that is not automatic. */
export const findLastMessage = statement<{ tenantId: Uuid; threadId: Uuid }, { at: number }>(`
  select ${msSql('m.created_at')} as at from messages m
  where m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and not ${isAutomaticSql('m')}
  order by m.created_at desc, m.id desc limit 1`)

/** Finds the run of a rule for one start. */
export const findTimeRun = statement<Key & { threadId: Uuid; beganAt: string }, { id: Uuid }>(`
  select id from automation_runs where tenant_id = :tenantId::uuid and rule_id = :ruleId::uuid and thread_id = :threadId::uuid
    and began_at = :beganAt::timestamptz`)
