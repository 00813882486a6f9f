/** Statements that read, lock and change threads, and functions that present them. */
import { erasedEmail } from '#kit/privacy/holding.ts'
import { columnsSql, rowJsonSql } from '#kit/table.ts'
import { statement } from '#platform/db.ts'
import { encodeSuffix, toTypeId, type Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { isoTime, isoTimeOrNull } from '#platform/time.ts'
import { customerJoin } from '../../customers/index.ts'
import { ThreadLabel, type CreatedThread, type Thread } from './schema.ts'
import { toSla, type ClocksAt } from './present-sla.ts'
import { msSql } from './sla-queries.ts'
import type { Status } from './status.ts'

type ThreadWire = Static<typeof Thread>

/** `snoozedUntil` of a thread snoozed until the customer writes. */
export const untilReply = 'infinity'

/** A stored thread, with the names that responses show. */
export type ThreadRecord = {
  id: Uuid
  subject: string
  status: Status
  priority: ThreadWire['priority']
  channel: ThreadWire['channel']
  assigneeId: Uuid | null
  assigneeName: string | null
  customerId: Uuid
  customerEmail: string
  customerName: string | null
  publicNumber: number
  ticketNumber: string
  externalRef: string | null
  inboxId: Uuid
  teamId: Uuid | null
  /** Strategy by which the team will assign the thread; null when it is not queued. The API does not show it. */
  queuedFor: 'ROUND_ROBIN' | 'LEAST_LOADED' | null
  labels: { id: Uuid; name: string }[]
  customFields: ThreadWire['customFields']
  /** Null when the thread is not snoozed, `untilReply` when it is snoozed until the customer writes. */
  snoozedUntil: string | null
  followUpOf: Uuid | null
  /** Absent in responses stored before incoming mail existed. */
  relatedTo?: Uuid[]
  mergedInto: Uuid | null
  lastMessageId: Uuid
  lastMessageAt: string
  lastMessageAuthorType: ThreadWire['lastMessageAuthorType']
  waitingSince: string | null
  /** Absent in responses stored before the field existed. */
  notSentMessageId?: Uuid | null
  messageCount: number
  /** Null when no SLA policy applies. Absent in responses stored before SLA policies existed. */
  sla?: ClocksAt | null
  resolvedAt: string | null
  closedAt: string | null
  version: number
  createdAt: string
  updatedAt: string
}

/** Fields that operations change. Assignee, labels and customer include their names, which the response shows. */
export type ThreadFields = Pick<
  ThreadRecord,
  | 'subject'
  | 'status'
  | 'priority'
  | 'inboxId'
  | 'teamId'
  | 'assigneeId'
  | 'assigneeName'
  | 'labels'
  | 'customFields'
  | 'snoozedUntil'
  | 'mergedInto'
  | 'queuedFor'
  | 'customerId'
  | 'customerEmail'
  | 'customerName'
>

/** SQL: columns of a ThreadRecord that come directly from threads `t`. `time` formats times. */
export const rowColumnsSql = (
  time: (column: string) => string = (column) => column,
): string => `t.id, t.subject, t.status, t.priority, t.channel, t.assignee_id as "assigneeId", t.public_number as "publicNumber",
  t.ticket_number as "ticketNumber", t.external_ref as "externalRef", t.inbox_id as "inboxId", t.team_id as "teamId", t.queued_for as "queuedFor",
  t.custom_fields as "customFields", ${time('t.snoozed_until')} as "snoozedUntil", t.follow_up_of as "followUpOf", t.related_to as "relatedTo",
  t.last_message_id as "lastMessageId", ${time('t.last_message_at')} as "lastMessageAt", t.last_message_author_type as "lastMessageAuthorType",
  case when t.status in ('open', 'pending') then ${time('t.waiting_since')} end as "waitingSince", t.not_sent_id as "notSentMessageId", t.message_count as "messageCount", ${time('t.resolved_at')} as "resolvedAt", ${time('t.closed_at')} as "closedAt",
  t.version, ${time('t.created_at')} as "createdAt", ${time('t.updated_at')} as "updatedAt"`
const customerColumnsSql = `coalesce(c.id, t.customer_id) as "customerId", coalesce(c.email, '${erasedEmail}') as "customerEmail", c.name as "customerName"`

/** SQL: all columns of a ThreadRecord. The arguments are SQL expressions; the defaults look the values up for each row. */
export function threadColumnsSql(
  labels = labelsOfRowSql,
  mergedInto = mergedIntoSql,
  sla = storedSlaSql,
  assigneeName = assigneeNameSql,
  time = (column: string): string => column,
): string {
  return `${rowColumnsSql(time)}, ${customerColumnsSql}, ${assigneeName} as "assigneeName", ${mergedInto} as "mergedInto", ${labels} as labels, ${sla} as sla`
}

/** SQL: the merge root of a thread. It differs from `merged_into` when the target was merged later. */
const mergedIntoSql = `case when t.merged_into is not null then
  coalesce((select m.root_id from thread_merges m where m.tenant_id = :tenantId::uuid and m.source_id = t.id), t.merged_into) end`
/** SQL: the clocks of a ThreadRecord. */
export const clocksSql = (clocks: string, termsId: string): string =>
  `json_build_object('at', ${msSql('now()')}, 'clocks', ${clocks}, 'termsId', ${termsId})`
/** SQL: the stored clocks. The lookup only runs for threads with clocks. */
const storedSlaSql = `case when t.timed then (
  select ${clocksSql('s.clocks', 's.terms_id')} from sla_threads s where s.tenant_id = :tenantId::uuid and s.thread_id = t.id limit 1) end`
/** SQL: the clocks in `:sla`, for a statement that also stores them. */
export const givenSlaSql = `case when :sla::jsonb is not null then ${clocksSql(":sla::jsonb -> 'clocks'", ":sla::jsonb ->> 'termsId'")} end`

/** SQL: for statements that never return a merged thread, so that no lookup is needed. */
export const notMergedSql = 'null::uuid'

// `limit 1` forces PostgreSQL to look referenced rows up one by one by primary key. It plans a plain join for a tenant of average size. If
// most tenants are small, that plan reads all labels, customers or users of the tenant for every page, which is slow for a large tenant.
const labelByIdSql = `cross join lateral (select ${columnsSql(ThreadLabel, 'l')} from labels l where l.tenant_id = :tenantId::uuid and l.id = w.id limit 1) l`

/** The JSON of a label of a thread, from a row of labels. */
export const labelJsonSql = (alias = ''): string => rowJsonSql(ThreadLabel, alias)

const labelsOfRowSql = `(select coalesce(json_agg(${labelJsonSql('l')}), '[]') from unnest(t.label_ids) as w(id) ${labelByIdSql})`

/** SQL: the labels of a page of threads. Looks each label up once, even if many threads of the page have it. */
export const pageLabelsCte = `page_labels as materialized (
  select l.id, ${labelJsonSql('l')} as json from (select distinct unnest(label_ids) as id from page) w ${labelByIdSql})`
export const labelsOnPageSql = `(select coalesce(json_agg(l.json), '[]') from page_labels l where l.id = any(t.label_ids))`

/** SQL: a subquery rather than a join, because a join would copy all columns of the thread. */
const assigneeNameSql = '(select name from users where tenant_id = :tenantId::uuid and id = t.assignee_id limit 1)'
/** SQL: joins for the rows that a ThreadRecord needs in addition to the thread. */
export const threadJoinsSql = customerJoin('t.customer_id')

/** SQL: the ticket number for a public number, from tenants `p`. */
export const ticketNumberSql = (number: string): string =>
  `p.ticket_prefix || '-' || to_char(now() at time zone 'UTC', 'YYYY') || '-' || lpad(${number}::text, greatest(6, length(${number}::text)), '0')`

export function toThread(record: ThreadRecord): ThreadWire {
  return {
    id: toTypeId('thr', record.id),
    subject: record.subject,
    status: record.status,
    priority: record.priority,
    channel: record.channel,
    assignee: record.assigneeId === null ? null : { id: toTypeId('usr', record.assigneeId), name: record.assigneeName ?? '' },
    customer: { id: toTypeId('cst', record.customerId), email: record.customerEmail, name: record.customerName },
    createdAt: isoTime(record.createdAt),
    updatedAt: isoTime(record.updatedAt),
    publicNumber: record.publicNumber,
    ticketNumber: record.ticketNumber,
    externalRef: record.externalRef,
    inboxId: toTypeId('inb', record.inboxId),
    teamId: record.teamId && toTypeId('tea', record.teamId),
    labels: record.labels.map(({ id, name }) => ({ id: toTypeId('lbl', id), name })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    customFields: record.customFields,
    snoozed: record.snoozedUntil !== null,
    snoozedUntil: record.snoozedUntil === untilReply ? null : isoTimeOrNull(record.snoozedUntil),
    followUpOf: record.followUpOf && toTypeId('thr', record.followUpOf),
    relatedTo: record.relatedTo?.map((id) => toTypeId('thr', id)) ?? [],
    mergedInto: record.mergedInto && toTypeId('thr', record.mergedInto),
    lastMessageId: toTypeId('msg', record.lastMessageId),
    lastMessageAt: isoTime(record.lastMessageAt),
    lastMessageAuthorType: record.lastMessageAuthorType,
    waitingSince: isoTimeOrNull(record.waitingSince),
    notSentMessageId: record.notSentMessageId ? toTypeId('msg', record.notSentMessageId) : null,
    messageCount: record.messageCount,
    sla: toSla(record.sla),
    resolvedAt: isoTimeOrNull(record.resolvedAt),
    closedAt: isoTimeOrNull(record.closedAt),
    version: record.version,
  }
}

/** Presents a thread for the create response, the only response whose id has no prefix. The specification requires that. */
export function toCreatedThread(record: ThreadRecord): Static<typeof CreatedThread> {
  const thread = toThread(record)
  return { ...thread, id: encodeSuffix(record.id), threadId: thread.id }
}

export const findThread = statement<{ tenantId: Uuid; id: Uuid }, ThreadRecord>(
  `select ${threadColumnsSql()} from threads t ${threadJoinsSql} where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`,
)

/**
 * Finds a thread faster than `findThread`. Returns no row when the thread or its customer was merged. Leaves out the lookups for merges:
 * PostgreSQL prepares them for each execution even if it does not run them, which takes a seventh of the time of `findThread`.
 */
export const findUnmergedThread = statement<{ tenantId: Uuid; id: Uuid }, ThreadRecord>(
  `select ${threadColumnsSql(undefined, notMergedSql)} from threads t cross join lateral (
    select id, email, name from customers where tenant_id = :tenantId::uuid and id = t.customer_id and merged_into is null limit 1) c
  where t.tenant_id = :tenantId::uuid and t.id = :id::uuid and t.merged_into is null`,
)

/** Reads threads under their locks, in id order. Run `lockThreadRows` first, as `lockThreadsInOrder` does. */
export const readLockedThreads = statement<{ tenantId: Uuid; ids: Uuid[] }, ThreadRecord>(
  `select ${threadColumnsSql()} from threads t ${threadJoinsSql} where t.tenant_id = :tenantId::uuid and t.id = any(:ids::uuid[]) order by t.id for update of t`,
)

/** Locks threads until the commit, in id order, to prevent deadlocks. */
export const lockThreadRows = statement<{ tenantId: Uuid; ids: Uuid[] }, object>(
  'select from threads where tenant_id = :tenantId::uuid and id = any(:ids::uuid[]) order by id for update',
)

export const findActiveInbox = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and id = :id::uuid and active',
)

/** Returns a row when the thread exists. */
export const threadExists = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from threads where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** SQL: true for the thread `t` with the ticket number `:ticketNumber`, in any letter case. Uses the index on public numbers. */
export const hasTicketNumberSql = `t.public_number = substring(:ticketNumber::text from '[0-9]+$')::int and t.ticket_number = upper(:ticketNumber::text)`
export const findByTicketNumber = statement<{ tenantId: Uuid; ticketNumber: string }, { id: Uuid }>(
  `select t.id from threads t where t.tenant_id = :tenantId::uuid and ${hasTicketNumberSql}`,
)

/** Converts a time, or a number of seconds from now, to PostgreSQL's format. `secondsLeft` is measured by the database's clock. */
export const readTime = statement<{ at: string | null; inSeconds: number | null }, { at: string; secondsLeft: number }>(`
  select at, extract(epoch from at - now())::double precision as "secondsLeft"
  from (select coalesce(:at::timestamptz, now() + make_interval(secs => :inSeconds::double precision))::timestamptz(3) as at) wanted`)

/** Returns the seconds until several times, by the database's clock. */
export const findSecondsLeft = statement<{ times: { id: Uuid; at: string | null }[] }, { id: Uuid; secondsLeft: number }>(`
  select id, extract(epoch from at - now())::double precision as "secondsLeft" from json_to_recordset(:times::json) as t(id uuid, at timestamptz)`)

export const findThreadByReference = statement<{ tenantId: Uuid; externalRef: string | null }, { id: Uuid }>(
  'select id from threads where tenant_id = :tenantId::uuid and external_ref = :externalRef::text',
)
