import { addedLater } from '#platform/outbox/stored-records.ts'
import {
  severalOf,
  choice,
  closed,
  component,
  exampleId,
  idInput,
  idOrWord,
  idOutput,
  nullable,
  type Shape,
  time,
  Type,
} from '#platform/schema.ts'
import type { ThreadFilterName } from '../../../../client/thread-filters.ts'
import { CustomFieldFilter, CustomFieldValues } from '../../custom-fields/index.ts'
import { AuthorType } from './message-schema.ts'
import { include, ThreadPreview } from './preview-schema.ts'
import {
  ChannelInput,
  PriorityInput,
  SlaMetric,
  SlaStanding,
  SlaState,
  StatusInput,
  ThreadChannel,
  ThreadPriority,
  ThreadStatus,
} from '../../thread-words/index.ts'

export { ChannelInput, PriorityInput, StatusInput, ThreadChannel }

const ThreadSla = component(
  'ThreadSla',
  closed(
    {
      metric: SlaMetric,
      dueAt: nullable(time('When it is due.'), {
        description: 'The deadline; null while the clock is paused, or if it stopped while paused.',
      }),
      pausedAt: nullable(time('The start of the pause.'), { description: 'The start of the pause.' }),
      remainingMs: Type.Integer({
        description:
          'While the clock runs, milliseconds until `dueAt`, negative if overdue; while it is paused or after it stopped, the ' +
          'milliseconds of working time that were left.',
      }),
      state: SlaState,
    },
    { description: 'One target of the SLA policy that applies to a thread.' },
  ),
)

export const ThreadAssignee = component(
  'ThreadAssignee',
  closed(
    { id: idOutput('usr', 'The agent.'), name: Type.String({ description: 'The agent’s name.' }) },
    { description: 'The agent who works on a thread.' },
  ),
)
const ThreadCustomer = component(
  'ThreadCustomer',
  closed(
    {
      id: idOutput('cst', 'The customer.'),
      email: Type.String({ description: 'The customer’s e-mail address.' }),
      name: nullable(Type.String(), { description: 'The customer’s name.' }),
    },
    { description: 'The customer who asked.' },
  ),
)
export const ThreadLabel = component(
  'ThreadLabel',
  closed(
    { id: idOutput('lbl', 'The label.'), name: Type.String({ description: 'The label’s name.' }) },
    { description: 'A label of a thread.' },
  ),
)

const threadFields = {
  id: idOutput('thr', 'The thread.'),
  subject: Type.String({ description: 'The thread’s title.' }),
  status: ThreadStatus,
  priority: ThreadPriority,
  channel: ThreadChannel,
  assignee: nullable(ThreadAssignee, { description: 'The agent who works on it; null if it is unassigned.' }),
  customer: ThreadCustomer,
  createdAt: time('When the thread was created.'),
  updatedAt: time('When the thread last changed.'),
  publicNumber: Type.Integer({ description: 'The thread’s sequential number within the tenant, without gaps.' }),
  ticketNumber: Type.String({ description: 'The number as it is shown to people.' }),
  externalRef: nullable(Type.String(), { description: 'Your own id for the thread (`external_reference_id`).' }),
  inboxId: idOutput('inb', 'The inbox that received it.'),
  teamId: nullable(idOutput('tea', 'The team.'), { description: 'The team to which it belongs.' }),
  labels: Type.Array(ThreadLabel, { description: 'Its labels, by name.' }),
  customFields: CustomFieldValues,
  snoozed: Type.Boolean({ description: 'Whether it is snoozed, until `snoozedUntil` or until the customer writes.' }),
  snoozedUntil: nullable(time('When the snooze ends.'), {
    description: 'When the snooze ends; null if only the customer’s message ends it.',
  }),
  followUpOf: nullable(idOutput('thr', 'The earlier thread.'), { description: 'The closed thread that this one follows.' }),
  relatedTo: Type.Array(idOutput('thr', 'A thread.'), {
    description: 'At most five threads to which its first mail referred without belonging to them, newest first.',
  }),
  mergedInto: nullable(idOutput('thr', 'The target.'), { description: 'The thread that has the messages of this merged thread.' }),
  lastMessageId: idOutput('msg', 'Its latest message.'),
  lastMessageAt: addedLater(time('When its latest message was written.'), ({ updatedAt }) => updatedAt),
  lastMessageAuthorType: addedLater(AuthorType, () => 'CUSTOMER'),
  waitingSince: nullable(time('Since when.'), {
    description:
      'The time of the customer’s first message after the latest reply. Null if there is none, and while the thread is resolved or closed. ' +
      'A reply whose mail reached nobody does not count.',
  }),
  notSentMessageId: nullable(idOutput('msg', 'The reply.'), {
    description: 'The latest reply, if its mail failed or bounced for all recipients. It does not end the customer’s wait.',
  }),
  messageCount: Type.Integer({ minimum: 0, description: 'The number of messages, including internal notes.' }),
  sla: addedLater(Type.Array(ThreadSla, { description: 'Targets of the thread’s SLA policy; empty while no policy applies.' }), () => null),
  resolvedAt: nullable(time('When it was resolved.'), { description: 'When it was resolved; null unless it is resolved.' }),
  closedAt: nullable(time('When it was closed.'), { description: 'When it was closed; null unless it is closed.' }),
  version: Type.Integer({ description: 'Increases with every change; the `ETag`.' }),
}

