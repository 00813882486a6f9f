/**
 * Creating a thread, in one statement. It has two forms: a plain one for the usual case, and a full one.
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
import { customer } from '../customers/index.ts'
import type { StoredAttachment } from '../uploads/index.ts'
import { label } from '../labels/index.ts'
import { messageCreated, threadCreated } from './events.ts'
import { newActivityCte } from './activity-queries.ts'
import { mailColumnsSql, maxEventTextLength, messageColumnsSql, type MessageMail, type MessageRecord } from './messages/message-queries.ts'
import { notMergedSql, givenSlaSql, threadColumnsSql, ticketNumberSql, type ThreadRecord } from './queries.ts'
import { anyPolicy } from '../sla-policies/index.ts'
import { timingCte, type Timing } from './sla/queries.ts'
import type { MessageBody } from './messages/body.ts'

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
