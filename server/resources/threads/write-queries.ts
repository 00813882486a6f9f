/**
 * The service's two hot writes, each one statement and one round trip: creating a thread, appending a message.
 *
 * Each part is a common table expression that runs only when the ones before it allow it. All parts see the database as
 * it was when the statement started, so they pass rows to each other by name. The tenant's counter row comes last.
 * Rows of a tenant with a known key are looked up in a lateral join with `limit 1`; see queries.ts for why.
 */
import {
  auditCte,
  enqueueCtes,
  keepCte,
  type PriorAnswer,
  priorCte,
  priorJson,
  statement,
  type Uuid,
  type WriteIdentity,
} from '../../kit/index.ts'
import { threadFieldsVersion } from '../custom-fields/index.ts'
import { customer, customerJoin } from '../customers/index.ts'
import type { KeptAttachment } from '../uploads/index.ts'
import { label } from '../labels/index.ts'
import { messageCreated, threadAssigned, threadCreated, threadStatusChanged, threadUnsnoozed } from './events.ts'
import { activityCtes, newActivityCte, waitingSinceSql } from './activity-queries.ts'
import { messageColumnsSql, type MessageRecord } from './messages/message-queries.ts'
import { notMergedSql, givenSlaSql, threadColumnsSql, threadJoinsSql, ticketNumberSql, type ThreadRecord } from './queries.ts'
import { anyPolicy } from '../sla-policies/index.ts'
import { timingCte, type Timing } from './sla/queries.ts'
import type { MessageBody } from './messages/body.ts'

/** Events contain at most this many characters of a text, and say so when it was cut; the full text is available over the API. */
const maxEventTextLength = 9000
const eventMessageSql = (mentions: boolean): string =>
  `(select row_to_json(e) from (select ${messageColumnsSql({ cut: maxEventTextLength, mentions })}, length(m.body) > ${maxEventTextLength} as truncated) e)`

/** An event by SQL expressions over `from`. */
type EventSql = { sequence: string; id: string; type: string; objectId: string; object: string; previous?: string; from: string }

/** One insert for all events of a statement: PostgreSQL opens the table and its indexes for each insert, whether it has rows or not. */
const eventsCte = (events: EventSql[]): string => `announced as (
  insert into events (tenant_id, sequence, id, type, object_id, object, previous)
  ${events
    .map(
      ({ sequence, id, type, objectId, object, previous = 'null::json', from }) =>
        `select :tenantId::uuid, ${sequence}, ${id}, ${type}, ${objectId}, ${object}, ${previous} from ${from}`,
    )
    .join('\n  union all ')})`

// --- Create a thread ------------------------------------------------------------------------------------------------

export type NewThread = WriteIdentity &
  MessageBody & {
    threadId: Uuid
    messageId: Uuid
    newCustomerId: Uuid
    customerEventId: Uuid
    threadEventId: Uuid
    messageEventId: Uuid
    handOutId: Uuid
    /** Either the customer's id, or the requester's e-mail address (lower case) and optionally name. */
    customerId: Uuid | null
    email: string | null
    name: string | null
    /** What a customer is searched by. */
    nameWords: string
    addressWords: string
    /** Null: route to the default inbox, else the oldest active EMAIL or API inbox. */
    inboxId: Uuid | null
    subject: string
    priority: string
    channel: string
    externalRef: string | null
    /** Labels by key, each with the ids for itself and its event if it is new. */
    tags: { id: Uuid; eventId: Uuid; name: string; key: string }[]
    /** The closed thread that this one follows. The answer stored for retries is then the message, which the caller requested. */
    followUpOf: Uuid | null
    messageExternalId: string | null
    /** When the first message was written, for imported history; null for now. */
    messageSentAt: string | null
    attachments: KeptAttachment[] | null
    customFields: object
    /** The clocks, with `isTimed`: the policies have been looked at. Otherwise nothing is written for a tenant that has any. */
    sla: Timing | null
    isTimed: boolean
    /** The version of the tenant's fields that the values were checked against. Nothing is written if it differs. Null: not checked. */
    fieldsVersion: number | null
    /** What the audit row shows. */
    asked: object
  }

