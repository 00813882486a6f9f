/** Statements of dry runs. They only write the dry run itself. */
import { keysetList } from '#kit/list.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import type { StateChanges, ThreadRecord } from '../../threads/index.ts'
import type { ActionType } from '../../thread-actions/index.ts'
import type { RunGuard } from '../runs/run-schema.ts'
import type { RuleDefinition } from '../schema.ts'

type Key = { tenantId: Uuid; id: Uuid }

export type DryRunRow = {
  id: Uuid
  ruleId: Uuid | null
  rule: RuleDefinition
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'
  from: string
  to: string
  sequence: number
  fromSequence: number
  endSequence: number
  evaluatedUntil: string | null
  eventsRead: number
  matched: number
  threads: number
  wouldChange: number
  noEffect: number
  guarded: number
  wouldFail: number
  asOfNow: string[]
  byDay: Record<string, number>
  createdAt: string
}

const columns = `d.id, d.rule_id as "ruleId", d.rule, d.state, d.from_at as "from", d.to_at as "to", d.sequence, d.from_sequence as "fromSequence",
  d.end_sequence as "endSequence", d.judged_until as "evaluatedUntil", d.events_read as "eventsRead", d.matched, d.threads, d.would_change as "wouldChange",
  d.no_effect as "noEffect", d.guarded, d.failed as "wouldFail", d.as_of_now as "asOfNow", d.by_day as "byDay", d.created_at as "createdAt"`

/** Inserts a dry run. Clamps the period to the time between the oldest stored event and now. */
export const insertDryRun = statement<
  Key & { ruleId: Uuid | null; rule: RuleDefinition; from: string | null; to: string | null },
  DryRunRow
>(`
  with period as materialized (select least(coalesce(:to::timestamptz, now()), now()) as until)
  insert into automation_dry_runs as d (tenant_id, id, rule_id, rule, state, from_at, to_at)
  select :tenantId::uuid, :id::uuid, :ruleId::uuid, :rule::jsonb, 'QUEUED', least(p.until, greatest(coalesce(:from::timestamptz, p.until - interval '30 days'),
    (select e.created_at from events e where e.tenant_id = :tenantId::uuid order by e.sequence limit 1))), p.until
  from period p returning ${columns}`)

export const findDryRun = statement<Key, DryRunRow>(
  `select ${columns} from automation_dry_runs d where d.tenant_id = :tenantId::uuid and d.id = :id::uuid`,
)
export const lockDryRun = statement<Key, DryRunRow>(
  `select ${columns} from automation_dry_runs d where d.tenant_id = :tenantId::uuid and d.id = :id::uuid for update`,
)

export const updateDryRun = statement<
  { tenantId: Uuid } & Omit<DryRunRow, 'ruleId' | 'rule' | 'from' | 'to' | 'createdAt' | 'threads'>,
  object
>(`
  update automation_dry_runs d set state = :state, sequence = :sequence::bigint, from_sequence = :fromSequence::bigint, end_sequence = :endSequence::bigint,
    judged_until = :evaluatedUntil::timestamptz, events_read = :eventsRead::int, matched = :matched::int, would_change = :wouldChange::int, no_effect = :noEffect::int,
    guarded = :guarded::int, failed = :wouldFail::int, as_of_now = :asOfNow::text[], by_day = :byDay::jsonb
  where d.tenant_id = :tenantId::uuid and d.id = :id::uuid`)

export const deleteOldDryRuns = statement<{ tenantId: Uuid; days: number }, object>(`
  delete from automation_dry_runs where tenant_id = :tenantId::uuid and created_at < now() - make_interval(days => :days::int)`)

export const findTenant = statement<{ tenantId: Uuid }, { name: string; timezone: string }>(
  'select name, timezone from tenants where tenant_id = :tenantId::uuid',
)

// --- Events -----------------------------------------------------------------------------------------------------------

/** Finds the tenant's first and last stored event. */
export const findEventRange = statement<{ tenantId: Uuid }, { first: number | null; last: number }>(`
  select (select sequence from events where tenant_id = :tenantId::uuid order by sequence limit 1) as first,
    (select event_sequence from tenant_counters where tenant_id = :tenantId::uuid) as last`)

/** Whether the first event at or after a sequence was written before a time. Returns no row if there is no such event. */
export const isBefore = statement<{ tenantId: Uuid; sequence: number; at: string }, { before: boolean }>(`
  select created_at < :at::timestamptz as before from events
  where tenant_id = :tenantId::uuid and sequence >= :sequence::bigint order by sequence limit 1`)

const eventColumns = `e.tenant_id as "tenantId", e.id, e.sequence, e.type, e.object, e.previous, e.actor, e.cause, e.created_at as "createdAt"`

/** Reads the events of some types in a range of sequences. */
export const findEvents = statement<{ tenantId: Uuid; after: number; through: number; types: string[] }, EventRow>(`
  select ${eventColumns} from events e where e.tenant_id = :tenantId::uuid and e.sequence > :after::bigint and e.sequence <= :through::bigint
    and e.type = any(:types::text[]) order by e.sequence`)

/** Finds the time of the first event at or after a sequence. */
export const findEventTime = statement<{ tenantId: Uuid; sequence: number }, { createdAt: string }>(`
  select created_at as "createdAt" from events where tenant_id = :tenantId::uuid and sequence >= :sequence::bigint order by sequence limit 1`)

