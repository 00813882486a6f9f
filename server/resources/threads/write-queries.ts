/**
 * The two most frequent writes: creating a thread and appending a message. Each is one statement in two forms:
 * a plain one for the usual case, and a full one.
 *
 * Each step is a common table expression (CTE) that writes rows only if the steps before it returned rows. All steps see the database as it
 * was when the statement started, so they read each other's rows from the CTEs. The tenant's row in tenant_counters is locked last. Rows with
 * a known key are looked up by lateral joins with `limit 1`; queries.ts explains why.
 */
import {
  auditedStatement,
  enqueueCtes,
  keepCte,
  type PriorAnswer,
  priorCte,
  priorJson,
  type Uuid,
  type WriteIdentity,
} from '../../kit/index.ts'
import { threadFieldsVersion } from '../custom-fields/index.ts'
import { customer, customerJoin } from '../customers/index.ts'
import type { StoredAttachment } from '../uploads/index.ts'
import { label } from '../labels/index.ts'
import { messageCreated, threadAssigned, threadCreated, threadStatusChanged, threadUnsnoozed } from './events.ts'
import { activityCtes, newActivityCte, waitColumnsSql, waitingSinceSql } from './activity-queries.ts'
import { messageColumnsSql, type MessageRecord } from './messages/message-queries.ts'
import { notMergedSql, givenSlaSql, threadColumnsSql, threadJoinsSql, ticketNumberSql, type ThreadRecord } from './queries.ts'
import { anyPolicy } from '../sla-policies/index.ts'
import { timingCte, type Timing } from './sla/queries.ts'
import type { MessageBody } from './messages/body.ts'
import type { Delivery, StoredEmail } from './messages/message-email-schema.ts'

/** Events contain at most this many characters of a text. `truncated` says that it was cut; the API returns the full text. */
export const maxEventTextLength = 9000
const eventMessageSql = (columns: { mentions: boolean; mail: boolean }): string =>
  `(select row_to_json(e) from (select ${messageColumnsSql({ cut: maxEventTextLength, ...columns })}, length(m.body) > ${maxEventTextLength} as truncated) e)`

/** The columns of an event as SQL expressions over `from`. */
type EventSql = { sequence: string; id: string; type: string; objectId: string; object: string; previous?: string; from: string }

/** Inserts all events of a statement at once: PostgreSQL opens the table and its indexes for every insert, even for one without rows. */
const eventsCte = (events: EventSql[]): string => `inserted_events as (
  insert into events (tenant_id, sequence, id, type, object_id, object, previous, actor, cause)
  ${events
    .map(
      ({ sequence, id, type, objectId, object, previous = 'null::json', from }) =>
        `select :tenantId::uuid, ${sequence}, ${id}, ${type}, ${objectId}, ${object}, ${previous}, :actor::json, :cause::json from ${from}`,
    )
    .join('\n  union all ')})`

// --- Create a thread ------------------------------------------------------------------------------------------------

/** The mail fields that a message stores. */
export type MessageMail = { email: StoredEmail; delivery: Delivery | null; channel: 'email'; inReplyToId: Uuid | null }

export const mailColumnsSql = `:mail::jsonb -> 'email', nullif(:mail::jsonb -> 'delivery', 'null'), :mail::jsonb ->> 'channel', (:mail::jsonb ->> 'inReplyToId')::uuid`

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
    /** The words by which customers are searched. */
    nameWords: string
    addressWords: string
    /** Null for the default inbox or, if there is none, the oldest active EMAIL or API inbox. */
    inboxId: Uuid | null
    subject: string
    priority: string
    channel: string
    externalRef: string | null
    /** The requested labels. Each has the ids that it and its event get if the label is new. */
    tags: { id: Uuid; eventId: Uuid; name: string; key: string }[]
    /** The closed thread that this one follows. The caller then requested a message, so the message is the response that is stored for retries. */
    followUpOf: Uuid | null
    messageExternalId: string | null
    /** The time of the first message, for imported history; null for now. */
    messageSentAt: string | null
    attachments: StoredAttachment[] | null
    /** The mail of the first message; null if it is none. */
    mail: MessageMail | null
    /** Threads to which the mail refers without belonging to them; null for none. */
    relatedTo: Uuid[] | null
    customFields: object
    /** The SLA clocks; null when no policy applies, or when `clocksComputed` is false. */
    sla: Timing | null
    /** False: the SLA policies have not been evaluated, so the statement writes nothing if the tenant has any. */
    clocksComputed: boolean
    /** The version of the field definitions against which the values were checked; null when they were not. Writes nothing if it is outdated. */
    fieldsVersion: number | null
    /** The `after` of the audit row. */
    auditedInput: object
  }

