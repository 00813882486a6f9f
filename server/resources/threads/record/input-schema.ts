/** Public schemas of request bodies: new threads and changes to threads. */
import { ApiError, validationFailed } from '#platform/errors.ts'
import { chooseBy } from '#platform/http/validation.ts'
import { closed, component, exampleId, idInput, nullable, time, Type } from '#platform/schema.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'
import { Requester } from '../../customers/index.ts'
import { AssignmentStrategy } from '../../thread-words/index.ts'
import { ambiguousShape } from './errors.ts'
import { attachments, bodyFormat, messageBody } from './message-schema.ts'
import { ChannelInput, PriorityInput, StatusInput } from './schema.ts'

export const subject = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description: 'The thread’s title.',
  examples: ['The export is empty'],
})
const externalReference = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Your own id for the thread. A second creation with the same id returns the first thread and changes nothing.',
  examples: ['order-1842'],
})
export const tags = Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }), {
  maxItems: 20,
  description: 'Each tag becomes a label of the tenant, matched ignoring letter case. An archived label of that name is restored.',
  examples: [['billing', 'export']],
})

const withRequester = {
  body: messageBody,
  bodyFormat,
  requester: Requester,
  external_reference_id: Type.Optional(externalReference),
  tags: Type.Optional(tags),
  inboxId: Type.Optional(idInput('inb', 'The inbox. By default the default inbox, otherwise the oldest active EMAIL or API inbox.')),
  priority: Type.Optional(PriorityInput),
  channel: Type.Optional(ChannelInput),
  customFields: Type.Optional(CustomFieldValues),
  attachments: Type.Optional(attachments),
}
const requesterExample = {
  body: 'The CSV export has been empty since Monday.',
  requester: { email: 'ada@example.com', name: 'Ada Lovelace' },
  external_reference_id: 'order-1842',
  tags: ['billing', 'export'],
}

const WithTitle = component(
  'ThreadCreateWithTitle',
  closed(
    {
      title: subject,
      subject: Type.Optional(Type.String({ ...subject, description: 'Alias of `title`. When both are sent they must be equal.' })),
      ...withRequester,
    },
    {
      description: 'With a requester (recommended): the form that most helpdesks share.',
      examples: [{ title: 'The export is empty', ...requesterExample }],
    },
  ),
)

const WithSubject = component(
  'ThreadCreateWithSubject',
  closed(
    { subject: Type.String({ ...subject, description: 'The thread’s title: the alias of `title`.' }), ...withRequester },
    {
      description: 'With a requester, and the title under its alias: the same form with `subject` instead of `title`.',
      examples: [{ subject: 'The export is empty', ...requesterExample }],
    },
  ),
)

const WithIds = component(
  'ThreadCreateWithIds',
  closed(
    {
      inboxId: idInput('inb', 'The inbox.'),
      customerId: idInput('cst', 'The customer.'),
      subject,
      body: messageBody,
      bodyFormat,
      channel: Type.Optional(ChannelInput),
      priority: Type.Optional(PriorityInput),
      tags: Type.Optional(tags),
      external_reference_id: Type.Optional(externalReference),
      customFields: Type.Optional(CustomFieldValues),
      attachments: Type.Optional(attachments),
    },
    {
      description: 'With ids: for callers that know an inbox id and a customer id.',
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

/**
 * Decides the form of a body: `customerId` selects the form with ids; otherwise `title` or its absence selects one of the two with a
 * requester. `customerId` and `requester` together are ambiguous.
 */
export const ThreadCreate = component(
  'ThreadCreate',
  chooseBy(Type.Union([WithTitle, WithSubject, WithIds], { description: 'A new thread with its first message.' }), (body) => {
    if ('requester' in body && 'customerId' in body) throw new ApiError(ambiguousShape)
    if ('customerId' in body) return 2
    if (body.title === undefined && body.subject !== undefined) return 1
    if (body.subject !== undefined && body.title !== body.subject) {
      throw new ApiError(validationFailed, {
        details: [{ field: 'subject', code: 'DIFFERS', message: 'must equal title when both are sent' }],
      })
    }
    return 0
  }),
)

export const ThreadUpdate = component(
  'ThreadUpdate',
  closed(
    {
      status: Type.Optional(StatusInput),
      priority: Type.Optional(PriorityInput),
      subject: Type.Optional(subject),
      inboxId: Type.Optional(idInput('inb', 'The inbox.')),
      teamId: Type.Optional(nullable(idInput('tea', 'The team.'), { description: 'The team, or null to remove it.' })),
      customerId: Type.Optional(
        idInput('cst', 'The customer who asked. Replies that were written before still go to whom they were written.'),
      ),
      customFields: Type.Optional(CustomFieldValues),
    },
    { minProperties: 1, examples: [{ status: 'resolved', priority: 'high' }] },
  ),
)

const secondsOfTenYears = 315_360_000

export const ThreadSnooze = component(
  'ThreadSnooze',
  closed(
    {
      until: Type.Optional(time('When the snooze ends.')),
      durationSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: secondsOfTenYears, description: 'The duration of the snooze.', examples: [86_400] }),
      ),
      untilReply: Type.Optional(Type.Literal(true, { description: 'Snoozed until the customer writes.' })),
    },
    { description: 'Send exactly one field.', minProperties: 1, maxProperties: 1, examples: [{ durationSeconds: 86_400 }] },
  ),
)

const person = idInput('usr', 'The user.')

export const ThreadAssignment = component(
  'ThreadAssignment',
  closed(
    {
      assigneeId: Type.Optional(nullable(person, { description: 'The agent, or null to unassign.' })),
      teamId: Type.Optional(
        nullable(idInput('tea', 'The team.'), { description: 'The team, or null to remove it. A strategy needs one.' }),
      ),
      strategy: Type.Optional(AssignmentStrategy),
      ifAssigneeId: Type.Optional(
        nullable(person, { description: 'Assigns only if this agent is the current assignee; null means unassigned.' }),
      ),
    },
    { minProperties: 1, examples: [{ assigneeId: exampleId('usr'), teamId: exampleId('tea') }] },
  ),
)

export const labelWords = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' }), { maxItems: 50, description, examples: [['Billing']] })

export const ThreadLabelsChange = component(
  'ThreadLabelsChange',
  closed(
    {
      add: Type.Optional(labelWords('Labels to add, by id, or by name ignoring letter case.')),
      remove: Type.Optional(labelWords('Labels to remove, by id or by name.')),
      set: Type.Optional(labelWords('The complete list of labels; cannot be combined with `add` and `remove`.')),
      createMissing: Type.Optional(
        Type.Boolean({ description: 'Creates labels for unknown names in `add` and `set`. Without it an unknown name is refused.' }),
      ),
    },
    { minProperties: 1, examples: [{ add: ['Billing', 'Refund'], createMissing: true }] },
  ),
)