export const findEventsAt = statement<{ tenantId: Uuid; sequences: string[] }, EventRow>(
  `select ${eventColumns} from events e where e.tenant_id = :tenantId::uuid and e.sequence = any(:sequences::text[]::bigint[])`,
)

export const findEvent = statement<Key, EventRow>(
  `select ${eventColumns} from events e where e.tenant_id = :tenantId::uuid and e.id = :id::uuid`,
)

// --- Threads ----------------------------------------------------------------------------------------------------------

/** Fields that messages have changed since the latest event that contains the thread. */
export type MessagesSince = Pick<ThreadRecord, 'lastMessageAt' | 'lastMessageAuthorType' | 'waitingSince'> & { isAnswered: boolean }

/**
 * State of a thread that a dry run carries from one chunk to the next, in addition to the thread's latest event. Times are milliseconds
 * since 1970.
 */
export type ThreadMemory = {
  /** Times of the rule's matches within the last hour that would have changed the thread. */
  changedAt?: number[]
  repliedAt?: number
  /** Time of the customer's latest message. */
  askedAt?: number
  applied?: true
  since?: MessagesSince
}
export type ThreadRow = { threadId: Uuid; sequence: number | null; memory: ThreadMemory }

export const findThreads = statement<{ tenantId: Uuid; dryRunId: Uuid; ids: Uuid[] }, ThreadRow>(`
  select s.thread_id as "threadId", s.sequence, s.memory from automation_dry_run_threads s
  where s.tenant_id = :tenantId::uuid and s.dry_run_id = :dryRunId::uuid and s.thread_id = any(:ids::uuid[])`)

export const writeThreads = statement<{ tenantId: Uuid; dryRunId: Uuid; rows: ThreadRow[] }, object>(`
  insert into automation_dry_run_threads as s (tenant_id, dry_run_id, thread_id, sequence, memory)
  select :tenantId::uuid, :dryRunId::uuid, r."threadId", r.sequence, r.memory
  from json_to_recordset(:rows::json) as r("threadId" uuid, sequence bigint, memory jsonb)
  on conflict (tenant_id, dry_run_id, thread_id) do update set sequence = excluded.sequence, memory = excluded.memory`)

/** Stores the latest event of each thread in a range of sequences. */
export const noteThreads = statement<{ tenantId: Uuid; dryRunId: Uuid; after: number; through: number; types: string[] }, object>(`
  insert into automation_dry_run_threads as s (tenant_id, dry_run_id, thread_id, sequence)
  select :tenantId::uuid, :dryRunId::uuid, e.object_id, max(e.sequence) from events e
  where e.tenant_id = :tenantId::uuid and e.sequence > :after::bigint and e.sequence <= :through::bigint and e.type = any(:types::text[])
  group by e.object_id
  on conflict (tenant_id, dry_run_id, thread_id) do update set sequence = excluded.sequence`)

// --- Matches ----------------------------------------------------------------------------------------------------------

export type MatchOutcome = 'WOULD_CHANGE' | 'NO_EFFECT' | 'GUARDED' | 'WOULD_FAIL'
export type MatchRow = {
  id: Uuid
  threadId: Uuid
  eventId: Uuid | null
  at: string
  outcome: MatchOutcome
  guard: RunGuard | null
  error: string | null
  changes: StateChanges
  actions: { type: ActionType; outcome: 'DONE' | 'NO_EFFECT' }[]
}

export const insertMatches = statement<{ tenantId: Uuid; dryRunId: Uuid; rows: MatchRow[] }, object>(`
  with given as materialized (
    select * from json_to_recordset(:rows::json) as r(id uuid, "threadId" uuid, "eventId" uuid, at timestamptz, outcome text, guard text, error text, changes json, actions json)),
  counted as (
    update automation_dry_runs d set threads = d.threads + (
      select count(distinct g."threadId") from given g where not exists (
        select 1 from automation_dry_run_matches m where m.tenant_id = :tenantId::uuid and m.thread_id = g."threadId" and m.dry_run_id = :dryRunId::uuid))
    where d.tenant_id = :tenantId::uuid and d.id = :dryRunId::uuid)
  insert into automation_dry_run_matches (tenant_id, id, dry_run_id, thread_id, event_id, outcome, guard, error, changes, actions, created_at)
  select :tenantId::uuid, g.id, :dryRunId::uuid, g."threadId", g."eventId", g.outcome, g.guard, g.error, g.changes, g.actions, g.at from given g`)

export type ShownMatch = Omit<MatchRow, 'id' | 'threadId'> & { thread: { id: Uuid; ticketNumber: string; subject: string } | null }

export const matchList = keysetList<ShownMatch>({
  from: 'automation_dry_run_matches m',
  alias: 'm',
  columns: `(select json_build_object('id', t.id, 'ticketNumber', t.ticket_number, 'subject', t.subject) from threads t
    where t.tenant_id = :tenantId::uuid and t.id = m.thread_id limit 1) as thread, m.event_id as "eventId", m.created_at as at, m.outcome, m.guard, m.error, m.changes, m.actions`,
  filters: { dryRunId: 'm.dry_run_id = :dryRunId::uuid' },
  rowBytes: { sql: 'octet_length(m.changes::text) + octet_length(m.actions::text)', max: 65_536 },
})

/** Deletes dry run results about threads whose content is erased. */
export const deleteOfThreads = statement<{ tenantId: Uuid; threadIds: Uuid[] }, { count: number }>(`with
  remembered as (
    delete from automation_dry_run_threads where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])),
  deleted as (
    delete from automation_dry_run_matches where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) returning 1)
  select count(*) as count from deleted`)