export type NewThreadOutcome = {
  prior: PriorAnswer | null
  existingId: Uuid | null
  fieldsVersion: number
  inboxFound: boolean
  /** Nothing was written: the tenant has SLA policies, see `isTimed` of the parameters. */
  mustBeTimed: boolean
  /** Nothing was written: a tag is new or archived, the thread goes to a team that assigns by a strategy, or the customer was merged. `insertThread` does it. */
  isMore: boolean
  /** Also false for a requester when another request created that customer after this statement started: run it again. */
  customerFound: boolean
  record: ThreadRecord | null
  firstMessage: MessageRecord | null
}

const handOutCtes = enqueueCtes({
  name: 'hand-out-threads',
  id: ':handOutId::uuid',
  key: `'team ' || g.id || ' ' || :threadId::uuid`,
  input: `json_build_object('teamId', g.id)`,
  from: 'team g where g.queued_for is not null and exists (select 1 from who) and exists (select 1 from tagged)',
})

/** Finds the labels that tags name, makes those that are new, and brings back archived ones. */
const labelsCtes = `wanted as materialized (select w.* from json_to_recordset(:tags::json) as w(id uuid, "eventId" uuid, name text, key text), who),
found_labels as materialized (
  select l.id, l.name, l.name_key, l.archived_at, w."eventId" from wanted w cross join lateral (
    select id, name, name_key, archived_at from labels where tenant_id = :tenantId::uuid and name_key = w.key limit 1) l order by w.key),
-- A tag that names an archived label brings it back.
revived_labels as (
  update labels l set archived_at = null, version = l.version + 1 from found_labels f
  where l.tenant_id = :tenantId::uuid and l.id = f.id and f.archived_at is not null and l.archived_at is not null
  returning l.*),
new_labels as (
  insert into labels as l (tenant_id, id, name, name_key)
  select :tenantId::uuid, w.id, w.name, w.key from wanted w where not exists (select 1 from found_labels f where f.name_key = w.key) order by w.key
  on conflict (tenant_id, name_key) do update set name_key = excluded.name_key
  returning l.*),
-- Not those that another request has made meanwhile: their ids are not the ones that were wanted.
told_labels as materialized (
  select o.id, w."eventId", w.archived_at, row_number() over (order by o.name) as place, row_to_json(o) as json
  from (select ${label.statements.columns} from (select * from new_labels union all select * from revived_labels) l) o
  join (select id, "eventId", null::timestamptz as archived_at from wanted union all select id, "eventId", archived_at from found_labels) w on w.id = o.id),
tagged as materialized (
  select coalesce(array_agg(id order by name_key), '{}') as ids,
    coalesce(json_agg(json_build_object('id', id, 'name', name) order by name_key), '[]') as labels
  from (select id, name, name_key from found_labels union all select id, name, name_key from new_labels) as l),
`

const namedCustomerSql = `select id, email, name, merged_into from customers where tenant_id = :tenantId::uuid and email = :email::text
  union all select id, email, name, merged_into from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid and erased_at is null`

/**
 * Address and id of a merged customer lead to its target. If a thread goes to a source while that is being merged, a job gives it to the
 * target (merged-customers.ts), and it is shown as the target's until then, so nothing is locked here.
 */
const customerCtes = `named_customer as materialized (${namedCustomerSql}),
found_customer as materialized (
  select id, email, name from named_customer where merged_into is null
  union all select c.id, c.email, c.name from named_customer n cross join lateral (
    select id, email, name from customers where tenant_id = :tenantId::uuid and id = n.merged_into limit 1) c)`

/** A merged customer is left to the whole statement. */
const unmergedCustomerCte = `found_customer as materialized (${namedCustomerSql})`

/** Without a row if not all tags are labels, or the thread is to be queued. */
const existingLabelsCtes = `found_labels as materialized (
  select l.id, l.name, l.name_key from json_to_recordset(:tags::json) as w(key text) cross join lateral (
    select id, name, name_key from labels where tenant_id = :tenantId::uuid and name_key = w.key and archived_at is null limit 1) l),
tagged as materialized (
  select coalesce(array_agg(id order by name_key), '{}') as ids, coalesce(json_agg(json_build_object('id', id, 'name', name) order by name_key), '[]') as labels
  from found_labels having count(*) = json_array_length(:tags::json) and not exists (select 1 from team where queued_for is not null) and not ${anyPolicy}),
`

