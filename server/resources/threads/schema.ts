import { ApiError, validationFailed } from '../../kit/errors.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '../../kit/schema.ts'
import { chooseBy } from '../../kit/http/validation.ts'
import { CustomFieldValues, Requester } from '../customers/index.ts'
import { ambiguousShape } from './errors.ts'
import { messageBody } from './message-schema.ts'
import { channels, priorities, statuses } from './status.ts'

export const ThreadStatus = component('ThreadStatus', choice(statuses, { description: 'Where the thread stands.' }))
export const ThreadPriority = component(
  'ThreadPriority',
  choice(['low', 'normal', 'high', 'urgent'], { description: 'How urgent the thread is.' }),
)
export const ThreadChannel = component(
  'ThreadChannel',
  choice(['email', 'api', 'widget', 'slack', 'whatsapp', 'sms', 'voice'], { description: 'Where the thread began.' }),
)
export const PriorityInput = component('PriorityInput', choice(priorities, { description: 'How urgent the thread is; any letter case.' }))
export const ChannelInput = component('ChannelInput', choice(channels, { description: 'Where the thread began; any letter case.' }))

const ThreadSla = component(
  'ThreadSla',
  closed(
    {
      metric: component('SlaMetric', choice(['FIRST_RESPONSE', 'NEXT_RESPONSE', 'RESOLUTION'], { description: 'What is measured.' })),
      dueAt: nullable(time('When it is due.'), { description: 'When it is due; null while paused.' }),
      pausedAt: nullable(time('Since when it is paused.'), { description: 'Since when it is paused.' }),
      remainingMs: Type.Integer({ description: 'Milliseconds of working time left; negative when overdue.' }),
      state: component('SlaState', choice(['PENDING', 'MET', 'BREACHED'], { description: 'How it stands.' })),
    },
    { description: 'One target of the SLA policy that applies to a thread.' },
  ),
)

const ThreadAssignee = component(
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
      name: nullable(Type.String(), { description: 'How the customer is called.' }),
    },
    { description: 'The customer who asked.' },
  ),
)
const ThreadLabel = component(
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
  assignee: nullable(ThreadAssignee, { description: 'The agent who works on it; null while nobody does.' }),
  customer: ThreadCustomer,
  createdAt: time('When the thread was created.'),
  updatedAt: time('When the thread last changed.'),
  publicNumber: Type.Integer({ description: 'The tenant’s running number of the thread, without gaps.' }),
  ticketNumber: Type.String({ description: 'The number as people write it.' }),
  externalRef: nullable(Type.String(), { description: 'Your own id of the thread: `external_reference_id` of its creation.' }),
  inboxId: idOutput('inb', 'The inbox it came into.'),
  teamId: nullable(idOutput('tea', 'The team.'), { description: 'The team it belongs to.' }),
  labels: Type.Array(ThreadLabel, { description: 'Its labels, by name.' }),
  customFields: CustomFieldValues,
  snoozedUntil: nullable(time('When it wakes.'), { description: 'When a snoozed thread wakes.' }),
  followUpOf: nullable(idOutput('thr', 'The earlier thread.'), { description: 'The closed thread that this one follows.' }),
  mergedInto: nullable(idOutput('thr', 'The target.'), { description: 'The thread that took this one’s messages.' }),
  lastMessageId: idOutput('msg', 'Its latest message.'),
  messageCount: Type.Integer({ minimum: 0, description: 'Its messages, internal notes included.' }),
  sla: Type.Array(ThreadSla, { description: 'Targets of the thread’s SLA policy; empty while no policy applies.' }),
  resolvedAt: nullable(time('When it was resolved.'), { description: 'When it was resolved, while it is.' }),
  closedAt: nullable(time('When it was closed.'), { description: 'When it was closed, while it is.' }),
  version: Type.Integer({ description: 'Rises with every change; the `ETag`.' }),
}

const threadExample = {
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
  snoozedUntil: null,
  followUpOf: null,
  mergedInto: null,
  lastMessageId: exampleId('msg'),
  messageCount: 1,
  sla: [],
  resolvedAt: null,
  closedAt: null,
  version: 1,
}

export const Thread = component(
  'Thread',
  closed(threadFields, { description: 'One conversation with a customer, on any channel.', examples: [threadExample] }),
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
      description: 'A thread as its creation answers it.',
      examples: [{ ...threadExample, id: exampleId('thr').slice(4), threadId: exampleId('thr') }],
    },
  ),
)

const subject = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description: 'The thread’s title.',
  examples: ['The export is empty'],
})
const externalReference = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Your own id of the thread. A second creation with it answers the first thread and changes nothing.',
  examples: ['order-1842'],
})
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }), {
  maxItems: 20,
  description: 'Words; each becomes a label of the tenant, matched without regard to letter case.',
  examples: [['billing', 'export']],
})

