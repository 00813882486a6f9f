import { addedLater } from '#platform/outbox/stored-records.ts'
import { closed, component, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'
import { AuthorType } from './message-schema.ts'
import { ThreadPreview } from './preview-schema.ts'
import {
  ChannelInput,
  PriorityInput,
  SlaMetric,
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
  lastMessageId: idOutput('msg', 'Its latest message that is not `silent`.'),
  lastMessageAt: addedLater(time('When that message was written.'), ({ updatedAt }) => updatedAt),
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