const labelEvent: EventSql = {
  sequence: 'n.sequence - 2 - (select count(*) from upserted) - (select count(*) from told_labels) + m.place',
  id: 'm."eventId"',
  type: `case when m.archived_at is null then '${label.noun}.created' else '${label.noun}.updated' end`,
  objectId: 'm.id',
  object: 'm.json',
  previous: `case when m.archived_at is not null then json_build_object('archivedAt', m.archived_at) end`,
  from: 'told_labels m, counted n',
}

const threadEvents: EventSql[] = [
  {
    sequence: 'n.sequence - 2',
    id: ':customerEventId::uuid',
    type: `case when c.id = :newCustomerId::uuid then '${customer.noun}.created' else '${customer.noun}.updated' end`,
    objectId: 'c.id',
    object: 'row_to_json(c)',
    previous: `(select json_build_object('name', f.name) from found_customer f where c.id <> :newCustomerId::uuid limit 1)`,
    from: 'upserted c, counted n',
  },
  {
    sequence: 'n.sequence - 1',
    id: ':threadEventId::uuid',
    type: `'${threadCreated.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    from: 'record r, counted n',
  },
  {
    sequence: 'n.sequence',
    id: ':messageEventId::uuid',
    type: `'${messageCreated.type}'`,
    objectId: ':messageId::uuid',
    object: eventMessageSql(false),
    from: 'first_message m, counted n',
  },
]

/** A message that follows a closed thread is answered with itself. */
const followUpCtes = `message_record as materialized (
  select row_to_json(e) as json from (select ${messageColumnsSql({ mentions: false })} from first_message m where :followUpOf::uuid is not null) e),
answer as materialized (select json from message_record union all select json from record where :followUpOf::uuid is null),
`

/** Creates a thread, whatever has to be written with it. */
export const insertThread = statement<NewThread, NewThreadOutcome>(insertSql(true))
/**
 * The same for a thread whose tags are all labels already, without a strategy to assign it, of a customer who was not merged, and that follows
 * none, as most do; else nothing is written. PostgreSQL starts and ends each node of a plan whether it is needed or not, and a third of the nodes is for the other threads.
 */
export const insertPlainThread = statement<NewThread, NewThreadOutcome>(insertSql(false))

function insertSql(whole: boolean): string {
  return `with
${priorCte},
existing as materialized (
  select id from threads where tenant_id = :tenantId::uuid and external_ref = :externalRef::text and not exists (select 1 from prior)),
fields as materialized (${threadFieldsVersion}),
routed as materialized (
  select id, team_id from inboxes where tenant_id = :tenantId::uuid and active
    and (id = :inboxId::uuid or (:inboxId::uuid is null and (is_default or type in ('EMAIL', 'API'))))
    and not exists (select 1 from prior) and not exists (select 1 from existing)
    ${whole ? `and (:isTimed::boolean or not ${anyPolicy})` : ''}
    and (:fieldsVersion::bigint is null or :fieldsVersion::bigint = (select version from fields))
  order by is_default desc, created_at, id limit 1 for key share),
-- Locked like the inbox, so that neither is deleted while threads that refer to it are being written: before the counters, as everywhere.
team as materialized (
  select id, nullif(assignment, 'MANUAL') as queued_for from teams where tenant_id = :tenantId::uuid and id = (select team_id from routed) for key share),
${whole ? customerCtes : existingLabelsCtes + unmergedCustomerCte},
upserted as (
  insert into customers as c (tenant_id, id, email, name, name_words, address_words)
  select :tenantId::uuid, :newCustomerId::uuid, ${whole ? 'coalesce((select email from found_customer), :email::text)' : ':email::text'}, :name::text, :nameWords::text, :addressWords::text from routed${whole ? '' : ', tagged'}
  where :email::text is not null and not exists (select 1 from found_customer where ${whole ? '' : 'merged_into is not null or '}:name::text is null or name is not distinct from :name::text)
  on conflict (tenant_id, email) do update set name = excluded.name, name_words = excluded.name_words, updated_at = greatest(excluded.updated_at, c.updated_at), version = c.version + 1
  where excluded.name is not null and c.name is distinct from excluded.name and c.merged_into is null
  returning ${customer.statements.columns}),
who as materialized (
  select id, email, name from upserted
  -- Returns nothing when a new name could not be set, because the customer was merged or renamed at this moment: the statement runs again.
  union all select f.id, f.email, f.name from found_customer f, routed${whole ? '' : ', tagged'}
  where (:name::text is null or f.name is not distinct from :name::text)${whole ? '' : ' and f.merged_into is null'}),
${whole ? `${labelsCtes}${handOutCtes},\n` : ''}counted as (
  update tenant_counters set last_public_number = last_public_number + 1, threads_open = threads_open + 1, audit_logs = audit_logs + 1,
    customers = customers + (select count(*) from upserted where id = :newCustomerId::uuid),
    event_sequence = event_sequence + 2 + (select count(*) from upserted)${whole ? ' + (select count(*) from told_labels)' : ''}
  where tenant_id = :tenantId::uuid and exists (select 1 from who)${whole ? ' and exists (select 1 from tagged) and (select count(*) from team) >= 0 and (select count(*) from queued) >= 0' : ''}
  returning last_public_number as number, event_sequence as sequence),
created as (
  insert into threads as t (tenant_id, id, public_number, ticket_number, subject, priority, channel, inbox_id, team_id, queued_for, customer_id, external_ref, label_ids,
    custom_fields, follow_up_of, timed, last_message_id, last_message_at, last_message_author_type, waiting_since, message_count)
  select :tenantId::uuid, :threadId::uuid, n.number,
    ${ticketNumberSql('n.number')},
    :subject, :priority, :channel, i.id, (select id from team), ${whole ? '(select queued_for from team)' : 'null'}, w.id, :externalRef::text, g.ids, :customFields::jsonb, :followUpOf::uuid, ${whole ? ':sla::jsonb is not null' : 'false'}, :messageId::uuid, m.at, 'CUSTOMER', m.at, 1
  from counted n, routed i, who w, tagged g, tenants p, (select coalesce(:messageSentAt::timestamptz, now()) as at) m where p.tenant_id = :tenantId::uuid
  returning t.*),
first_message as (
  insert into messages as m (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, external_id, attachments, created_at)
  select :tenantId::uuid, :messageId::uuid, t.id, 'CUSTOMER', w.id, w.name, :body, :bodyFormat, :bodyText, :messageExternalId::text,
    :attachments::jsonb, t.last_message_at
  from created t, who w
  returning m.*),
${newActivityCte('created')},
${whole ? `${timingCte('created t')},\n` : ''}labelled as (
  insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
  select :tenantId::uuid, unnest(t.label_ids), t.created_at, t.id from created t),
record as materialized (
  select row_to_json(r) as json from (
    select ${threadColumnsSql('g.labels', notMergedSql, whole ? givenSlaSql : 'null::json', 'null')} from created t cross join tagged g cross join who c) r),
${eventsCte([...(whole ? [labelEvent] : []), ...threadEvents])},
${auditCte({ action: `'thread.created'`, targetType: `'thread'`, target: ':threadId::uuid', before: 'null', after: ':asked::json', from: 'record' })},
${whole ? followUpCtes : ''}${keepCte('201', 'json', whole ? 'answer' : 'record')}
select (${priorJson}) as prior, (select id from existing) as "existingId",
  (select version from fields) as "fieldsVersion", exists (select 1 from routed) as "inboxFound",
  ${whole ? `not :isTimed::boolean and not exists (select 1 from prior) and not exists (select 1 from existing) and ${anyPolicy}` : anyPolicy} as "mustBeTimed",
  ${whole ? 'false' : 'exists (select 1 from routed) and (not exists (select 1 from tagged) or exists (select 1 from found_customer where merged_into is not null))'} as "isMore",
  exists (select 1 from who) as "customerFound", (select json from record) as record, ${whole ? '(select json from message_record)' : 'null::json'} as "firstMessage"`
}

// --- Append a message -----------------------------------------------------------------------------------------------

export type NewMessage = WriteIdentity &
  MessageBody & {
    threadId: Uuid
    messageId: Uuid
    messageEventId: Uuid
    statusEventId: Uuid
    wakeEventId: Uuid
    assignEventId: Uuid
    authorType: MessageRecord['authorType']
    /** The agent who writes; null for the thread's customer and for programs. */
    userId: Uuid | null
    userName: string | null
    internal: boolean
    externalId: string | null
    /** When it was written, for imported history; null for now. */
    sentAt: string | null
    attachments: KeptAttachment[] | null
    /** Null for none: then `appendMessageWithMentions` is not needed. */
    mentions: Uuid[] | null
    expectedLastMessageId: Uuid | null
    /** Versions of which the thread must have one; null for any. */
    ifVersions: number[] | null
    action: string
    asked: object
    /** What becomes of the thread's clocks; null while that is not known. */
    sla: Timing | null
    /** The job that assigns the thread has been enqueued: the thread may return to its team's queue. */
    mayQueue: boolean
  }

export type NewMessageOutcome = {
  prior: PriorAnswer | null
  threadFound: boolean
  /** The thread has none of the versions in If-Match. */
  changed: boolean
  /** The thread was merged into this one, which gets the message. */
  merged: boolean
  closed: boolean
  stale: boolean
  /** Another request has locked the thread, or changed it since the statement started. Nothing was written. */
  busy: boolean
  /** The message opens, wakes or assigns the thread, which `appendPlainMessage` leaves to `appendMessage`. */
  changesThread: boolean
  /** The thread has clocks that the message may start or stop. Nothing was written, see `sla`. */
  mustBeTimed: boolean
  /** The message opens the thread. */
  reopens: boolean
  /** The message returns the thread to the queue of this team. Nothing was written, see `mayQueue`. */
  queuedTeamId: Uuid | null
  record: MessageRecord | null
}

/** The message opens a thread that its team hands out: a job has to be enqueued first, which is rare enough to be done apart. */
const returnsToQueueSql = (
  placed: string,
): string => `not ${placed}.is_over and ${placed}.queued_for is not null and ${placed}.assignee_id is null
  and ${placed}.status in ('pending', 'resolved') and :authorType::text = 'CUSTOMER' and not :internal::boolean`

/** Notes and automatic messages neither start nor stop clocks. */
const movesClocksSql = (placed: string): string =>
  `(${placed}.timed and not :internal::boolean and :authorType::text in ('CUSTOMER', 'AGENT'))`

/** What `appendPlainMessage` leaves to `appendMessage`. */
const needsFullStatementSql = (placed: string): string =>
  `(${placed}.reopens or ${placed}.wakes or ${placed}.assigns or ${movesClocksSql(placed)} or ${placed}.at <= ${placed}.last_message_at)`

const isAcceptedSql = `(not g.is_over or (:internal::boolean and g.merged_into is null))
    and (:expectedLastMessageId::uuid is null or g.last_message_id = :expectedLastMessageId::uuid)
    and (:ifVersions::int[] is null or g.version = any(:ifVersions::int[]))`

const messageCte = (at: string, from: string, mentions = false): string => `written as (
  insert into messages as m (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, internal, external_id, attachments, created_at${mentions ? ', mentions' : ''})
  select :tenantId::uuid, :messageId::uuid, t.id, :authorType, coalesce(:userId::uuid, c.id), coalesce(:userName::text, c.name), :body, :bodyFormat, :bodyText,
    :internal::boolean, :externalId::text, :attachments::jsonb, ${at}${mentions ? ', :mentions::uuid[]' : ''}
  from ${from} ${customerJoin(`case when :authorType::text = 'CUSTOMER' then t.customer_id end`)}
  returning m.*)`

/** From `placed` to the rows of thread and message. */
const fullAppendCtes = (mentions: boolean): string => `accepted as materialized (
  select g.id, g.customer_id, g.at, (g.at, :messageId::uuid) > (g.last_message_at, g.last_message_id) as is_last, g.status as old_status, g.assignee_id as old_assignee_id,
    g.reopens, g.wakes, g.assigns, g.snoozed_until as old_snoozed_until,
    case when :internal::boolean or :authorType::text = 'SYSTEM' then g.waiting_since
      when g.at <= g.last_message_at then (${waitingSinceSql(`(
        select author_type, internal, created_at from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid
        union all select :authorType::text, false, g.at)`)})
      when :authorType::text = 'CUSTOMER' then coalesce(g.waiting_since, g.at) end as waiting_since
  from placed g where ${isAcceptedSql} and (:sla::jsonb is not null or not ${movesClocksSql('g')}) and (:mayQueue::boolean or not (${returnsToQueueSql('g')}))),
-- Strategies count a person's threads under this lock: the assignee must not get another thread by a strategy before this commits.
assignee as materialized (
  select id from users where tenant_id = :tenantId::uuid and id = (select old_assignee_id from accepted where reopens) for key share),
moved as (
  update threads t set message_count = t.message_count + 1, version = t.version + 1,
    last_message_id = case when g.is_last then :messageId::uuid else t.last_message_id end,
    last_message_at = greatest(g.at, t.last_message_at),
    last_message_author_type = case when g.is_last then :authorType::text else t.last_message_author_type end,
    waiting_since = g.waiting_since,
    updated_at = greatest(now(), t.updated_at),
    status = case when g.reopens then 'open' else t.status end,
    resolved_at = case when not g.reopens then t.resolved_at end,
    snoozed_until = case when not g.reopens then t.snoozed_until end,
    assignee_id = case when g.assigns then :actorId::uuid else t.assignee_id end,
    queued_for = case when not g.assigns then t.queued_for end
  from accepted g where t.tenant_id = :tenantId::uuid and t.id = g.id
  returning t.*),
${messageCte('g.at', 'accepted g, moved t', mentions)},
${timingCte('moved t')}`

/** The same for a message that is the last one and changes nothing else. */
const plainAppendCtes = `moved as (
  update threads t set message_count = t.message_count + 1, version = t.version + 1,
    last_message_id = :messageId::uuid, last_message_at = g.at, last_message_author_type = :authorType::text,
    waiting_since = case when :internal::boolean or :authorType::text = 'SYSTEM' then t.waiting_since
      when :authorType::text = 'CUSTOMER' then coalesce(t.waiting_since, g.at) end,
    updated_at = greatest(now(), t.updated_at)
  from placed g where t.tenant_id = :tenantId::uuid and t.id = g.id and not ${needsFullStatementSql('g')} and ${isAcceptedSql}
  returning t.*),
${messageCte('t.last_message_at', 'moved t')}`

const fullCountersCte = `counted as (
  update tenant_counters k set audit_logs = audit_logs + 1, event_sequence = event_sequence + 1 + g.reopens::int + g.wakes::int + g.assigns::int,
    threads_open = threads_open + g.reopens::int, threads_pending = threads_pending - (g.reopens and g.old_status = 'pending')::int,
    threads_resolved = threads_resolved - (g.reopens and g.old_status = 'resolved')::int
  from accepted g, moved t where k.tenant_id = :tenantId::uuid and (select count(*) from assignee) >= 0
  returning k.event_sequence as sequence)`

const plainCountersCte = `counted as (
  update tenant_counters k set audit_logs = audit_logs + 1, event_sequence = event_sequence + 1 from moved t where k.tenant_id = :tenantId::uuid
  returning k.event_sequence as sequence)`

/** What a message did to its thread. */
const threadRecordCte = `thread_record as materialized (
  select row_to_json(r) as json from (select ${threadColumnsSql(undefined, notMergedSql, givenSlaSql)} from moved t ${threadJoinsSql}, accepted g where g.reopens or g.wakes or g.assigns) r),
`

const messageEvent = (mentions: boolean): EventSql => ({
  sequence: 'n.sequence - g.reopens::int - g.wakes::int - g.assigns::int',
  id: ':messageEventId::uuid',
  type: `'${messageCreated.type}'`,
  objectId: ':messageId::uuid',
  object: eventMessageSql(mentions),
  from: 'written m, counted n, accepted g',
})

const plainMessageEvent: EventSql = { ...messageEvent(false), sequence: 'n.sequence', from: 'written m, counted n' }

const changeEvents: EventSql[] = [
  {
    sequence: 'n.sequence - g.wakes::int - g.assigns::int',
    id: ':statusEventId::uuid',
    type: `'${threadStatusChanged.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    previous: `json_build_object('status', g.old_status)`,
    from: 'thread_record r, counted n, accepted g where g.reopens',
  },
  {
    sequence: 'n.sequence - g.assigns::int',
    id: ':wakeEventId::uuid',
    type: `'${threadUnsnoozed.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    previous: `json_build_object('snoozedUntil', g.old_snoozed_until)`,
    from: 'thread_record r, counted n, accepted g where g.wakes',
  },
  {
    sequence: 'n.sequence',
    id: ':assignEventId::uuid',
    type: `'${threadAssigned.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    previous: `'{"assigneeId": null}'::json`,
    from: 'thread_record r, counted n, accepted g where g.assigns',
  },
]

