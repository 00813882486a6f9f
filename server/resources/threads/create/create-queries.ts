/** Creates a thread with its first message, one of the two most frequent writes. */
import type { Uuid } from '#platform/ids.ts'
import { enqueueStep } from '#platform/jobs/queries.ts'
import { auditedProcedure, beginLedgerStep, emitStep, storeResponseStep, returnPriorStep } from '#platform/outbox/ledger-steps.ts'
import type { StoredResponse } from '#platform/outbox/ledger.ts'
import type { WriteIdentity } from '#platform/outbox/write-identity.ts'
import { threadFieldsVersion } from '../../custom-fields/index.ts'
import { customer } from '../../customers/index.ts'
import { label } from '../../labels/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { waitingOrderSql } from '../record/activity-queries.ts'
import { customerStep } from './customer-queries.ts'
import { messageCreated, threadCreated } from '../record/events.ts'
import type { MessageBody } from '../record/message-body.ts'
import {
  eventMessageColumnsSql,
  channelColumns,
  channelColumnsSql,
  messageColumnsSql,
  type MessageChannel,
  type MessageRecord,
} from '../record/message-queries.ts'
import { givenSlaSql, labelJsonSql, notMergedSql, threadColumnsSql, ticketNumberSql, type ThreadRecord } from '../record/queries.ts'
import { timingStep, type Timing } from '../record/sla-queries.ts'

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
    /** Search words for the customer. */
    nameWords: string
    addressWords: string
    /** Null for the default inbox or, without one, the oldest active EMAIL or API inbox. */
    inboxId: Uuid | null
    subject: string
    priority: string
    channel: string
    externalRef: string | null
    /** Requested labels. Each has ids for the label and its event, in case the label is new. */
    tags: { id: Uuid; eventId: Uuid; name: string; key: string }[]
    /**
     * The closed thread that this one follows up. The caller then requested a message, so the message is the stored response for retries.
     */
    followUpOf: Uuid | null
    messageExternalId: string | null
    /** Time of the first message, for imported history; null for now. */
    messageSentAt: string | null
    attachments: StoredAttachment[] | null
    /** The first message on its channel; null if it did not come from one. */
    mail: MessageChannel | null
    /** Threads that the mail mentions without belonging to them; null if there are none. */
    relatedTo: Uuid[] | null
    customFields: object
    /** SLA clocks; null when no policy applies, or when `clocksComputed` is false. */
    sla: Timing | null
    /** Whether the SLA policies have been evaluated. If not, and the tenant has policies, nothing is written. */
    clocksComputed: boolean
    /**
     * Version of the field definitions against which the values were checked; null when they were not. If it is stale, nothing is written.
     */
    fieldsVersion: number | null
    /** `after` of the audit row. */
    auditedInput: object
  }

/** The thread, or the reason why nothing was written. */
export type NewThreadOutcome = {
  record?: ThreadRecord
  /** The message, if the thread is a follow-up. Present only with `record`. */
  firstMessage?: MessageRecord
  prior?: StoredResponse
  /** Id of the thread that already has the external reference. */
  existingId?: Uuid
  /** Current version of the field definitions, which differs from the given one. */
  fieldsVersion?: number
  inboxMissing?: true
  /** Set when the tenant has SLA policies and `clocksComputed` is false. */
  needsClocks?: true
  customerMissing?: true
}

const parameters = {
  threadId: 'uuid',
  messageId: 'uuid',
  newCustomerId: 'uuid',
  customerEventId: 'uuid',
  threadEventId: 'uuid',
  messageEventId: 'uuid',
  handOutId: 'uuid',
  customerId: 'uuid',
  email: 'text',
  name: 'text',
  nameWords: 'text',
  addressWords: 'text',
  inboxId: 'uuid',
  subject: 'text',
  priority: 'text',
  channel: 'text',
  externalRef: 'text',
  tags: 'json',
  followUpOf: 'uuid',
  messageExternalId: 'text',
  messageSentAt: 'timestamptz',
  attachments: 'jsonb',
  mail: 'jsonb',
  relatedTo: 'uuid[]',
  customFields: 'jsonb',
  sla: 'jsonb',
  clocksComputed: 'boolean',
  fieldsVersion: 'bigint',
  auditedInput: 'json',
  body: 'text',
  bodyFormat: 'text',
  bodyText: 'text',
} as const