export const threadExample = {
  id: exampleId('thr'),
  subject: 'The export is empty',
  status: 'open',
  priority: 'normal',
  channel: 'api',
  assignee: null,
  customer: { id: exampleId('cst'), email: 'ada@example.com', name: 'Ada Lovelace' },
  createdAt: '2026-03-04T09:30:00.000Z',
  updatedAt: '2026-03-04T09:30:00.000Z',
  publicNumber: 42,
  ticketNumber: 'ACME-2026-000042',
  externalRef: 'order-1842',
  inboxId: exampleId('inb'),
  teamId: null,
  labels: [{ id: exampleId('lbl'), name: 'Billing' }],
  customFields: {},
  snoozed: false,
  snoozedUntil: null,
  followUpOf: null,
  relatedTo: [],
  mergedInto: null,
  lastMessageId: exampleId('msg'),
  lastMessageAt: '2026-03-04T09:30:00.000Z',
  lastMessageAuthorType: 'CUSTOMER',
  waitingSince: '2026-03-04T09:30:00.000Z',
  notSentMessageId: null,
  messageCount: 1,
  sla: [],
  resolvedAt: null,
  closedAt: null,
  version: 1,
}

export const Thread = component(
  'Thread',
  closed(
    {
      ...threadFields,
      preview: Type.Optional(
        nullable(ThreadPreview, {
          description:
            'Its latest message, shortened: only in lists that are requested with `include=preview`. Null if the message was moved meanwhile.',
        }),
      ),
    },
    { description: 'One conversation with a customer, on any channel.', examples: [threadExample] },
  ),
)

export const ThreadErasure = component(
  'ThreadErasure',
  closed(
    {
      id: idOutput('thr', 'The thread.'),
      publicNumber: Type.Integer({ minimum: 1, description: 'Its number.' }),
      ticketNumber: Type.String({ description: 'Its ticket number.' }),
      deleted: Type.Boolean({ description: 'Whether the thread no longer exists. Otherwise it exists without its content.' }),
      requestId: idOutput('prv', 'The privacy request: `GET /privacy/requests/{id}` has the receipt.'),
    },
    {
      description: 'The erasure of a thread.',
      examples: [{ id: exampleId('thr'), publicNumber: 42, ticketNumber: 'ACME-2026-000042', deleted: true, requestId: exampleId('prv') }],
    },
  ),
)

export const CreatedThread = component(
  'CreatedThread',
  closed(
    {
      ...threadFields,
      id: Type.String({
        pattern: '^[0-7][0-9a-hjkmnp-tv-z]{25}$',
        description: 'The thread’s id without its prefix; every input accepts either form.',
      }),
      threadId: idOutput('thr', 'The thread’s id with its prefix, as all other operations show it.'),
    },
    {
      description: 'A thread as `POST /threads` returns it.',
      examples: [{ ...threadExample, id: exampleId('thr').slice(4), threadId: exampleId('thr') }],
    },
  ),
)

const id = '[0-7][0-9a-hjkmnp-tv-z]{25}'

export const ThreadSort = component(
  'ThreadSort',
  choice(
    {
      createdAt: 'Oldest first.',
      '-createdAt': 'Newest first; the default.',
      updatedAt: 'Least recently changed first.',
      '-updatedAt': 'Most recently changed first.',
      lastMessageAt: 'Least recent message first.',
      '-lastMessageAt': 'Most recent message first.',
      waitingSince: 'Longest waiting customer first; threads whose customer is not waiting come last.',
      '-waitingSince': 'The reverse: threads whose customer is not waiting, then the shortest wait.',
      slaDueAt: 'Earliest `dueAt` of running SLA clocks first, so overdue threads come first. Threads without one come last.',
    },
    { description: 'The sort order; `-` reverses it.' },
  ),
)

