/** Statements of the measures reader. All writes of facts go through it, under the lock on its cursor. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { EventRow } from '#platform/outbox/event-payload.ts'
import { isoTime } from '#platform/time.ts'
import type { WorkingHours } from '../../business-hours/index.ts'
import { isAutomaticSql, reachedNobodySql } from '../../threads/index.ts'
import type { Terms } from '../../sla-policies/index.ts'
import type { Duration, Fact } from './fact.ts'
import type { ThreadState } from './thread-state.ts'

/** Columns of facts, with their types. */
const columns = {
  kind: 'text',
  at: 'timestamptz',
  sequence: 'bigint',
  n: 'smallint',
  event_id: 'uuid',
  thread_id: 'uuid',
  message_id: 'uuid',
  person_id: 'uuid',
  actor_id: 'uuid',
  assignee_id: 'uuid',
  team_id: 'uuid',
  inbox_id: 'uuid',
  priority: 'text',
  channel: 'text',
  policy_id: 'uuid',
  cause: 'text',
  is_first: 'boolean',
  backlog: 'smallint',
  field: 'text',
  from_value: 'text',
  to_value: 'text',
  started_at: 'timestamptz',
  of_sequence: 'bigint',
  value_ms: 'bigint',
  business_ms: 'bigint',
  step: 'smallint',
  first_ms: 'bigint',
  first_business_ms: 'bigint',
  first_step: 'smallint',
  open_ms: 'bigint',
  open_business_ms: 'bigint',
  open_step: 'smallint',
  answers_before: 'integer',
  detail: 'json',
} as const
export type FactRow = Partial<Record<keyof typeof columns, unknown>>

export const factColumnsSql = Object.keys(columns).join(', ')
const recordSql = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

const toTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Returns the non-null columns of a fact. Most are null, and PostgreSQL parses the row as JSON. */
export function toRow(fact: Fact): FactRow {
  return Object.fromEntries(Object.entries(toColumns(fact)).filter(([, value]) => value !== null))
}

function toColumns(fact: Fact): Required<FactRow> {
  const { value, sinceCreation, openTime } = fact
  return {
    kind: fact.kind,
    at: toTime(fact.at),
    sequence: fact.sequence,
    n: fact.n,
    event_id: fact.eventId,
    thread_id: fact.threadId,
    message_id: fact.messageId,
    person_id: fact.personId,
    actor_id: fact.actorId,
    assignee_id: fact.assigneeId,
    team_id: fact.teamId,
    inbox_id: fact.inboxId,
    priority: fact.priority,
    channel: fact.channel,
    policy_id: fact.policyId,
    cause: fact.cause,
    is_first: fact.isFirst,
    backlog: fact.backlog,
    field: fact.field,
    from_value: fact.fromValue,
    to_value: fact.toValue,
    started_at: toTime(fact.startedAt),
    of_sequence: fact.ofSequence,
    value_ms: value?.ms ?? null,
    business_ms: value?.businessMs ?? null,
    step: value?.step ?? null,
    first_ms: sinceCreation?.ms ?? null,
    first_business_ms: sinceCreation?.businessMs ?? null,
    first_step: sinceCreation?.step ?? null,
    open_ms: openTime?.ms ?? null,
    open_business_ms: openTime?.businessMs ?? null,
    open_step: openTime?.step ?? null,
    answers_before: fact.answersBefore,
    detail: fact.detail,
  }
}

type StoredDuration = { ms: number; businessMs: number; step: number } | null
/** A fact in the form that statements return: with times as text. */
type StoredFact = Omit<Fact, 'at' | 'startedAt' | 'value' | 'sinceCreation' | 'openTime'> & {
  at: string
  startedAt: string | null
  value: StoredDuration
  sinceCreation: StoredDuration
  openTime: StoredDuration
}

const durationSql = (ms: string, businessMs: string, step: string): string =>
  `case when ${ms} is not null then json_build_object('ms', ${ms}, 'businessMs', ${businessMs}, 'step', ${step}) end`

