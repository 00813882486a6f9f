/** Changes a thread, as dashboards do all day: assigning, labelling, snoozing, resolving. */
import type { Uuid } from '#platform/ids.ts'
import { procedure } from '#platform/postgres/procedure.ts'
import { activityStep, latestOrderSql, waitingSinceStep } from '../record/activity-queries.ts'
import { notSentStep } from '../record/answer.ts'
import type { ThreadRecord } from '../record/queries.ts'
import type { Status } from '../record/status.ts'
import { statusTimesSql } from './status-times-queries.ts'
import { undoWindowMinutes } from '../record/undo.ts'

type ThreadChange = {
  tenantId: Uuid
  id: Uuid
  subject: string
  status: Status
  priority: string
  inboxId: Uuid
  teamId: Uuid | null
  assigneeId: Uuid | null
  labelIds: Uuid[]
  addedLabelIds: Uuid[]
  removedLabelIds: Uuid[]
  customFields: object
  snoozedUntil: string | null
  mergedInto: Uuid | null
  queuedFor: string | null
  /** New customer; null to keep the one in the row, whose threads a merge may be about to move. */
  newCustomerId: Uuid | null
  /** User who has one fewer open thread after the change. */
  freedId: Uuid | null
  /** True when messages moved to or from the thread, or a message's status as a reply changed: the message fields are recomputed. */
  recounts: boolean
}

/** Thread fields derived from messages. A merged thread has no messages and keeps its last values. */
export type MessageFacts = Pick<ThreadRecord, 'messageCount' | 'lastMessageId' | 'lastMessageAt' | 'lastMessageAuthorType'> &
  Partial<Pick<ThreadRecord, 'waitingSince' | 'notSentMessageId'>>

type ThreadChangeOutcome = {
  /** Values computed by the database. */
  facts: MessageFacts & Pick<ThreadRecord, 'version' | 'updatedAt' | 'resolvedAt' | 'closedAt' | 'waitingSince' | 'notSentMessageId'>
  /** True when `freedId` is in a team with a limit per agent. */
  freesLimitedMember: boolean
  /** True when the tenant has SLA policies. */
  hasSlaPolicies: boolean
}

const parameters = {
  tenantId: 'uuid',
  id: 'uuid',
  subject: 'text',
  status: 'text',
  priority: 'text',
  inboxId: 'uuid',
  teamId: 'uuid',
  assigneeId: 'uuid',
  labelIds: 'uuid[]',
  addedLabelIds: 'uuid[]',
  removedLabelIds: 'uuid[]',
  customFields: 'jsonb',
  snoozedUntil: 'timestamptz',
  mergedInto: 'uuid',
  queuedFor: 'text',
  newCustomerId: 'uuid',
  freedId: 'uuid',
  recounts: 'boolean',
} as const

/** SQL: recomputes the message fields. A thread without messages keeps its last values. */
const recountStep = `select count(*) into message_total from messages where tenant_id = :tenantId and thread_id = :id;
    select id, created_at, author_type into latest from messages where tenant_id = :tenantId and thread_id = :id order by ${latestOrderSql} limit 1;
    ${waitingSinceStep(':id')}
    ${notSentStep(':id')}
    select max(created_at) into silent_at from messages
      where tenant_id = :tenantId and thread_id = :id and silent and created_at > coalesce(latest.created_at, t.last_message_at);
    update threads set message_count = message_total, last_message_id = coalesce(latest.id, last_message_id), last_message_at = coalesce(latest.created_at, last_message_at),
        last_message_author_type = coalesce(latest.author_type, last_message_author_type), waiting_since = waits_since,
        silent_message_at = silent_at, not_sent_id = not_sent
      where tenant_id = :tenantId and id = :id returning * into t;`

/**
 * Writes all changeable fields of a locked thread. Times in the outcome are PostgreSQL's text, as in rows, because the caller compares
 * them.
 */
export const changeThread = procedure<ThreadChange, ThreadChangeOutcome>(
  'change_thread',
  parameters,
  `declare
  clock record; old record; t threads; latest record; message_total bigint; answered_at timestamptz(3); waits_since timestamptz(3); silent_at timestamptz(3); not_sent uuid;
  changed_label uuid; own_teams uuid[]; frees_limited_member boolean := false;
begin
  select now() as now, now() - interval '${undoWindowMinutes} minutes' as undone_since into clock;
  select status, updated_at into old from threads where tenant_id = :tenantId and id = :id;
  update threads set subject = :subject, priority = :priority, inbox_id = :inboxId, team_id = :teamId, assignee_id = :assigneeId,
      label_ids = :labelIds, custom_fields = :customFields, snoozed_until = :snoozedUntil,
      merged_into = case when :mergedInto is not null then coalesce(merged_into, :mergedInto) end,
      queued_for = :queuedFor, customer_id = coalesce(:newCustomerId, customer_id),
      ${statusTimesSql},
      status = :status, version = version + 1, updated_at = greatest(clock.now, updated_at)
    where tenant_id = :tenantId and id = :id returning * into t;
  if :recounts then
    ${recountStep}
  end if;
  ${activityStep}
  if cardinality(:removedLabelIds) > 0 then
    delete from thread_labels where tenant_id = :tenantId and label_id = any(:removedLabelIds) and thread_created_at = t.created_at and thread_id = :id;
  end if;
  foreach changed_label in array :addedLabelIds loop
    insert into thread_labels (tenant_id, label_id, thread_created_at, thread_id) values (:tenantId, changed_label, t.created_at, :id);
  end loop;

  -- Facts for the next steps of the caller.
  if :freedId is not null then
    select array_agg(team_id) into own_teams from team_members where tenant_id = :tenantId and user_id = :freedId;
    perform 1 from teams where tenant_id = :tenantId and id = any(own_teams) and (max_open_per_agent is not null or max_chats_per_agent is not null) limit 1;
    frees_limited_member := found;
  end if;
  perform 1 from sla_policies where tenant_id = :tenantId limit 1;
  return json_build_object('freesLimitedMember', frees_limited_member, 'hasSlaPolicies', found, 'facts', json_build_object(
    'version', t.version, 'updatedAt', t.updated_at::text, 'resolvedAt', t.resolved_at::text, 'closedAt', t.closed_at::text,
    'waitingSince', case when t.status in ('open', 'pending') then t.waiting_since::text end,
    'messageCount', t.message_count, 'lastMessageId', t.last_message_id, 'lastMessageAt', t.last_message_at::text,
    'lastMessageAuthorType', t.last_message_author_type, 'notSentMessageId', t.not_sent_id));
end`,
)