export const ThreadCreate = component(
  'ThreadCreate',
  closed(
    {
      title: Type.Optional(subject),
      subject: Type.Optional(Type.String({ ...subject, description: 'Alias of `title`. When both are sent they must be equal.' })),
      body: messageBody,
      requester: Requester,
      external_reference_id: Type.Optional(externalReference),
      tags: Type.Optional(tags),
      inboxId: Type.Optional(idInput('inb', 'The inbox. Without it: the default inbox, else the oldest active EMAIL or API inbox.')),
      priority: Type.Optional(PriorityInput),
      channel: Type.Optional(ChannelInput),
    },
    {
      title: 'With a requester (recommended)',
      description: 'The shape that most helpdesks share. `title` is required; `subject` is accepted in its place.',
      examples: [
        {
          title: 'The export is empty',
          body: 'The CSV export has been empty since Monday.',
          requester: { email: 'ada@example.com', name: 'Ada Lovelace' },
          external_reference_id: 'order-1842',
          tags: ['billing', 'export'],
        },
      ],
    },
  ),
)

export const ThreadCreateStrict = component(
  'ThreadCreateStrict',
  closed(
    {
      inboxId: idInput('inb', 'The inbox.'),
      customerId: idInput('cst', 'The customer.'),
      subject,
      body: messageBody,
      channel: Type.Optional(ChannelInput),
      priority: Type.Optional(PriorityInput),
      tags: Type.Optional(tags),
      external_reference_id: Type.Optional(externalReference),
    },
    {
      title: 'With ids',
      description: 'For callers that hold an inbox id and a customer id.',
      examples: [
        {
          inboxId: exampleId('inb'),
          customerId: exampleId('cst'),
          subject: 'The export is empty',
          body: 'The CSV export has been empty since Monday.',
        },
      ],
    },
  ),
)

/** Which shape a body means: `customerId` tells the strict one. Both at once mean neither. */
export const ThreadCreateBody = chooseBy(Type.Union([ThreadCreate, ThreadCreateStrict]), (body) => {
  if ('requester' in body && 'customerId' in body) throw new ApiError(ambiguousShape)
  if ('customerId' in body) return 1
  const given = [body.title, body.subject].filter((text) => text !== undefined)
  if (given.length === 0 && 'requester' in body) {
    throw new ApiError(validationFailed, { details: [{ field: 'title', code: 'REQUIRED', message: 'is required' }] })
  }
  if (given.length === 2 && given[0] !== given[1]) {
    throw new ApiError(validationFailed, {
      details: [{ field: 'subject', code: 'DIFFERS', message: 'must equal title when both are sent' }],
    })
  }
  return 0
})

export const ThreadUpdate = component(
  'ThreadUpdate',
  closed(
    {
      status: Type.Optional(ThreadStatus),
      priority: Type.Optional(PriorityInput),
      subject: Type.Optional(subject),
      inboxId: Type.Optional(idInput('inb', 'The inbox.')),
      teamId: Type.Optional(nullable(idInput('tea', 'The team.'), { description: 'The team, or null for none.' })),
      customFields: Type.Optional(CustomFieldValues),
    },
    { minProperties: 1, examples: [{ status: 'resolved', priority: 'HIGH' }] },
  ),
)

const id = '[0-7][0-9a-hjkmnp-tv-z]{25}'

export const ThreadSort = component(
  'ThreadSort',
  choice(['createdAt', '-createdAt', 'updatedAt', '-updatedAt'], { description: 'Order; `-` is newest first.' }),
)

export const ThreadFilters = closed({
  status: Type.Optional(ThreadStatus),
  assigneeId: Type.Optional(
    Type.String({ pattern: `^(none|(usr_)?${id})$`, description: 'The agent, or `none` for unassigned threads.', examples: ['none'] }),
  ),
  teamId: Type.Optional(idInput('tea', 'The team.')),
  inboxId: Type.Optional(idInput('inb', 'The inbox.')),
  customerId: Type.Optional(idInput('cst', 'The customer.')),
  labelId: Type.Optional(idInput('lbl', 'A label it carries.')),
  priority: Type.Optional(PriorityInput),
  channel: Type.Optional(ChannelInput),
  externalRef: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'The `external_reference_id` of its creation.' })),
  createdAfter: Type.Optional(time('Created later than this.')),
  createdBefore: Type.Optional(time('Created earlier than this.')),
  updatedAfter: Type.Optional(time('Last changed later than this.')),
  updatedBefore: Type.Optional(time('Last changed earlier than this.')),
  sort: Type.Optional(ThreadSort),
})
