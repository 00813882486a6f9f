/** Declares the list of threads: filters, orders and indexes. */
import type { ListDeclaration } from '#kit/list-declaration.ts'
import { keysetList } from '#kit/list.ts'
import { notWaitingSql, unresolvedStatuses, waitingOrderSql } from '../record/activity-queries.ts'
import { completeThreads } from './complete-threads.ts'
import { type ThreadRow, threadRowColumnsSql } from './part-queries.ts'
import {
  hasTicketNumberSql,
  pageLabelsCte,
  labelsOnPageSql,
  threadColumnsSql,
  threadJoinsSql,
  type ThreadRecord,
} from '../record/queries.ts'
import { hasNoValueSql, hasValueSql, maxFieldBytes } from '../../custom-fields/index.ts'
import { priorities, statuses } from '../../thread-words/index.ts'
import { threadChannels } from '../../../channels/thread-channels.ts'
import { neverDueSql, slaDueOrderSql } from '../record/sla-queries.ts'
import { isUnreadSql } from '../messages/unread-queries.ts'

const counterSql = (threads: string) => `select ${threads} as total from tenant_counters where tenant_id = :tenantId::uuid`
const everyStatusSql = 'threads_open + threads_pending + threads_resolved + threads_closed'

/** SQL: the key that sorts urgent threads first, and newer ones first among equals. */
const priorityOrderSql = (thread: string): string => `thread_priority_order(${thread}.priority, ${thread}.created_at)`

