import { addedLater } from '#platform/outbox/stored-records.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'
import { cannedResponseFields, createTypeChoice } from '../thread-actions/index.ts'
import { BodyFormat } from '../thread-words/index.ts'
import { attachments } from '../uploads/index.ts'

export const CannedResponseVisibility = component(
  'CannedResponseVisibility',
  choice({ SHARED: 'Everybody.', PERSONAL: 'Only its owner.' }, { description: 'The audience.' }),
)

const text = (description: string, maxLength = 100_000) => Type.String({ minLength: 1, maxLength, pattern: '\\S', description })

export const CannedResponseActionType = component('CannedResponseActionType', createTypeChoice('CANNED_RESPONSE'))

export const CannedResponseAction = component(
  'CannedResponseAction',
  closed(
    { type: CannedResponseActionType, ...cannedResponseFields },
    {
      description: 'One change to the thread. `type` determines which other fields are required and allowed.',
      examples: [{ type: 'SET_PRIORITY', priority: 'high' }],
    },
  ),
)

const shortcut = trimmedText({
  maxLength: 64,
  description: 'The text that agents type to use it; unique among shared ones and within one owner’s, ignoring letter case.',
  examples: ['refund'],
})
const title = trimmedText({ maxLength: 255, description: 'The title in the list.', examples: ['Refund is on its way'] })
const bodyDescription =
  'The reply, with variables such as `{{customer.name}}`: `customer.name`, `customer.firstName`, `customer.email`, ' +
  '`customer.externalId`, `customer.customFields.KEY`, `thread.subject`, `thread.ticketNumber`, `thread.status`, ' +
  '`thread.priority`, `thread.customFields.KEY`, `inbox.name`, `team.name`, `assignee.name`, `agent.name`, `agent.email`, ' +
  '`tenant.name`. A default for a missing value follows a bar: `{{customer.firstName|there}}`. Null if it has no reply.'
const actions = Type.Array(CannedResponseAction, {
  maxItems: 20,
  description: 'Changes to the thread in addition to the reply, all or none.',
  examples: [[{ type: 'SET_PRIORITY', priority: 'high' }]],
})
const inboxIds = Type.Array(idInput('inb', 'An inbox.'), {
  maxItems: 100,
  description: 'The inboxes in whose threads it is offered; empty for all.',
})
const teamIds = Type.Array(idInput('tea', 'A team.'), { maxItems: 100, description: 'The teams for which it is intended; empty for all.' })

export const CannedResponseAttachment = component(
  'CannedResponseAttachment',
  closed(
    {
      uploadId: idOutput('upl', 'The upload; `GET /uploads/{id}` has its URL.'),
      filename: Type.String({ description: 'The name to show.' }),
      contentType: Type.String({ description: 'The media type.' }),
      size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
    },
    { description: 'A file of a canned response.' },
  ),
)
const attachmentsDescription =
  'The files of the reply: finished uploads, at most ten, of 25 MiB together. Each message gets copies, so one file serves any number of ' +
  'messages, and the messages keep it when it is removed here.'

const optional = {
  bodyFormat: Type.Optional(BodyFormat),
  visibility: Type.Optional(CannedResponseVisibility),
  inboxIds: Type.Optional(inboxIds),
  teamIds: Type.Optional(teamIds),
  actions: Type.Optional(actions),
  attachments: Type.Optional(Type.Array(attachments.items, { ...attachments, description: attachmentsDescription })),
}

export const CannedResponse = component(
  'CannedResponse',
  closed(
    {
      id: idOutput('can', 'The canned response.'),
      shortcut: Type.String({ description: 'The text that agents type to use it.' }),
      title: Type.String({ description: 'The title in the list.' }),
      body: nullable(Type.String(), { description: bodyDescription }),
      bodyFormat: BodyFormat,
      visibility: CannedResponseVisibility,
      ownerId: idOutput('usr', 'The user who created it.'),
      inboxIds: Type.Array(idOutput('inb', 'An inbox.'), { description: 'The inboxes in whose threads it is offered; empty for all.' }),
      teamIds: Type.Array(idOutput('tea', 'A team.'), { description: 'The teams for which it is intended; empty for all.' }),
      actions,
      attachments: addedLater(Type.Array(CannedResponseAttachment, { description: attachmentsDescription }), () => []),
      usageCount: Type.Integer({ minimum: 0, description: 'The number of times it was applied.' }),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'A reply with variables and actions that agents apply to threads.',
      examples: [
        {
          id: exampleId('can'),
          shortcut: 'refund',
          title: 'Refund is on its way',
          body: 'Hello {{customer.firstName|there}}, your refund is on its way.',
          bodyFormat: 'text',
          visibility: 'SHARED',
          ownerId: exampleId('usr'),
          inboxIds: [],
          teamIds: [],
          actions: [{ type: 'SET_STATUS', status: 'resolved' }],
          attachments: [],
          usageCount: 12,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const CannedResponseCreate = component(
  'CannedResponseCreate',
  closed(
    { shortcut, title, body: Type.Optional(nullable(text(bodyDescription), { description: bodyDescription })), ...optional },
    {
      examples: [
        { shortcut: 'refund', title: 'Refund is on its way', body: 'Hello {{customer.firstName|there}}, your refund is on its way.' },
      ],
    },
  ),
)

export const CannedResponseUpdate = component(
  'CannedResponseUpdate',
  closed(
    {
      shortcut: Type.Optional(shortcut),
      title: Type.Optional(title),
      body: Type.Optional(
        nullable(Type.String({ ...text(bodyDescription), examples: ['Your refund is on its way.'] }), { description: bodyDescription }),
      ),
      ...optional,
    },
    { minProperties: 1, examples: [{ title: 'Refund was sent' }] },
  ),
)

export const CannedResponseFilters = closed({
  threadId: Type.Optional(idInput('thr', 'Canned responses that are offered in this thread’s inbox.')),
})