const appendSql = (whole: boolean, mentions = false): string => `with
${priorCte},
-- The statement must see the thread's state under its lock. A thread that another request has locked, or changed since this statement
-- started, is therefore skipped: append.ts then takes the lock first and runs the statement again.
seen as materialized (
  select id, version from threads where tenant_id = :tenantId::uuid and id = :threadId::uuid and not exists (select 1 from prior)),
target as materialized (
  select t.id, t.status, t.merged_into, t.last_message_id, t.last_message_at, t.assignee_id, t.customer_id, t.waiting_since, t.snoozed_until, t.version, t.updated_at, t.resolved_at,
    t.team_id, t.queued_for, t.timed from threads t
  where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid and not exists (select 1 from prior) for update of t skip locked),
-- A message is always later than the thread's last one, so that messages are ordered by commit. Only imported ones (sentAt) can be
-- earlier, and then all messages are read to compute who is waiting. Imported and merged ones with equal times are ordered by id.
placed as materialized (
  select g.*, coalesce(:sentAt::timestamptz(3), greatest(now()::timestamptz(3), g.last_message_at + interval '1 millisecond')) as at,
    -- Closed, or resolved so long ago that a message of the customer does not open it again.
    g.status = 'closed' or (g.status = 'resolved' and :authorType::text = 'CUSTOMER' and not :internal::boolean and p.reopen_within_days is not null
      and (p.reopen_within_days = 0 or g.resolved_at <= now() - make_interval(days => p.reopen_within_days))) as is_over,
    g.status in ('pending', 'resolved') and :authorType::text = 'CUSTOMER' and not :internal::boolean as reopens,
    g.snoozed_until is not null and :authorType::text = 'CUSTOMER' and not :internal::boolean as wakes,
    g.assignee_id is null and p.assign_on_first_reply and :authorType::text = 'AGENT' and not :internal::boolean as assigns
  from target g, seen s, tenants p where s.version = g.version and p.tenant_id = :tenantId::uuid),
${whole ? fullAppendCtes(mentions) : plainAppendCtes},
${activityCtes('target', 'moved')},
-- The author of a message has read the thread.
marked as (
  insert into thread_reads as r (tenant_id, user_id, thread_id, read_through)
  select :tenantId::uuid, :userId::uuid, m.thread_id, m.created_at from written m where :userId::uuid is not null
  on conflict (tenant_id, user_id, thread_id) do update set read_through = excluded.read_through where r.read_through < excluded.read_through),
${whole ? fullCountersCte : plainCountersCte},
record as materialized (select row_to_json(r) as json from (select ${messageColumnsSql({ mentions })} from written m) r),
${whole ? threadRecordCte : ''}${eventsCte(whole ? [messageEvent(mentions), ...changeEvents] : [plainMessageEvent])},
${auditCte({ action: ':action::text', targetType: `'thread'`, target: ':threadId::uuid', before: 'null', after: ':asked::json', from: 'record' })},
${keepCte('201', 'json', 'record')}
select (${priorJson}) as prior, s.id is not null as "threadFound", coalesce(not (p.version = any(:ifVersions::int[])), false) as changed,
  p.merged_into is not null as merged, coalesce(p.is_over and not :internal::boolean, false) as closed, s.id is not null and p.id is null as busy,
  ${whole ? `case when not :mayQueue::boolean and ${returnsToQueueSql('p')} then p.team_id end` : 'null::uuid'} as "queuedTeamId",
  ${whole ? `coalesce(:sla::jsonb is null and ${movesClocksSql('p')} and not p.is_over, false)` : 'false'} as "mustBeTimed", coalesce(p.reopens, false) as reopens,
  coalesce(:expectedLastMessageId::uuid is not null and p.last_message_id <> :expectedLastMessageId::uuid, false) as stale,
  coalesce(${needsFullStatementSql('p')}, false) as "changesThread", r.json as record
from (select) as one left join seen s on true left join placed p on true left join record r on true`

/** Appends a message, whatever it does to its thread. */
export const appendMessage = statement<NewMessage, NewMessageOutcome>(appendSql(true))
/** The same for a note that mentions people: others pay nothing for it. */
export const appendMessageWithMentions = statement<NewMessage, NewMessageOutcome>(appendSql(true, true))
/**
 * The same for a message that comes last in its thread and neither opens nor wakes nor assigns it, as most do; else nothing is written.
 * PostgreSQL starts and ends each node of a plan whether it is needed or not, and what the others need is half of the nodes.
 */
export const appendPlainMessage = statement<NewMessage, NewMessageOutcome>(appendSql(false))