export type NewThreadOutcome = {
  prior: PriorAnswer | null
  existingId: Uuid | null
  fieldsVersion: number
  inboxFound: boolean
  /** True when nothing was written because the tenant has SLA policies and `clocksComputed` is false. */
  needsClocks: boolean
  /**
   * True when `insertPlainThread` wrote nothing and `insertThread` must be run: a tag is new or archived, the team assigns threads by a strategy,
   * or the customer was merged.
   */
  needsFullStatement: boolean
  /** Also false when another request created the requester's customer after this statement started. Run the statement again then. */
  customerFound: boolean
  record: ThreadRecord | null
  firstMessage: MessageRecord | null
}

const handOutCtes = enqueueCtes({
  name: 'hand-out-threads',
  id: ':handOutId::uuid',
  key: `'team ' || g.id || ' ' || :threadId::uuid`,
  input: `json_build_object('teamId', g.id)`,
  from: 'team g where g.queued_for is not null and exists (select 1 from thread_customer) and exists (select 1 from tags)',
})

/** Finds the labels that the tags name, inserts new ones, and restores archived ones. */
const labelsCtes = `requested_labels as materialized (select w.* from json_to_recordset(:tags::json) as w(id uuid, "eventId" uuid, name text, key text), thread_customer),
found_labels as materialized (
  select l.id, l.name, l.name_key, l.archived_at, w."eventId" from requested_labels w cross join lateral (
    select id, name, name_key, archived_at from labels where tenant_id = :tenantId::uuid and name_key = w.key limit 1) l order by w.key),
revived_labels as (
  update labels l set archived_at = null, version = l.version + 1 from found_labels f
  where l.tenant_id = :tenantId::uuid and l.id = f.id and f.archived_at is not null and l.archived_at is not null
  returning l.*),
new_labels as (
  insert into labels as l (tenant_id, id, name, name_key)
  select :tenantId::uuid, w.id, w.name, w.key from requested_labels w where not exists (select 1 from found_labels f where f.name_key = w.key) order by w.key
  on conflict (tenant_id, name_key) do update set name_key = excluded.name_key
  returning l.*),
-- The labels that this statement inserted or restored. The join drops labels that another request inserted: they have other ids.
announced_labels as materialized (
  select o.id, w."eventId", w.archived_at, row_number() over (order by o.name) as place, row_to_json(o) as json
  from (select ${label.statements.columns} from (select * from new_labels union all select * from revived_labels) l) o
  join (select id, "eventId", null::timestamptz as archived_at from requested_labels union all select id, "eventId", archived_at from found_labels) w on w.id = o.id),
tags as materialized (
  select coalesce(array_agg(id order by name_key), '{}') as ids,
    coalesce(json_agg(json_build_object('id', id, 'name', name) order by name_key), '[]') as labels
  from (select id, name, name_key from found_labels union all select id, name, name_key from new_labels) as l),
`

const namedCustomerSql = `select id, email, name, merged_into from customers where tenant_id = :tenantId::uuid and email = :email::text
  union all select id, email, name, merged_into from customers where tenant_id = :tenantId::uuid and id = :customerId::uuid and erased_at is null`

/**
 * Finds the customer, or the target if the customer was merged. Locks nothing: if the customer is being merged at this moment, the thread is
 * shown as the target's, and a job moves it (merged-customers.ts).
 */
const customerCtes = `named_customer as materialized (${namedCustomerSql}),
found_customer as materialized (
  select id, email, name from named_customer where merged_into is null
  union all select c.id, c.email, c.name from named_customer n cross join lateral (
    select id, email, name from customers where tenant_id = :tenantId::uuid and id = n.merged_into limit 1) c)`

/** Finds the customer without following a merge, which only the full statement does. */
const unmergedCustomerCte = `found_customer as materialized (${namedCustomerSql})`