/** SQL: the columns of a StoredFact, from facts `f`. */
export const storedFactSql = `f.kind, f.at, f.sequence, f.n, f.event_id as "eventId", f.thread_id as "threadId", f.message_id as "messageId",
  f.person_id as "personId", f.actor_id as "actorId", f.assignee_id as "assigneeId", f.team_id as "teamId", f.inbox_id as "inboxId", f.priority, f.channel,
  f.policy_id as "policyId", f.cause, f.is_first as "isFirst", f.backlog, f.field, f.from_value as "fromValue", f.to_value as "toValue",
  f.started_at as "startedAt", f.of_sequence as "ofSequence", ${durationSql('f.value_ms', 'f.business_ms', 'f.step')} as value,
  ${durationSql('f.first_ms', 'f.first_business_ms', 'f.first_step')} as "sinceCreation",
  ${durationSql('f.open_ms', 'f.open_business_ms', 'f.open_step')} as "openTime", f.answers_before as "answersBefore", f.detail`

/** Converts a stored fact to the form of `measure`, with times in milliseconds. */
export function toFact({ at, startedAt, ...fact }: StoredFact): Fact {
  const ms = (time: string): number => Date.parse(isoTime(time))
  const duration = (stored: StoredDuration): Duration | null => stored
  const { value, sinceCreation, openTime } = fact
  return {
    ...fact,
    at: ms(at),
    startedAt: startedAt === null ? null : ms(startedAt),
    value: duration(value),
    sinceCreation: duration(sinceCreation),
    openTime: duration(openTime),
  }
}

/** The live facts, or the facts rebuilt so far. */
export type Place = 'facts' | 'rebuilt'
const tables = {
  facts: { facts: 'facts', states: 'thread_measures' },
  rebuilt: { facts: 'rebuilt_facts', states: 'rebuilt_thread_measures' },
} as const

export type StoredState = { threadId: Uuid; fromRows: boolean; state: ThreadState }

const getStatements = ({ facts, states }: { facts: string; states: string }) => ({
  findStates: statement<{ tenantId: Uuid; threadIds: Uuid[] }, StoredState>(
    `select thread_id as "threadId", from_rows as "fromRows", state from ${states} where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[])`,
  ),
  findFacts: statement<{ tenantId: Uuid; threadIds: Uuid[] }, StoredFact>(
    `select ${storedFactSql} from ${facts} f where f.tenant_id = :tenantId::uuid and f.thread_id = any(:threadIds::uuid[])
    order by f.at, f.sequence, f.n`,
  ),
  deleteFacts: statement<{ tenantId: Uuid; gone: FactRow[] }, object>(`
    delete from ${facts} f using json_to_recordset(:gone::json) as g(kind text, at timestamptz, sequence bigint, n smallint)
    where f.tenant_id = :tenantId::uuid and f.kind = g.kind and f.at = g.at and f.sequence = g.sequence and f.n = g.n`),
  insertFacts: statement<{ tenantId: Uuid; facts: FactRow[] }, object>(`
    insert into ${facts} (tenant_id, ${factColumnsSql})
    select :tenantId::uuid, ${factColumnsSql} from json_to_recordset(:facts::json) as f(${recordSql})`),
  writeStates: statement<{ tenantId: Uuid; states: (StoredState & { sequence: number })[] }, object>(`
    insert into ${states} as s (tenant_id, thread_id, sequence, from_rows, state)
    select :tenantId::uuid, w."threadId", w.sequence, w."fromRows", w.state
    from json_to_recordset(:states::json) as w("threadId" uuid, sequence bigint, "fromRows" boolean, state json)
    on conflict (tenant_id, thread_id) do update set sequence = excluded.sequence, from_rows = excluded.from_rows, state = excluded.state`),
})

export const statements = { facts: getStatements(tables.facts), rebuilt: getStatements(tables.rebuilt) } as const

/** Stores an event that the reader had to skip. Returns no row when the thread has no counts. */
export const markForRecount = statement<{ tenantId: Uuid; threadId: Uuid; sequence: number }, { threadId: Uuid }>(`
  update thread_measures set recount = true, missed = array_append(missed, :sequence::bigint)
  where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid returning thread_id as "threadId"`)

