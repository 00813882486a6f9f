/** Reading threads and messages, and how their records become the public shapes. */
import { statement } from '../../kit/db.ts'
import { encodeSuffix, toTypeId, type Uuid } from '../../kit/ids.ts'
import { keysetList } from '../../kit/list.ts'
import type { Static } from '../../kit/schema.ts'
import { isoTime, isoTimeOrNull } from '../../kit/time.ts'
import type { Message } from './message-schema.ts'
import type { CreatedThread, Thread } from './schema.ts'
import type { Status } from './status.ts'

type ThreadWire = Static<typeof Thread>
type MessageWire = Static<typeof Message>

/** A thread as the database holds it, with the names that its page shows. */
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
  labels: { id: Uuid; name: string }[]
  customFields: ThreadWire['customFields']
  snoozedUntil: string | null
  followUpOf: Uuid | null
  mergedInto: Uuid | null
  lastMessageId: Uuid
  messageCount: number
  resolvedAt: string | null
  closedAt: string | null
  version: number
  createdAt: string
  updatedAt: string
}

/** Columns of a ThreadRecord but its labels, from threads `t`, customers `c` and users `a`. */
const ownColumns = `t.id, t.subject, t.status, t.priority, t.channel, t.assignee_id as "assigneeId", a.name as "assigneeName",
  t.customer_id as "customerId", c.email as "customerEmail", c.name as "customerName", t.public_number as "publicNumber",
  t.ticket_number as "ticketNumber", t.external_ref as "externalRef", t.inbox_id as "inboxId", t.team_id as "teamId",
  t.custom_fields as "customFields", t.snoozed_until as "snoozedUntil", t.follow_up_of as "followUpOf", t.merged_into as "mergedInto",
  t.last_message_id as "lastMessageId", t.message_count as "messageCount", t.resolved_at as "resolvedAt", t.closed_at as "closedAt",
  t.version, t.created_at as "createdAt", t.updated_at as "updatedAt"`

/** Columns of a ThreadRecord. `labels` is an SQL expression; by default the labels that the row names. */
export function threadColumns(labels: string = labelsOfRow): string {
  return `${ownColumns}, ${labels} as labels`
}

// What a thread refers to is looked up by its id, row by row, which `limit 1` keeps so. A plain join is planned for a tenant of average size:
// where most tenants are small it reads all labels, customers or users of the tenant for every page, and one tenant is not small.
const labelById = 'cross join lateral (select l.id, l.name from labels l where l.tenant_id = :tenantId::uuid and l.id = w.id limit 1) l'

const labelsOfRow = `(select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name)), '[]') from unnest(t.label_ids) as w(id) ${labelById})`

/** On a page of threads each label is looked up once, however many of the threads carry it. */
const labelsOfPage = `page_labels as materialized (
  select l.id, json_build_object('id', l.id, 'name', l.name) as json from (select distinct unnest(label_ids) as id from page) w ${labelById})`
const labelsOnPage = `(select coalesce(json_agg(l.json), '[]') from page_labels l where l.id = any(t.label_ids))`

const customerJoin =
  'left join lateral (select email, name from customers where tenant_id = :tenantId::uuid and id = t.customer_id limit 1) c on true'
export const assigneeJoin =
  'left join lateral (select name from users where tenant_id = :tenantId::uuid and id = t.assignee_id limit 1) a on true'
/** The rows a ThreadRecord needs beside its thread. */
export const threadJoins = `${customerJoin} ${assigneeJoin}`

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
    snoozedUntil: isoTimeOrNull(record.snoozedUntil),
    followUpOf: record.followUpOf && toTypeId('thr', record.followUpOf),
    mergedInto: record.mergedInto && toTypeId('thr', record.mergedInto),
    lastMessageId: toTypeId('msg', record.lastMessageId),
    messageCount: record.messageCount,
    sla: [],
    resolvedAt: isoTimeOrNull(record.resolvedAt),
    closedAt: isoTimeOrNull(record.closedAt),
    version: record.version,
  }
}

/** The create response alone shows the id without its prefix, as the specification does. */
export function toCreatedThread(record: ThreadRecord): Static<typeof CreatedThread> {
  const thread = toThread(record)
  return { ...thread, id: encodeSuffix(record.id), threadId: thread.id }
}

export const findThread = statement<{ tenantId: Uuid; id: Uuid }, ThreadRecord>(
  `select ${threadColumns()} from threads t ${threadJoins} where t.tenant_id = :tenantId::uuid and t.id = :id::uuid`,
)

export const lockThread = statement<{ tenantId: Uuid; id: Uuid }, ThreadRecord>(
  `select ${threadColumns()} from threads t ${threadJoins} where t.tenant_id = :tenantId::uuid and t.id = :id::uuid for update of t`,
)

const counter = (status: string) => `select ${status} from tenant_counters where tenant_id = :tenantId::uuid`
const everyStatus = 'threads_open + threads_pending + threads_resolved + threads_closed'