/** Finds the labels that the tags name. `tags` has no row, so that nothing is written, if the full statement is needed. */
const existingLabelsCtes = `found_labels as materialized (
  select l.id, l.name, l.name_key from json_to_recordset(:tags::json) as w(key text) cross join lateral (
    select id, name, name_key from labels where tenant_id = :tenantId::uuid and name_key = w.key and archived_at is null limit 1) l),
tags as materialized (
  select coalesce(array_agg(id order by name_key), '{}') as ids, coalesce(json_agg(json_build_object('id', id, 'name', name) order by name_key), '[]') as labels
  from found_labels having count(*) = json_array_length(:tags::json) and not exists (select 1 from team where queued_for is not null) and not ${anyPolicy}),
`

const labelEvent: EventSql = {
  sequence: 'n.sequence - 2 - (select count(*) from upserted_customer) - (select count(*) from announced_labels) + m.place',
  id: 'm."eventId"',
  type: `case when m.archived_at is null then '${label.noun}.created' else '${label.noun}.updated' end`,
  objectId: 'm.id',
  object: 'm.json',
  previous: `case when m.archived_at is not null then json_build_object('archivedAt', m.archived_at) end`,
  from: 'announced_labels m, counters n',
}

const threadEvents = (full: boolean): EventSql[] => [
  {
    sequence: 'n.sequence - 2',
    id: ':customerEventId::uuid',
    type: `case when c.id = :newCustomerId::uuid then '${customer.noun}.created' else '${customer.noun}.updated' end`,
    objectId: 'c.id',
    object: 'row_to_json(c)',
    previous: `(select json_build_object('name', f.name) from found_customer f where c.id <> :newCustomerId::uuid limit 1)`,
    from: 'upserted_customer c, counters n',
  },
  {
    sequence: 'n.sequence - 1',
    id: ':threadEventId::uuid',
    type: `'${threadCreated.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    from: 'record r, counters n',
  },
  {
    sequence: 'n.sequence',
    id: ':messageEventId::uuid',
    type: `'${messageCreated.type}'`,
    objectId: ':messageId::uuid',
    object: eventMessageSql({ mentions: false, mail: full }),
    from: 'first_message m, counters n',
  },
]

/** The response: the message for a follow-up of a closed thread, the thread otherwise. */
const followUpCtes = `message_record as materialized (
  select row_to_json(e) as json from (select ${messageColumnsSql({ mentions: false })} from first_message m where :followUpOf::uuid is not null) e),
answer as materialized (select json from message_record union all select json from record where :followUpOf::uuid is null),
`

const threadAudit = {
  action: `'thread.created'`,
  targetType: `'thread'`,
  target: ':threadId::uuid',
  before: 'null',
  after: ':auditedInput::json',
  from: 'record',
}

/** The full statement, which can create any thread. */
export const insertThread = auditedStatement<NewThread, NewThreadOutcome>(threadAudit, (auditCte) => insertSql(true, auditCte))
/**
 * The plain statement, for most threads: all tags are existing labels, no strategy assigns the thread, the customer was not merged, and the
 * thread neither follows another one nor begins with a mail. In all other cases it writes nothing. It exists because PostgreSQL starts and ends every node of a plan,
 * needed or not, and a third of the full statement's nodes are for the other cases.
 */
export const insertPlainThread = auditedStatement<NewThread, NewThreadOutcome>(threadAudit, (auditCte) => insertSql(false, auditCte))

function insertSql(full: boolean, auditCte: string): string {
  return `with
${priorCte},
existing as materialized (
  select id from threads where tenant_id = :tenantId::uuid and external_ref = :externalRef::text and not exists (select 1 from prior)),
fields as materialized (${threadFieldsVersion}),
routed_inbox as materialized (
  select id, team_id from inboxes where tenant_id = :tenantId::uuid and active
    and (id = :inboxId::uuid or (:inboxId::uuid is null and (is_default or type in ('EMAIL', 'API'))))
    and not exists (select 1 from prior) and not exists (select 1 from existing)
    ${full ? `and (:clocksComputed::boolean or not ${anyPolicy})` : ''}
    and (:fieldsVersion::bigint is null or :fieldsVersion::bigint = (select version from fields))
  order by is_default desc, created_at, id limit 1 for key share),
-- Like the inbox, the team is locked, so that it is not deleted before the commit. All writers lock both before the counters.
team as materialized (
  select id, nullif(assignment, 'MANUAL') as queued_for from teams where tenant_id = :tenantId::uuid and id = (select team_id from routed_inbox) for key share),
${full ? customerCtes : existingLabelsCtes + unmergedCustomerCte},
upserted_customer as (
  insert into customers as c (tenant_id, id, email, name, name_words, address_words)
  select :tenantId::uuid, :newCustomerId::uuid, ${full ? 'coalesce((select email from found_customer), :email::text)' : ':email::text'}, :name::text, :nameWords::text, :addressWords::text from routed_inbox${full ? '' : ', tags'}
  where :email::text is not null and not exists (select 1 from found_customer where ${full ? '' : 'merged_into is not null or '}:name::text is null or name is not distinct from :name::text)
  on conflict (tenant_id, email) do update set name = excluded.name, name_words = excluded.name_words, updated_at = greatest(excluded.updated_at, c.updated_at), version = c.version + 1
  where excluded.name is not null and c.name is distinct from excluded.name and c.merged_into is null
  returning ${customer.statements.columns}),
thread_customer as materialized (
  select id, email, name from upserted_customer
  -- No row when the new name could not be set, because the customer was merged or renamed concurrently. The statement is then run again.
  union all select f.id, f.email, f.name from found_customer f, routed_inbox${full ? '' : ', tags'}
  where (:name::text is null or f.name is not distinct from :name::text)${full ? '' : ' and f.merged_into is null'}),
${full ? `${labelsCtes}${handOutCtes},\n` : ''}counters as (
  update tenant_counters set last_public_number = last_public_number + 1, threads_open = threads_open + 1, audit_logs = audit_logs + 1,
    customers = customers + (select count(*) from upserted_customer where id = :newCustomerId::uuid),
    event_sequence = event_sequence + 2 + (select count(*) from upserted_customer)${full ? ' + (select count(*) from announced_labels)' : ''}
  where tenant_id = :tenantId::uuid and exists (select 1 from thread_customer)${full ? ' and exists (select 1 from tags) and (select count(*) from team) >= 0 and (select count(*) from queued) >= 0' : ''}
  returning last_public_number as number, event_sequence as sequence),
created as (
  insert into threads as t (tenant_id, id, public_number, ticket_number, subject, priority, channel, inbox_id, team_id, queued_for, customer_id, external_ref, label_ids,
    custom_fields, follow_up_of, ${full ? 'related_to, ' : ''}timed, last_message_id, last_message_at, last_message_author_type, waiting_since, message_count)
  select :tenantId::uuid, :threadId::uuid, n.number,
    ${ticketNumberSql('n.number')},
    :subject, :priority, :channel, i.id, (select id from team), ${full ? '(select queued_for from team)' : 'null'}, w.id, :externalRef::text, g.ids, :customFields::jsonb, :followUpOf::uuid, ${full ? "coalesce(:relatedTo::uuid[], '{}'), " : ''}${full ? ':sla::jsonb is not null' : 'false'}, :messageId::uuid, m.at, 'CUSTOMER', m.at, 1
  from counters n, routed_inbox i, thread_customer w, tags g, tenants p, (select coalesce(:messageSentAt::timestamptz, now()) as at) m where p.tenant_id = :tenantId::uuid
  returning t.*),
first_message as (
  insert into messages as m (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, external_id, attachments, ${full ? 'email, delivery, channel, in_reply_to_id, ' : ''}created_at)
  select :tenantId::uuid, :messageId::uuid, t.id, 'CUSTOMER', w.id, w.name, :body, :bodyFormat, :bodyText, :messageExternalId::text,
    :attachments::jsonb, ${full ? `${mailColumnsSql}, ` : ''}t.last_message_at
  from created t, thread_customer w
  returning m.*),
${newActivityCte('created')},
${full ? `${timingCte('created t')},\n` : ''}inserted_labels as (
  insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id)
  select :tenantId::uuid, unnest(t.label_ids), t.created_at, t.id from created t),
record as materialized (
  select row_to_json(r) as json from (
    select ${threadColumnsSql('g.labels', notMergedSql, full ? givenSlaSql : 'null::json', 'null')} from created t cross join tags g cross join thread_customer c) r),
${eventsCte([...(full ? [labelEvent] : []), ...threadEvents(full)])},
${auditCte},
${full ? followUpCtes : ''}${keepCte('201', 'json', full ? 'answer' : 'record')}
select (${priorJson}) as prior, (select id from existing) as "existingId",
  (select version from fields) as "fieldsVersion", exists (select 1 from routed_inbox) as "inboxFound",
  ${full ? `not :clocksComputed::boolean and not exists (select 1 from prior) and not exists (select 1 from existing) and ${anyPolicy}` : anyPolicy} as "needsClocks",
  ${full ? 'false' : 'exists (select 1 from routed_inbox) and (not exists (select 1 from tags) or exists (select 1 from found_customer where merged_into is not null))'} as "needsFullStatement",
  exists (select 1 from thread_customer) as "customerFound", (select json from record) as record, ${full ? '(select json from message_record)' : 'null::json'} as "firstMessage"`
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
    /** The agent or the other person who wrote the message; null for the thread's customer and for programs. */
    userId: Uuid | null
    userName: string | null
    internal: boolean
    externalId: string | null
    /** The time of the message, for imported history; null for now. */
    sentAt: string | null
    attachments: StoredAttachment[] | null
    /** The mail of the message; null if it is none. */
    mail: MessageMail | null
    /** True for an automatic reply by mail, such as an absence notice: it changes nothing but the thread's latest message. */
    automatic: boolean
    /** True if the author is a SERVICE user, whose messages answer nobody. */
    byProgram: boolean
    /** True for a reply that is mailed if its inbox sends mail. Then nothing is written, and the caller freezes the mail first. */
    mayMail: boolean
    /** Inboxes whose replies are never mailed, as far as this process knows. A look-up in the statement would cost each reply 2 %. */
    unmailedInboxIds: readonly Uuid[]
    /** The mentioned users; null for none. Only `appendMessageWithMentions` writes them. */
    mentions: Uuid[] | null
    /** The mentioned teams; null for none. Likewise. */
    mentionedTeamIds: Uuid[] | null
    expectedLastMessageId: Uuid | null
    /** The versions in If-Match, of which the thread must have one; null for any version. */
    ifVersions: number[] | null
    action: string
    auditedInput: object
    /** The thread's clocks after the message; null when they have not been computed. */
    sla: Timing | null
    /** True when the job that assigns the thread has been enqueued. Only then may the message return the thread to its team's queue. */
    handOutEnqueued: boolean
  }

export type NewMessageOutcome = {
  prior: PriorAnswer | null
  threadFound: boolean
  /** True when the thread has none of the versions in If-Match. */
  versionDiffers: boolean
  /** True when the thread was merged. The message belongs to the thread that has its messages. */
  merged: boolean
  closed: boolean
  stale: boolean
  /** True when nothing was written because another request has locked the thread, or changed it since the statement started. */
  busy: boolean
  /** True when `appendPlainMessage` wrote nothing and `appendMessage` must be run. */
  needsFullStatement: boolean
  /** True when nothing was written because the message may start or stop clocks, and `sla` is null. */
  needsClocks: boolean
  /** True when the message opens the thread. */
  reopens: boolean
  /** The team to whose queue the message would return the thread. Nothing was written, because `handOutEnqueued` is false. */
  queuedTeamId: Uuid | null
  record: MessageRecord | null
}

/** Whether the message changes neither status, assignee, waiting time nor clocks: a note, or an automatic reply by mail. */
const isQuietSql = '(:internal::boolean or :automatic::boolean)'
/** Whether the message is an answer (messages/answer.ts). */
const isAnswerSql = `(:authorType::text = 'AGENT' and not ${isQuietSql} and not :byProgram::boolean)`
/** Whether the stored message is automatic. */
const isAutomaticSql = `(:automatic::boolean or :byProgram::boolean or :authorType::text in ('BOT', 'SYSTEM'))`
const isCustomersSql = `(:authorType::text = 'CUSTOMER' and not ${isQuietSql})`

/** Whether the message returns the thread to its team's queue. That needs a job, which is rare and therefore not part of the statement. */
const returnsToQueueSql = (
  planned: string,
): string => `not ${planned}.is_over and ${planned}.queued_for is not null and ${planned}.assignee_id is null
  and ${planned}.status in ('pending', 'resolved') and ${isCustomersSql}`

/** Whether the message may start or stop SLA clocks. Notes and automatic messages never do. */
const movesClocksSql = (planned: string): string => `(${planned}.timed and (${isAnswerSql} or ${isCustomersSql}))`

/** Whether `appendPlainMessage` writes nothing and leaves the message to `appendMessage`. */
const needsFullStatementSql = (planned: string): string =>
  `(${planned}.reopens or ${planned}.wakes or ${planned}.assigns or ${movesClocksSql(planned)} or ${planned}.at <= ${planned}.last_message_at)`

const isAcceptedSql = `not g.mails and (not g.is_over or (${isQuietSql} and g.merged_into is null))
    and (:expectedLastMessageId::uuid is null or g.last_message_id = :expectedLastMessageId::uuid)
    and (:ifVersions::int[] is null or g.version = any(:ifVersions::int[]))`

const messageCte = (at: string, from: string, { mentions, mail }: { mentions: boolean; mail: boolean }): string => `inserted_message as (
  insert into messages as m (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, internal, automatic, external_id, attachments, ${mail ? 'email, delivery, channel, in_reply_to_id, ' : ''}created_at${mentions ? ', mentions, mentioned_team_ids' : ''})
  select :tenantId::uuid, :messageId::uuid, t.id, :authorType, coalesce(:userId::uuid, c.id), coalesce(:userName::text, c.name), :body, :bodyFormat, :bodyText,
    :internal::boolean, ${isAutomaticSql}, :externalId::text, :attachments::jsonb, ${mail ? `${mailColumnsSql}, ` : ''}${at}${mentions ? ', :mentions::uuid[], :mentionedTeamIds::uuid[]' : ''}
  from ${from} ${customerJoin(`case when :authorType::text = 'CUSTOMER' then t.customer_id end`)}
  returning m.*)`

/** Writes the thread, the message and the clocks. */
const fullAppendCtes = (mentions: boolean): string => `accepted as materialized (
  select g.id, g.customer_id, g.at, (g.at, :messageId::uuid) > (g.last_message_at, g.last_message_id) as is_last, g.status as old_status, g.assignee_id as old_assignee_id,
    g.reopens, g.wakes, g.assigns, g.snoozed_until as old_snoozed_until,
    case when not ${isAnswerSql} and not ${isCustomersSql} then g.waiting_since
      when g.at <= g.last_message_at then (${waitingSinceSql(`(
        select ${waitColumnsSql} from messages where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid
        union all select ${isCustomersSql}, ${isAnswerSql}, g.at)`)})
      when ${isCustomersSql} then coalesce(g.waiting_since, g.at) end as waiting_since
  from planned g where ${isAcceptedSql} and (:sla::jsonb is not null or not ${movesClocksSql('g')}) and (:handOutEnqueued::boolean or not (${returnsToQueueSql('g')}))),
-- A reopened thread counts for its assignee. Lock the assignee, because strategies count open threads under that lock.
assignee as materialized (
  select id from users where tenant_id = :tenantId::uuid and id = (select old_assignee_id from accepted where reopens) for key share),
updated_thread as (
  update threads t set message_count = t.message_count + 1, version = t.version + 1,
    last_message_id = case when g.is_last then :messageId::uuid else t.last_message_id end,
    last_message_at = greatest(g.at, t.last_message_at),
    last_message_author_type = case when g.is_last then :authorType::text else t.last_message_author_type end,
    waiting_since = g.waiting_since,
    updated_at = greatest(now(), t.updated_at),
    status = case when g.reopens then 'open' else t.status end,
    resolved_at = case when not g.reopens then t.resolved_at end,
    episode = t.episode + (g.reopens and g.old_status = 'resolved')::int,
    snoozed_until = case when not g.reopens then t.snoozed_until end,
    assignee_id = case when g.assigns then :actorId::uuid else t.assignee_id end,
    queued_for = case when not g.assigns then t.queued_for end
  from accepted g where t.tenant_id = :tenantId::uuid and t.id = g.id
  returning t.*),
${messageCte('g.at', 'accepted g, updated_thread t', { mentions, mail: true })},
${timingCte('updated_thread t')}`

/** The same for a message that comes last and changes neither status nor assignee nor clocks. */
const plainAppendCtes = `updated_thread as (
  update threads t set message_count = t.message_count + 1, version = t.version + 1,
    last_message_id = :messageId::uuid, last_message_at = g.at, last_message_author_type = :authorType::text,
    waiting_since = case when ${isCustomersSql} then coalesce(t.waiting_since, g.at) when not ${isAnswerSql} then t.waiting_since end,
    updated_at = greatest(now(), t.updated_at)
  from planned g where t.tenant_id = :tenantId::uuid and t.id = g.id and not ${needsFullStatementSql('g')} and ${isAcceptedSql}
  returning t.*),
${messageCte('t.last_message_at', 'updated_thread t', { mentions: false, mail: false })}`

const fullCountersCte = `counters as (
  update tenant_counters k set audit_logs = audit_logs + 1, event_sequence = event_sequence + 1 + g.reopens::int + g.wakes::int + g.assigns::int,
    threads_open = threads_open + g.reopens::int, threads_pending = threads_pending - (g.reopens and g.old_status = 'pending')::int,
    threads_resolved = threads_resolved - (g.reopens and g.old_status = 'resolved')::int
  from accepted g, updated_thread t where k.tenant_id = :tenantId::uuid and (select count(*) from assignee) >= 0
  returning k.event_sequence as sequence)`

const plainCountersCte = `counters as (
  update tenant_counters k set audit_logs = audit_logs + 1, event_sequence = event_sequence + 1 from updated_thread t where k.tenant_id = :tenantId::uuid
  returning k.event_sequence as sequence)`

/** The thread after the message, for the events about its change. */
const threadRecordCte = `thread_record as materialized (
  select row_to_json(r) as json from (select ${threadColumnsSql(undefined, notMergedSql, givenSlaSql)} from updated_thread t ${threadJoinsSql}, accepted g where g.reopens or g.wakes or g.assigns) r),
`

const messageEvent = (columns: { mentions: boolean; mail: boolean }): EventSql => ({
  sequence: 'n.sequence - g.reopens::int - g.wakes::int - g.assigns::int',
  id: ':messageEventId::uuid',
  type: `'${messageCreated.type}'`,
  objectId: ':messageId::uuid',
  object: eventMessageSql(columns),
  from: 'inserted_message m, counters n, accepted g',
})

const plainMessageEvent: EventSql = {
  ...messageEvent({ mentions: false, mail: false }),
  sequence: 'n.sequence',
  from: 'inserted_message m, counters n',
}

const changeEvents: EventSql[] = [
  {
    sequence: 'n.sequence - g.wakes::int - g.assigns::int',
    id: ':statusEventId::uuid',
    type: `'${threadStatusChanged.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    previous: `json_build_object('status', g.old_status)`,
    from: 'thread_record r, counters n, accepted g where g.reopens',
  },
  {
    sequence: 'n.sequence - g.assigns::int',
    id: ':wakeEventId::uuid',
    type: `'${threadUnsnoozed.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    previous: `json_build_object('snoozedUntil', g.old_snoozed_until)`,
    from: 'thread_record r, counters n, accepted g where g.wakes',
  },
  {
    sequence: 'n.sequence',
    id: ':assignEventId::uuid',
    type: `'${threadAssigned.type}'`,
    objectId: ':threadId::uuid',
    object: 'r.json',
    previous: `'{"assigneeId": null}'::json`,
    from: 'thread_record r, counters n, accepted g where g.assigns',
  },
]

const messageAudit = {
  action: ':action::text',
  targetType: `'thread'`,
  target: ':threadId::uuid',
  before: 'null',
  after: ':auditedInput::json',
  from: 'record',
}

const appendSql = (auditCte: string, full: boolean, mentions = false): string => `with
${priorCte},
-- The statement must see the thread's state under its lock. So it skips a thread that another request has locked, or changed since this
-- statement started. append-message.ts then locks the thread first and runs the statement again.
snapshot as materialized (
  select id, version from threads where tenant_id = :tenantId::uuid and id = :threadId::uuid and not exists (select 1 from prior)),
target as materialized (
  select t.id, t.status, t.merged_into, t.last_message_id, t.last_message_at, t.assignee_id, t.customer_id, t.waiting_since, t.snoozed_until, t.version, t.updated_at, t.resolved_at,
    t.team_id, t.queued_for, t.timed, t.inbox_id from threads t
  where t.tenant_id = :tenantId::uuid and t.id = :threadId::uuid and not exists (select 1 from prior) for update of t skip locked),
-- The effects of the message. A message is later than the thread's last one, so that messages are ordered by commit. Only imported messages
-- (sentAt) can be earlier; then all messages are read to compute since when the customer waits. Messages with equal times are ordered by id.
planned as materialized (
  select g.*, coalesce(:sentAt::timestamptz(3), greatest(now()::timestamptz(3), g.last_message_at + interval '1 millisecond')) as at,
    -- True when the thread is closed, or was resolved so long ago that a message of the customer no longer reopens it.
    g.status = 'closed' or (g.status = 'resolved' and ${isCustomersSql} and p.reopen_within_days is not null
      and (p.reopen_within_days = 0 or g.resolved_at <= now() - make_interval(days => p.reopen_within_days))) as is_over,
    g.status in ('pending', 'resolved') and ${isCustomersSql} as reopens,
    g.snoozed_until is not null and ${isCustomersSql} as wakes,
    :mayMail::boolean and not (g.inbox_id = any(:unmailedInboxIds::uuid[])) as mails,
    g.assignee_id is null and p.assign_on_first_reply and ${isAnswerSql} as assigns
  from target g, snapshot s, tenants p where s.version = g.version and p.tenant_id = :tenantId::uuid),
${full ? fullAppendCtes(mentions) : plainAppendCtes},
${activityCtes('target', 'updated_thread')},
-- The author has read the thread up to the message.
read_mark as (
  insert into thread_reads as r (tenant_id, user_id, thread_id, read_through)
  select :tenantId::uuid, :userId::uuid, m.thread_id, m.created_at from inserted_message m where :userId::uuid is not null and :authorType::text = 'AGENT'
  on conflict (tenant_id, user_id, thread_id) do update set read_through = excluded.read_through where r.read_through < excluded.read_through),
${full ? fullCountersCte : plainCountersCte},
record as materialized (select row_to_json(r) as json from (select ${messageColumnsSql({ mentions, mail: full })} from inserted_message m) r),
${full ? threadRecordCte : ''}${eventsCte(full ? [messageEvent({ mentions, mail: true }), ...changeEvents] : [plainMessageEvent])},
${auditCte},
${keepCte('201', 'json', 'record')}
select (${priorJson}) as prior, s.id is not null as "threadFound", coalesce(not (p.version = any(:ifVersions::int[])), false) as "versionDiffers",
  p.merged_into is not null as merged, coalesce(p.is_over and not ${isQuietSql}, false) as closed, s.id is not null and p.id is null as busy,
  ${full ? `case when not :handOutEnqueued::boolean and ${returnsToQueueSql('p')} then p.team_id end` : 'null::uuid'} as "queuedTeamId",
  ${full ? `coalesce(:sla::jsonb is null and ${movesClocksSql('p')} and not p.is_over, false)` : 'false'} as "needsClocks", coalesce(p.reopens, false) as reopens,
  coalesce(:expectedLastMessageId::uuid is not null and p.last_message_id <> :expectedLastMessageId::uuid, false) as stale,
  coalesce(${needsFullStatementSql('p')}, false) as "needsFullStatement", r.json as record
from (select) as always_one_row left join snapshot s on true left join planned p on true left join record r on true`

/** The full statement, which appends any message without mentions. */
export const appendMessage = auditedStatement<NewMessage, NewMessageOutcome>(messageAudit, (auditCte) => appendSql(auditCte, true))
/** The same for a note with mentions. A statement of its own, so that other messages do not pay for mentions. */
export const appendMessageWithMentions = auditedStatement<NewMessage, NewMessageOutcome>(messageAudit, (auditCte) =>
  appendSql(auditCte, true, true),
)
/**
 * The plain statement, for most messages: those that are no mail, come last in their thread, and neither open, wake nor assign it nor affect its clocks. In
 * all other cases it writes nothing. It exists because PostgreSQL starts and ends every node of a plan, needed or not, and half of the full
 * statement's nodes are for the other cases.
 */
export const appendPlainMessage = auditedStatement<NewMessage, NewMessageOutcome>(messageAudit, (auditCte) => appendSql(auditCte, false))