/** SQL: finds the labels of the tags. If some are missing, inserts new ones and restores archived ones, in key order. */
const labelsStep = `if json_array_length(:tags) > 0 then
    select array_agg(w.key) into tag_keys from json_to_recordset(:tags) as w(key text);
    select array_agg(id order by name_key), json_agg(${labelJsonSql()} order by name_key) into label_list, labels
      from labels where tenant_id = :tenantId and name_key = any(tag_keys) and archived_at is null;
    if coalesce(cardinality(label_list), 0) < cardinality(tag_keys) then
      for tag in select * from json_to_recordset(:tags) as w(id uuid, "eventId" uuid, name text, key text) order by w.key loop
        select * into l from labels where tenant_id = :tenantId and name_key = tag.key;
        archived_since := l.archived_at;
        if l.id is null then
          insert into labels (tenant_id, id, name, name_key) values (:tenantId, tag.id, tag.name, tag.key)
            on conflict (tenant_id, name_key) do nothing returning * into l;
          continue when not found;
          thread_total := 0;
        else
          update labels set archived_at = null, version = version + 1 where tenant_id = :tenantId and id = l.id and archived_at is not null returning * into l;
          continue when not found;
          select count(*) into thread_total from thread_labels where tenant_id = :tenantId and label_id = l.id;
        end if;
        select row_to_json(o) into label_record from (select ${label.statements.columnsWith({ threadCount: 'thread_total' })}) o;
        announced := announced || json_build_object('eventId', tag."eventId", 'id', l.id, 'archivedAt', archived_since, 'object', label_record);
      end loop;
      select array_agg(id order by name_key), json_agg(${labelJsonSql()} order by name_key) into label_list, labels
        from labels where tenant_id = :tenantId and name_key = any(tag_keys);
    end if;
  end if;`

/**
 * Creates a thread. May also create or rename its customer, create and restore labels, queue the thread for its team's strategy, and start
 * its clocks. Writes nothing when the outcome has no record.
 */