const declaration: ListDeclaration = {
  from: 'threads t',
  alias: 't',
  columns: threadColumnsSql(labelsOnPageSql),
  joins: threadJoinsSql,
  onPage: pageLabelsCte,
  rowBytes: { sql: 'octet_length(t.custom_fields::text)', max: maxFieldBytes },
  filters: {
    numbers: 't.public_number = any(:numbers::int[])',
    ticketNumber: hasTicketNumberSql,
    // A thread that was created after the search has no bit in `hits`.
    hits: { tested: 'case when t.public_number < length(:hits::bytea) * 8 then get_bit(:hits::bytea, t.public_number) = 1 else false end' },
    status: 't.status = :status::text',
    statuses: { several: 'status' },
    priorities: { several: 'priority' },
    channels: { several: 'channel' },
    assigneeId: 't.assignee_id = :assigneeId::uuid',
    unassigned: 't.assignee_id is null and :unassigned::boolean',
    teamId: 't.team_id = :teamId::uuid',
    // Without an index: if an installation uses few teams and labels, most threads match. If it uses many, few open threads lack them.
    withoutTeam: { tested: 't.team_id is null' },
    withoutLabel: { tested: `t.label_ids = '{}'` },
    inboxId: 't.inbox_id = :inboxId::uuid',
    customerId: 't.customer_id = :customerId::uuid',
    customerIds: 't.customer_id = any(:customerIds::uuid[])',
    labelId: {
      join: 'join thread_labels tl on tl.tenant_id = :tenantId::uuid and tl.thread_id = t.id and tl.thread_created_at = t.created_at',
      condition: 'tl.label_id = :labelId::uuid',
      createdAt: 'tl.thread_created_at',
      id: 'tl.thread_id',
    },
    followerId: {
      join: 'join thread_followers tf on tf.tenant_id = :tenantId::uuid and tf.thread_id = t.id and tf.thread_created_at = t.created_at',
      condition: 'tf.user_id = :followerId::uuid',
      createdAt: 'tf.thread_created_at',
      id: 'tf.thread_id',
    },
    slaState: {
      join: 'join sla_threads st on st.tenant_id = :tenantId::uuid and st.thread_id = t.id and st.thread_created_at = t.created_at',
      condition: 'st.tenant_id = :tenantId::uuid and st.state = :slaState::text',
      createdAt: 'st.thread_created_at',
      id: 'st.thread_id',
      smallTable: 'sla_threads st',
    },
    slaDueAfter: { order: 'slaDueAt', tests: ['> :slaDueAfter::timestamptz', `< ${neverDueSql}`] },
    slaDueBefore: { order: 'slaDueAt', tests: ['< :slaDueBefore::timestamptz'] },
    unread: { condition: `t.status in ('open', 'pending') and ${isUnreadSql(':unread::uuid')}`, implies: unresolvedStatuses },
    // Only open and pending threads can be unread: for counts that get the unread threads as `hits`.
    unresolved: { condition: `t.status in ('open', 'pending') and :unresolved::boolean`, implies: unresolvedStatuses },
    asleep: { condition: 't.snoozed_until is not null', implies: { status: ['pending'] } },
    // Nearly all threads are awake, so no index has them.
    awake: { tested: 't.snoozed_until is null' },
    priority: 't.priority = :priority::text',
    channel: 't.channel = :channel::text',
    customFields: {
      tested: 't.custom_fields @> :customFields::jsonb',
      // The first condition is the condition of the partial index.
      indexed: `t.custom_fields <> '{}' and thread_field_hashes(t.tenant_id, t.custom_fields) @> thread_field_hashes(:tenantId::uuid, :customFields::jsonb)`,
    },
    emptyFields: { tested: hasNoValueSql('t.custom_fields', ':emptyFields::text[]') },
    filledFields: { tested: hasValueSql('t.custom_fields', ':filledFields::text[]') },
    externalRef: 't.external_ref = :externalRef::text',
    createdAfter: 't.created_at > :createdAfter::timestamptz',
    createdBefore: 't.created_at < :createdBefore::timestamptz',
    updatedAfter: { order: 'updatedAt', tests: ['> :updatedAfter::timestamptz'] },
    updatedBefore: { order: 'updatedAt', tests: ['< :updatedBefore::timestamptz'] },
    lastMessageAfter: { order: 'lastMessageAt', tests: ['> :lastMessageAfter::timestamptz'] },
    lastMessageBefore: { order: 'lastMessageAt', tests: ['< :lastMessageBefore::timestamptz'] },
    waitingSinceAfter: {
      order: 'waitingSince',
      tests: ['> :waitingSinceAfter::timestamptz', `< ${notWaitingSql}`],
      implies: unresolvedStatuses,
    },
    waitingSinceBefore: { order: 'waitingSince', tests: ['< :waitingSinceBefore::timestamptz'], implies: unresolvedStatuses },
    waits: { order: 'waitingSince', tests: [`< ${notWaitingSql}`], implies: unresolvedStatuses },
    waitsNot: { order: 'waitingSince', tests: [`= ${notWaitingSql}`] },
  },
  counted: {
    '': counterSql(everyStatusSql),
    status: `select case :status::text when 'open' then threads_open when 'pending' then threads_pending when 'resolved' then threads_resolved
      else threads_closed end as total from tenant_counters where tenant_id = :tenantId::uuid`,
    statuses: `select ${Object.keys(statuses)
      .map((each) => `('${each}' = any(:statuses::text[]))::int * threads_${each}`)
      .join(' + ')} as total from tenant_counters where tenant_id = :tenantId::uuid`,
    withoutTeam: `select ${everyStatusSql} - (select count(*) from threads where tenant_id = :tenantId::uuid and team_id is not null) as total
      from tenant_counters where tenant_id = :tenantId::uuid`,
    awake: `select ${everyStatusSql} - (select count(*) from threads where tenant_id = :tenantId::uuid and snoozed_until is not null) as total
      from tenant_counters where tenant_id = :tenantId::uuid`,
  },
  indexes: {
    choices: {
      status: { column: 't.status', values: Object.keys(statuses) },
      priority: { column: 't.priority', values: Object.keys(priorities) },
      channel: { column: 't.channel', values: Object.keys(threadChannels) },
    },
    created: [
      {
        filters: ['numbers', 'ticketNumber', 'externalRef', 'customerId', 'customerIds', 'labelId', 'followerId', 'slaState', 'asleep'],
        between: [],
      },
      { filters: ['assigneeId', 'unassigned', 'teamId', 'inboxId'], between: ['status'] },
      { filters: ['status'], between: [] },
      { filters: ['priority', 'channel'], between: ['priority', 'channel'] },
      { filters: [], between: ['status'] },
    ],
    sortTables: [
      {
        from: 'sla_threads s',
        id: 's.thread_id',
        orders: { slaDueAt: { column: 'due_at', expression: slaDueOrderSql } },
        absentValue: neverDueSql,
      },
      {
        from: 'thread_activity k',
        id: 'k.thread_id',
        choice: 'status',
        choiceColumn: 'status',
        orders: {
          updatedAt: { column: 'updated_at', expression: 't.updated_at' },
          lastMessageAt: { column: 'last_message_at', expression: 't.last_message_at' },
          waitingSince: { column: 'waiting_since', expression: waitingOrderSql },
        },
      },
      {
        // The order by priority needs no key that changes with each message, so an index of the threads has it.
        from: 'threads p',
        id: 'p.id',
        choice: 'status',
        choiceColumn: 'status',
        orders: { priority: { indexed: priorityOrderSql('p'), expression: priorityOrderSql('t') } },
      },
    ],
  },
}

/** Filters that compare a column with one value. */
const columnFilters = ['status', 'assigneeId', 'unassigned', 'teamId', 'inboxId', 'customerId', 'priority', 'channel']

export const threadList = keysetList<ThreadRecord, ThreadRow>(declaration, {
  columns: threadRowColumnsSql,
  filters: columnFilters,
  complete: completeThreads,
})
