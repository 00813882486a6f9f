/** Appends a message to a thread, one of the two most frequent writes. */
import type { Uuid } from '#platform/ids.ts'
import { auditedProcedure, beginLedgerStep, emitStep, storeResponseStep, returnPriorStep } from '#platform/outbox/ledger-steps.ts'
import type { StoredResponse } from '#platform/outbox/ledger.ts'
import type { WriteIdentity } from '#platform/outbox/write-identity.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { activityStep, waitingSinceStep } from '../record/activity-queries.ts'
import { messageCreated, threadAssigned, threadStatusChanged, threadUnsnoozed } from '../record/events.ts'
import { isRetiredSql } from '../queue/queries.ts'
import { givenSlaSql, labelJsonSql, notMergedSql, threadColumnsSql } from '../record/queries.ts'
import { timingStep, type Timing } from '../record/sla-queries.ts'
import type { MessageBody } from '../record/message-body.ts'
import { parameters } from './append-parameters.ts'
import {
  eventMessageColumnsSql,
  channelColumns,
  channelColumnsSql,
  messageColumnsSql,
  type MessageChannel,
  type MessageRecord,
} from '../record/message-queries.ts'

export type NewMessage = WriteIdentity &
  MessageBody & {
    threadId: Uuid
    messageId: Uuid
    messageEventId: Uuid
    statusEventId: Uuid
    wakeEventId: Uuid
    assignEventId: Uuid
    authorType: MessageRecord['authorType']
    /** Agent or other person who wrote the message; null for the thread's customer and for programs. */
    userId: Uuid | null
    userName: string | null
    internal: boolean
    externalId: string | null
    /** Time of the message, for imported history; null for now. */
    sentAt: string | null
    attachments: StoredAttachment[] | null
    /** The message on its channel; null if it neither came from nor goes to one. */
    mail: MessageChannel | null
    /** True for an automatic reply by mail, such as an out-of-office reply, which only changes the thread's latest message. */
    automatic: boolean
    /** True for a message of the service that needs no attention: it does not become the thread's latest message. */
    silent: boolean
    /** True if the author is a SERVICE user, whose messages do not count as replies. */
    byProgram: boolean
    /** True for a reply that is sent if its inbox sends. Then nothing is written, and the caller freezes the reply first. */
    maySend: boolean
    /** Mentioned users; null for none. */
    mentions: Uuid[] | null
    /** Mentioned teams; null for none. */
    mentionedTeamIds: Uuid[] | null
    expectedLastMessageId: Uuid | null
    /** Versions in If-Match, one of which the thread must have; null for any version. */
    ifVersions: number[] | null
    action: string
    auditedInput: object
    /** Clocks of the thread after the message; null when they have not been computed. */
    sla: Timing | null
    /** True when the job that assigns the thread has been enqueued. Only then may the message return the thread to its team's queue. */
    handOutEnqueued: boolean
  }

/** The message, or a single property that says why nothing was written. */
export type NewMessageOutcome = {
  record?: MessageRecord
  prior?: StoredResponse
  threadMissing?: true
  /** The thread has none of the versions in If-Match. */
  versionDiffers?: true
  /** The thread is closed, or was resolved too long ago for a customer's message to reopen it. */
  closed?: true
  /** Another transaction has locked the thread. */
  busy?: true
  /** The thread was merged. The message belongs to the merge root. */
  merged?: true
  /** The thread is in an inbox that sends, so the reply may be sent. */
  mails?: true
  /** The thread already has a message with this external id, which is returned instead. */
  existing?: MessageRecord
  /** The thread's last message is not the expected one. */
  stale?: true
  /** The message may start or stop clocks, and `sla` is null. `reopens` is true when the message opens the thread. */
  needsClocks?: { reopens: boolean }
  /** Team whose queue the message would return the thread to. `handOutEnqueued` is false. */
  queuedTeamId?: Uuid
}