export const insertThread = auditedProcedure<NewThread, NewThreadOutcome>(
  'create_thread',
  parameters,
  { action: `'thread.created'`, targetType: `'thread'`, target: ':threadId', before: 'null', after: ':auditedInput' },
  (auditStep) => `declare
  prior json; found_id uuid; current_version bigint; inbox record; team record; p record; numbers record;
  c customers; is_new boolean := false; is_renamed boolean := false; former_name text;
  tag_keys text[]; label_list uuid[] := '{}'; labels json := '[]'; tag record; l labels; archived_since timestamptz; thread_total bigint; label_record json;
  announced json[] := '{}'; announcement json; next_sequence bigint; added_label uuid;
  t threads; m messages; said_at timestamptz(3); recorded_at timestamptz(3);
  thread_record json; customer_record json; message_record json; message_event json;
begin
  ${returnPriorStep}

  -- Reasons to refuse it, and missing inputs.
  if :externalRef is not null then
    select id into found_id from threads where tenant_id = :tenantId and external_ref = :externalRef;
    if found then return json_build_object('existingId', found_id); end if;
  end if;
  if :fieldsVersion is not null then
    ${threadFieldsVersion} into current_version;
    if current_version <> :fieldsVersion then return json_build_object('fieldsVersion', current_version); end if;
  end if;
  if not :clocksComputed then
    perform 1 from sla_policies where tenant_id = :tenantId limit 1;
    if found then return json_build_object('needsClocks', true); end if;
  end if;
  select id, team_id into inbox from inboxes where tenant_id = :tenantId and active
    and (id = :inboxId or (:inboxId is null and (is_default or takes_threads)))
    order by is_default desc, created_at, id limit 1 for key share;
  if not found then return json_build_object('inboxMissing', true); end if;
  -- Like the inbox, the team is locked, so that it is not deleted before the commit. All writers lock both before the counters.
  select id, nullif(assignment, 'MANUAL') as queued_for into team from teams where tenant_id = :tenantId and id = inbox.team_id for key share;

  ${customerStep}
  ${labelsStep}
  if team.queued_for is not null then
    ${enqueueStep({
      name: 'hand-out-threads',
      id: ':handOutId',
      key: `'team ' || team.id || ' ' || :threadId`,
      input: `json_build_object('teamId', team.id)`,
    })}
  end if;

  -- The counters are locked last. Their row numbers threads and events.
  select ticket_prefix into p from tenants where tenant_id = :tenantId;
  update tenant_counters set last_public_number = last_public_number + 1, threads_open = threads_open + 1, audit_logs = audit_logs + 1,
      customers = customers + is_new::int, event_sequence = event_sequence + 2 + is_new::int + is_renamed::int + cardinality(announced)
    where tenant_id = :tenantId returning last_public_number as thread_number, event_sequence as last_event into numbers;
  ${beginLedgerStep}
  said_at := coalesce(:messageSentAt, now());
  insert into threads (tenant_id, id, public_number, ticket_number, subject, priority, channel, inbox_id, team_id, queued_for, customer_id, external_ref, label_ids,
      custom_fields, follow_up_of, related_to, timed, last_message_id, last_message_at, last_message_author_type, waiting_since, message_count)
    values (:tenantId, :threadId, numbers.thread_number, ${ticketNumberSql('numbers.thread_number')}, :subject, :priority, :channel, inbox.id, team.id, team.queued_for,
      c.id, :externalRef, label_list, :customFields, :followUpOf, coalesce(:relatedTo, '{}'), :sla is not null, :messageId, said_at, 'CUSTOMER', said_at, 1)
    returning * into t;
  insert into messages (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, external_id, attachments,
      ${channelColumns}, created_at)
    values (:tenantId, :messageId, :threadId, 'CUSTOMER', c.id, c.name, :body, :bodyFormat, :bodyText, :messageExternalId, :attachments, ${channelColumnsSql}, said_at)
    returning * into m;
  insert into thread_activity (tenant_id, thread_id, status, updated_at, last_message_at, waiting_since)
    values (:tenantId, :threadId, t.status, t.updated_at, t.last_message_at, ${waitingOrderSql});
  foreach added_label in array label_list loop
    insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id) values (:tenantId, added_label, t.created_at, :threadId);
  end loop;
  ${timingStep}

  -- The ledger.
  select row_to_json(r) into thread_record from (select ${threadColumnsSql('labels', notMergedSql, givenSlaSql, 'null')}) r;
  if :mail is null then
    select row_to_json(e) into message_event from (select ${eventMessageColumnsSql({ mentions: false, mail: false })}) e;
  else
    select row_to_json(e) into message_event from (select ${eventMessageColumnsSql({ mentions: false, mail: true })}) e;
  end if;
  next_sequence := numbers.last_event - 1 - is_new::int - is_renamed::int - cardinality(announced);
  foreach announcement in array announced loop
    ${emitStep({
      sequence: 'next_sequence',
      id: `(announcement ->> 'eventId')::uuid`,
      type: `case when announcement ->> 'archivedAt' is null then '${label.noun}.created' else '${label.noun}.updated' end`,
      objectId: `(announcement ->> 'id')::uuid`,
      object: `announcement -> 'object'`,
      previous: `case when announcement ->> 'archivedAt' is not null then json_build_object('archivedAt', announcement -> 'archivedAt') end`,
    })}
    next_sequence := next_sequence + 1;
  end loop;
  if is_new or is_renamed then
    select row_to_json(r) into customer_record from (select ${customer.statements.columns}) r;
    ${emitStep({
      sequence: 'next_sequence',
      id: ':customerEventId',
      type: `case when is_new then '${customer.noun}.created' else '${customer.noun}.updated' end`,
      objectId: 'c.id',
      object: 'customer_record',
      previous: `case when is_renamed then json_build_object('name', former_name) end`,
    })}
  end if;
  ${emitStep(
    {
      sequence: 'numbers.last_event - 1',
      id: ':threadEventId',
      type: `'${threadCreated.type}'`,
      objectId: ':threadId',
      object: 'thread_record',
    },
    {
      sequence: 'numbers.last_event',
      id: ':messageEventId',
      type: `'${messageCreated.type}'`,
      objectId: ':messageId',
      object: 'message_event',
    },
  )}
  ${auditStep}
  if :followUpOf is not null then
    -- The caller requested a message, so the message is the response.
    select row_to_json(r) into message_record from (select ${messageColumnsSql({ mentions: false })}) r;
  end if;
  ${storeResponseStep('coalesce(message_record, thread_record)')}
  return json_build_object('record', thread_record, 'firstMessage', message_record);
end`,
)