/** Filters for lists of threads and for views. */
export const threadFilterFields = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Words in the thread’s subject, messages (internal notes included), names of files, customer’s name and address, or external ' +
        'reference, in any language, ignoring case and accents. All words must occur. Also: `"a phrase"`, `-excluded`, `this or ' +
        'that`, `prefix*`. A ticket number (`ACME-2026-000042`, `#42`, `42`) or external reference finds its thread first. At most 50 ' +
        'words. A search that would take too long is refused with 400: a prefix of too many words (`TOO_MANY_WORDS`), or a phrase of ' +
        'more than six words that are in too many threads (`PHRASE_TOO_COMMON`).',
      examples: ['refund -"gift card"'],
    }),
  ),
  status: Type.Optional(severalOf(StatusInput)),
  assigneeId: Type.Optional(
    Type.String({
      'x-id': 'usr',
      'x-words': ['none', 'me'],
      pattern: `^(none|me|(usr_)?${id})$`,
      description: 'The agent, `none` for unassigned threads, or `me` for the caller’s threads.',
      examples: ['none'],
    }),
  ),
  followerId: Type.Optional(
    Type.String({
      'x-id': 'usr',
      'x-words': ['me'],
      pattern: `^(me|(usr_)?${id})$`,
      description: 'A user who follows the thread, or `me` for threads that the caller follows.',
      examples: ['me'],
    }),
  ),
  teamId: Type.Optional(idOrWord('tea', ['none'], 'The team, or `none` for threads without one.')),
  inboxId: Type.Optional(idInput('inb', 'The inbox.')),
  customerId: Type.Optional(idInput('cst', 'The customer.')),
  labelId: Type.Optional(idOrWord('lbl', ['none'], 'One of the thread’s labels, or `none` for threads without one.')),
  priority: Type.Optional(severalOf(PriorityInput)),
  channel: Type.Optional(severalOf(ChannelInput)),
  customFields: Type.Optional(CustomFieldFilter),
  externalRef: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The `external_reference_id` of the thread’s creation.' }),
  ),
  createdAfter: Type.Optional(time('Created later than this.')),
  createdBefore: Type.Optional(time('Created earlier than this.')),
  updatedAfter: Type.Optional(time('Last changed later than this.')),
  updatedBefore: Type.Optional(time('Last changed earlier than this.')),
  lastMessageAfter: Type.Optional(time('Latest message later than this.')),
  lastMessageBefore: Type.Optional(time('Latest message earlier than this.')),
  waiting: Type.Optional(Type.Boolean({ description: 'Whether the customer is waiting for a reply.' })),
  waitingSinceAfter: Type.Optional(time('The customer has been waiting since after this time.')),
  waitingSinceBefore: Type.Optional(time('The customer has been waiting since before this time.')),
  slaState: Type.Optional(SlaStanding),
  slaDueAfter: Type.Optional(time('Nearest SLA deadline (see `sort=slaDueAt`) later than this.')),
  slaDueBefore: Type.Optional(time('Nearest SLA deadline earlier than this; send the current time to find overdue threads.')),
  snoozed: Type.Optional(Type.Boolean({ description: 'Whether the thread is snoozed.' })),
  unread: Type.Optional(
    Type.Boolean({
      description:
        '`true`: open and pending threads with messages of others, notes included, that you have not read. `false` does not filter.',
    }),
  ),
} satisfies Record<Exclude<ThreadFilterName, 'ticketNumber'>, Shape>

/** Matches `ACME-2026-000042`. Nine digits cover more threads than a tenant can have. */
export const ticketNumberPattern = '^[A-Za-z][A-Za-z0-9]{1,7}-[0-9]{4}-[0-9]{6,9}$'

export const ThreadFilters = closed({
  ...threadFilterFields,
  ticketNumber: Type.Optional(
    Type.String({ pattern: ticketNumberPattern, description: 'The ticket number, in any letter case.', examples: ['ACME-2026-000042'] }),
  ),
  sort: Type.Optional(ThreadSort),
})

/** The query of `GET /threads`. */
export const ThreadListQuery = closed({ ...ThreadFilters.properties, include })