/** SQL: recomputes the customer's wait from all messages, for an imported message that is not the last one. */
const importedStep = `${waitingSinceStep(':threadId', 'if is_answer then answered_at := greatest(answered_at, written_at); end if;')}
    if is_question and written_at > coalesce(answered_at, '-infinity') then waits_since := least(waits_since, written_at); end if;`

/** SQL: builds the message's record and its event's object from the row `m`. Most messages have neither a mail nor mentions. */
const recordsStep = (columns: {
  mentions: boolean
  mail: boolean
}): string => `select row_to_json(r), row_to_json(e) into message_record, message_event
      from (select ${messageColumnsSql(columns)}) r, (select ${eventMessageColumnsSql(columns)}) e;`

const threadEvent = (event: { sequence: string; id: string; type: string; previous: string }): string =>
  emitStep({ ...event, objectId: ':threadId', object: 'thread_record' })

/**
 * Appends a message with its consequences: may open the thread, end its snooze, assign it, return it to its team (when the assignee has
 * been suspended or has become a viewer), or start and stop its clocks. Writes nothing when the outcome has no record.
 */
export const appendMessage = auditedProcedure<NewMessage, NewMessageOutcome>(
  'append_message',
  parameters,
  { action: ':action', targetType: `'thread'`, target: ':threadId', before: 'null', after: ':auditedInput' },
  (auditStep) => `declare
  -- A note, or an automatic reply by mail: it changes neither status, assignee, waiting time nor clocks.
  is_quiet constant boolean := :internal or :automatic;
  is_question constant boolean := :authorType = 'CUSTOMER' and not is_quiet;
  -- The definition of an answer is in messages/answer.ts.
  is_answer constant boolean := :authorType = 'AGENT' and not is_quiet and not :byProgram;
  prior json; message_record json; message_event json; thread_record json; labels json;
  old record; t threads; m messages; c customers; tenant record;
  written_at timestamptz(3); answered_at timestamptz(3); waits_since timestamptz(3); recorded_at timestamptz(3);
  is_over boolean; reopens boolean; wakes boolean; assigns boolean := false; is_last boolean; last_sequence bigint; assignee_name text;
  former_name text; returns_to_team boolean := false; repeats_id boolean := false; reassigns boolean; new_strategy text;
begin
  ${returnPriorStep}

  -- A merged thread is not locked, because merges lock their threads in the order of their ids. A transaction has locked its thread before. Without
  -- one, the call does not wait for a thread that is locked, because other statements wait behind it on the same connection.
  select status, last_message_id, last_message_at, silent_message_at, assignee_id, customer_id, waiting_since, snoozed_until, version, updated_at, resolved_at, team_id, queued_for,
      timed, inbox_id into old
    from threads where tenant_id = :tenantId and id = :threadId and merged_into is null for update skip locked;
  if not found then
    perform 1 from threads where tenant_id = :tenantId and id = :threadId and merged_into is null;
    if found then return json_build_object('busy', true); end if;
    perform 1 from threads where tenant_id = :tenantId and id = :threadId;
    return json_build_object(case when found then 'merged' else 'threadMissing' end, true);
  end if;

  -- A message with the external id, from any time. Mail is excluded, because the service decides itself which mails are duplicates. Items of
  -- providers are accepted once, and two inboxes may use the same id: of theirs, only a message that was posted through the API is a duplicate.
  if :externalId is not null and (:mail ->> 'email') is null then
    select * into m from messages where tenant_id = :tenantId and md5(external_id) = md5(:externalId) and external_id = :externalId and thread_id = :threadId
      order by created_at, id limit 1;
    repeats_id := found and :mail is not null and (m.channel is not null or m.author_type <> 'CUSTOMER');
    if found and not repeats_id then
      select row_to_json(r) into message_record from (select ${messageColumnsSql()}) r;
      return json_build_object('existing', message_record);
    end if;
  end if;

  -- The effects of the message. A message is later than the thread's last one, so that messages are ordered by commit. Only imported messages
  -- (sentAt) can be earlier. Messages with equal times are ordered by id.
  written_at := coalesce(:sentAt, greatest(now()::timestamptz(3), greatest(old.last_message_at, old.silent_message_at) + interval '1 millisecond'));
  is_last := not :silent and (written_at, :messageId) > (old.last_message_at, old.last_message_id);
  reopens := is_question and old.status in ('pending', 'resolved');
  wakes := is_question and old.snoozed_until is not null;
  is_over := old.status = 'closed';
  if (reopens and old.status = 'resolved') or (is_answer and old.assignee_id is null) then
    select assign_on_first_reply, reopen_within_days into tenant from tenants where tenant_id = :tenantId;
    assigns := is_answer and tenant.assign_on_first_reply;
    is_over := is_over or (reopens and tenant.reopen_within_days is not null
      and (tenant.reopen_within_days = 0 or old.resolved_at <= now() - make_interval(days => tenant.reopen_within_days)));
  end if;

  -- Reasons to refuse it.
  if not old.version = any(:ifVersions) then return json_build_object('versionDiffers', true); end if;
  if is_over and not is_quiet then return json_build_object('closed', true); end if;
  if :maySend then
    perform 1 from inboxes where tenant_id = :tenantId and id = old.inbox_id and sends;
    if found then return json_build_object('mails', true); end if;
  end if;
  if old.last_message_id <> :expectedLastMessageId then
    -- The caller may have seen a silent message after it.
    perform 1 from messages where tenant_id = :tenantId and thread_id = :threadId and id = :expectedLastMessageId
      and (created_at, id) > (old.last_message_at, old.last_message_id);
    if not found then return json_build_object('stale', true); end if;
  end if;
  -- Missing inputs.
  if old.timed and (is_answer or is_question) and :sla is null then
    return json_build_object('needsClocks', json_build_object('reopens', reopens));
  end if;
  if is_question and old.assignee_id is not null then
    if reopens then
      -- A reopened thread counts for its assignee. Lock the assignee, because strategies count open threads under that lock.
      select name, ${isRetiredSql} into former_name, returns_to_team from users where tenant_id = :tenantId and id = old.assignee_id for key share;
    else
      select name, ${isRetiredSql} into former_name, returns_to_team from users where tenant_id = :tenantId and id = old.assignee_id;
    end if;
    if returns_to_team then
      select nullif(assignment, 'MANUAL') into new_strategy from teams where tenant_id = :tenantId and id = old.team_id;
    end if;
  end if;
  if (new_strategy is not null or (reopens and old.queued_for is not null and old.assignee_id is null)) and not :handOutEnqueued then
    return json_build_object('queuedTeamId', old.team_id);
  end if;

  -- The thread.
  if not is_answer and not is_question then waits_since := old.waiting_since;
  elsif written_at <= old.last_message_at then
    ${importedStep}
  elsif is_question then waits_since := coalesce(old.waiting_since, written_at);
  end if;
  update threads set message_count = message_count + 1, version = version + 1,
      last_message_id = case when is_last then :messageId else last_message_id end,
      last_message_at = greatest(case when not :silent then written_at end, last_message_at),
      silent_message_at = case when :silent then written_at when silent_message_at > written_at then silent_message_at end,
      last_message_author_type = case when is_last then :authorType else last_message_author_type end,
      waiting_since = waits_since,
      not_sent_id = case when not (is_answer and is_last) then not_sent_id end,
      updated_at = greatest(now(), updated_at),
      status = case when reopens then 'open' else status end,
      resolved_at = case when not reopens then resolved_at end,
      episode = episode + (reopens and old.status = 'resolved')::int,
      snoozed_until = case when not reopens then snoozed_until end,
      assignee_id = case when assigns then :actorId when not returns_to_team then assignee_id end,
      queued_for = case when returns_to_team then new_strategy when not assigns then queued_for end
    where tenant_id = :tenantId and id = :threadId
    returning * into t;
  ${activityStep}
  ${timingStep}
  reassigns := assigns or returns_to_team;

  -- The message.
  if :authorType = 'CUSTOMER' or reopens or wakes or assigns then
    select * into c from customers where tenant_id = :tenantId and id = old.customer_id;
    if c.merged_into is not null then
      select * into c from customers where tenant_id = :tenantId and id = c.merged_into;
    end if;
  end if;
  insert into messages (tenant_id, id, thread_id, author_type, author_id, author_name, body, body_format, body_text, internal, automatic, silent, external_id, external_repeated, attachments,
      ${channelColumns}, mentions, mentioned_team_ids, created_at)
    values (:tenantId, :messageId, :threadId, :authorType, coalesce(:userId, case when :authorType = 'CUSTOMER' then c.id end),
      coalesce(:userName, case when :authorType = 'CUSTOMER' then c.name end), :body, :bodyFormat, :bodyText, :internal,
      :automatic or :byProgram or :authorType in ('BOT', 'SYSTEM'), :silent, :externalId, repeats_id, :attachments, ${channelColumnsSql}, :mentions, :mentionedTeamIds, written_at)
    returning * into m;
  if :userId is not null and :authorType = 'AGENT' then
    -- The author has read the thread up to the message.
    insert into thread_reads as r (tenant_id, user_id, thread_id, read_through) values (:tenantId, :userId, :threadId, written_at)
      on conflict (tenant_id, user_id, thread_id) do update set read_through = excluded.read_through where r.read_through < excluded.read_through;
  end if;

  -- The ledger.
  update tenant_counters set audit_logs = audit_logs + 1, event_sequence = event_sequence + 1 + reopens::int + wakes::int + reassigns::int,
      threads_open = threads_open + reopens::int, threads_pending = threads_pending - (reopens and old.status = 'pending')::int,
      threads_resolved = threads_resolved - (reopens and old.status = 'resolved')::int
    where tenant_id = :tenantId returning event_sequence into last_sequence;
  ${beginLedgerStep}
  if :mail is null and :mentions is null and :mentionedTeamIds is null then
    ${recordsStep({ mentions: false, mail: false })}
  else
    ${recordsStep({ mentions: true, mail: true })}
  end if;
  ${emitStep({
    sequence: 'last_sequence - reopens::int - wakes::int - reassigns::int',
    id: ':messageEventId',
    type: `'${messageCreated.type}'`,
    objectId: ':messageId',
    object: 'message_event',
  })}
  if reopens or wakes or reassigns then
    select coalesce(json_agg(${labelJsonSql()}), '[]') into labels from labels where tenant_id = :tenantId and id = any(t.label_ids);
    select name into assignee_name from users where tenant_id = :tenantId and id = t.assignee_id;
    select row_to_json(r) into thread_record from (select ${threadColumnsSql('labels', notMergedSql, givenSlaSql, 'assignee_name')}) r;
    if reopens then
      ${threadEvent({
        sequence: 'last_sequence - wakes::int - reassigns::int',
        id: ':statusEventId',
        type: `'${threadStatusChanged.type}'`,
        previous: `json_build_object('status', old.status)`,
      })}
    end if;
    if wakes then
      ${threadEvent({
        sequence: 'last_sequence - reassigns::int',
        id: ':wakeEventId',
        type: `'${threadUnsnoozed.type}'`,
        previous: `json_build_object('snoozedUntil', old.snoozed_until)`,
      })}
    end if;
    if reassigns then
      ${threadEvent({
        sequence: 'last_sequence',
        id: ':assignEventId',
        type: `'${threadAssigned.type}'`,
        previous: `case when assigns then '{"assigneeId": null}' else json_build_object('assigneeId', old.assignee_id, 'assigneeName', former_name) end`,
      })}
    end if;
  end if;
  ${auditStep}
  ${storeResponseStep('message_record')}
  return json_build_object('record', message_record);
end`,
)