export const threadList = keysetList<ThreadRecord>({
  from: 'threads t',
  alias: 't',
  columns: threadColumns(labelsOnPage),
  joins: threadJoins,
  onPage: labelsOfPage,
  filters: {
    status: 't.status = :status::text',
    assigneeId: 't.assignee_id = :assigneeId::uuid',
    unassigned: 't.assignee_id is null and :unassigned::boolean',
    teamId: 't.team_id = :teamId::uuid',
    inboxId: 't.inbox_id = :inboxId::uuid',
    customerId: 't.customer_id = :customerId::uuid',
    labelId: {
      join: 'join thread_labels tl on tl.tenant_id = :tenantId::uuid and tl.thread_id = t.id and tl.thread_created_at = t.created_at',
      condition: 'tl.label_id = :labelId::uuid',
      createdAt: 'tl.thread_created_at',
      id: 'tl.thread_id',
    },
    priority: 't.priority = :priority::text',
    channel: 't.channel = :channel::text',
    externalRef: 't.external_ref = :externalRef::text',
    createdAfter: 't.created_at > :createdAfter::timestamptz',
    createdBefore: 't.created_at < :createdBefore::timestamptz',
    updatedAfter: 't.updated_at > :updatedAfter::timestamptz',
    updatedBefore: 't.updated_at < :updatedBefore::timestamptz',
  },
  counted: {
    '': counter(everyStatus),
    status: `select case :status::text when 'open' then threads_open when 'pending' then threads_pending when 'resolved' then threads_resolved
      else threads_closed end from tenant_counters where tenant_id = :tenantId::uuid`,
  },
})

export type ThreadChange = {
  tenantId: Uuid
  id: Uuid
  subject: string
  status: Status
  priority: string
  inboxId: Uuid
  teamId: Uuid | null
  customFields: object
}

/** Writes the fields an agent may change. Leaving a status clears what belonged to it. */
export const changeThread = statement<
  ThreadChange,
  { version: number; updatedAt: string; resolvedAt: string | null; closedAt: string | null; snoozedUntil: string | null }
>(`
  with clock as materialized (select now() as now)
  update threads set subject = :subject, priority = :priority, inbox_id = :inboxId::uuid, team_id = :teamId::uuid, custom_fields = :customFields::jsonb,
    resolved_at = case when :status::text = 'resolved' then coalesce(resolved_at, clock.now) when :status::text = 'closed' then resolved_at end,
    closed_at = case when :status::text = 'closed' then coalesce(closed_at, clock.now) end,
    snoozed_until = case when :status::text = status then snoozed_until end,
    status = :status::text, version = version + 1, updated_at = greatest(clock.now, updated_at)
  from clock where tenant_id = :tenantId::uuid and id = :id::uuid
  returning version, updated_at as "updatedAt", resolved_at as "resolvedAt", closed_at as "closedAt", snoozed_until as "snoozedUntil"`)

export const findActiveInbox = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from inboxes where tenant_id = :tenantId::uuid and id = :id::uuid and active',
)

// --- Messages -------------------------------------------------------------------------------------------------------

/** A message as the database holds it. */
export type MessageRecord = {
  id: Uuid
  threadId: Uuid
  authorType: MessageWire['authorType']
  authorId: Uuid | null
  authorName: string | null
  body: string
  bodyFormat: MessageWire['bodyFormat']
  bodyText: string
  internal: boolean
  externalId: string | null
  createdAt: string
}

/** Columns of a MessageRecord, from messages `m`. `cut` limits the texts, for events. */
export function messageColumns(cut?: number): string {
  const text = (column: string): string => (cut ? `left(m.${column}, ${cut})` : `m.${column}`)
  return `m.id, m.thread_id as "threadId", m.author_type as "authorType", m.author_id as "authorId", m.author_name as "authorName", ${text('body')} as body,
  m.body_format as "bodyFormat", ${text('body_text')} as "bodyText", m.internal, m.external_id as "externalId", m.created_at as "createdAt"`
}

export function toMessage(record: MessageRecord): MessageWire {
  return {
    id: toTypeId('msg', record.id),
    threadId: toTypeId('thr', record.threadId),
    authorType: record.authorType,
    author:
      record.authorId === null
        ? null
        : { id: toTypeId(record.authorType === 'CUSTOMER' ? 'cst' : 'usr', record.authorId), name: record.authorName },
    body: record.body,
    bodyFormat: record.bodyFormat,
    bodyText: record.bodyText,
    internal: record.internal,
    attachments: [],
    delivery: { state: 'NOT_APPLICABLE', attempts: 0, lastError: null },
    externalId: record.externalId,
    createdAt: isoTime(record.createdAt),
  }
}

export const messageList = keysetList<MessageRecord>({
  from: 'messages m',
  alias: 'm',
  columns: messageColumns(),
  bytes: 'octet_length(m.body) + octet_length(m.body_text)',
  filters: { threadId: 'm.thread_id = :threadId::uuid' },
  counted: { threadId: 'select message_count from threads where tenant_id = :tenantId::uuid and id = :threadId::uuid' },
})

/** Whether a thread exists. */
export const threadExists = statement<{ tenantId: Uuid; id: Uuid }, { id: Uuid }>(
  'select id from threads where tenant_id = :tenantId::uuid and id = :id::uuid',
)

/** Messages of a thread that came after one of them, oldest first, at most a hundred; `known` is false when that one is not of this thread. */
export const messagesSince = statement<{ tenantId: Uuid; threadId: Uuid; messageId: Uuid }, { id: Uuid | null }>(`
  with seen as (select created_at, id from messages where tenant_id = :tenantId::uuid and id = :messageId::uuid and thread_id = :threadId::uuid)
  select m.id from seen s left join messages m on m.tenant_id = :tenantId::uuid and m.thread_id = :threadId::uuid and (m.created_at, m.id) > (s.created_at, s.id)
  order by m.created_at, m.id limit 100`)