/** Returns the missing events of a marked thread. */
export const findMissed = statement<{ tenantId: Uuid; threadId: Uuid; types: string[] }, EventRow>(`
  select e.tenant_id as "tenantId", e.id, e.sequence, e.type, e.object, e.previous, e.actor, e.cause, e.created_at as "createdAt"
  from events e where e.tenant_id = :tenantId::uuid and e.type = any(:types::text[]) and e.sequence = any(array(
    select unnest(s.missed) from thread_measures s where s.tenant_id = :tenantId::uuid and s.thread_id = :threadId::uuid and s.recount))
  order by e.sequence`)

export const unmark = statement<{ tenantId: Uuid; threadId: Uuid }, object>(`
  update thread_measures set recount = false, missed = '{}' where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid`)

/** The current row of a thread whose first events are gone. */
export type ThreadRow = {
  id: Uuid
  publicNumber: number
  status: string
  assigneeId: Uuid | null
  teamId: Uuid | null
  inboxId: Uuid
  priority: string
  channel: string
  isMerged: boolean
  isFollowUp: boolean
  createdAt: string
  resolvedAt: string | null
  closedAt: string | null
}

export const findThreadRows = statement<{ tenantId: Uuid; threadIds: Uuid[] }, ThreadRow>(`
  select id, public_number as "publicNumber", status, assignee_id as "assigneeId", team_id as "teamId", inbox_id as "inboxId", priority, channel,
    merged_into is not null as "isMerged", follow_up_of is not null as "isFollowUp", created_at as "createdAt", resolved_at as "resolvedAt",
    closed_at as "closedAt"
  from threads where tenant_id = :tenantId::uuid and id = any(:threadIds::uuid[])`)

export type MessageRow = {
  id: Uuid
  threadId: Uuid
  authorType: string
  authorId: Uuid | null
  internal: boolean
  automatic: boolean
  /** Whether the message's mail reached no recipient. */
  lost: boolean
  createdAt: string
}

export const findMessageRows = statement<{ tenantId: Uuid; threadIds: Uuid[] }, MessageRow>(`
  select id, thread_id as "threadId", author_type as "authorType", author_id as "authorId", internal,
    ${isAutomaticSql('m')} as automatic, ${reachedNobodySql('m')} as lost, created_at as "createdAt"
  from messages m where tenant_id = :tenantId::uuid and thread_id = any(:threadIds::uuid[]) order by created_at, id`)

export const ensureTenant = statement<{ tenantId: Uuid }, object>(`
  insert into measure_tenants (tenant_id, timezone) select t.tenant_id, coalesce(t.reporting ->> 'timezone', t.timezone) from tenants t where t.tenant_id = :tenantId::uuid
  on conflict (tenant_id) do nothing`)

// --- Working time ---------------------------------------------------------------------------------------------------

export type HoursSubject = 'HOURS' | 'TEAM' | 'TENANT'
/** Business hours, or the id of the business hours of a team or the tenant; null when there are none. */
export type HoursValue = WorkingHours | { businessHoursId: Uuid | null } | null
export type HoursVersion = { subject: HoursSubject; subjectId: Uuid; sequence: number; value: HoursValue }

/** Inserts versions of hours. Deleted hours have the JSON value null, which `json_to_recordset` turns into an SQL null. */
export const insertHours = statement<{ tenantId: Uuid; versions: HoursVersion[] }, object>(`
  insert into measure_hours (tenant_id, subject, subject_id, sequence, value)
  select :tenantId::uuid, v.subject, v."subjectId", v.sequence, coalesce(v.value, 'null'::json)
  from json_to_recordset(:versions::json) as v(subject text, "subjectId" uuid, sequence bigint, value json)
  on conflict (tenant_id, subject, subject_id, sequence) do nothing`)

export const findHours = statement<{ tenantId: Uuid }, HoursVersion>(`
  select subject, subject_id as "subjectId", sequence, value from measure_hours where tenant_id = :tenantId::uuid
  order by subject, subject_id, sequence`)

export const findTermsOfThreads = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid; terms: Terms }>(
  'select id, terms from sla_terms where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])',
)

// --- Names ----------------------------------------------------------------------------------------------------------

export type DeletedName = { id: Uuid; name: string }

export const insertNames = statement<{ tenantId: Uuid; names: DeletedName[] }, object>(`
  insert into measure_names (tenant_id, id, name) select :tenantId::uuid, n.id, n.name from json_to_recordset(:names::json) as n(id uuid, name text)
  on conflict (tenant_id, id) do nothing`)
