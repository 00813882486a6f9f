import { addedLater } from '#platform/outbox/stored-records.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type } from '#platform/schema.ts'

export const TeamAssignment = component(
  'TeamAssignment',
  choice(
    {
      MANUAL: 'No member, until it is assigned explicitly.',
      ROUND_ROBIN: 'Its members in turn.',
      LEAST_LOADED: 'The member with the fewest open threads.',
    },
    { description: 'How a thread that was assigned only to the team gets an assignee.' },
  ),
)

const name = trimmedText({
  maxLength: 64,
  description: 'Unique within the tenant, ignoring letter case. Surrounding spaces are removed.',
  examples: ['Billing'],
})
const maxOpenPerAgent = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'The maximum of open threads per member, not counting chats.',
  examples: [20],
})
const maxChatsPerAgent = Type.Integer({
  minimum: 1,
  maximum: 10_000,
  description: 'The maximum of open website chats per member.',
  examples: [3],
})
const openLimit = 'The maximum of open threads per member, not counting chats; null for no limit.'
const chatLimit = 'The maximum of open website chats per member; null for no limit.'
const businessHoursId = idInput('bhr', 'The team’s business hours.')

const optional = {
  assignment: Type.Optional(TeamAssignment),
  maxOpenPerAgent: Type.Optional(nullable(maxOpenPerAgent, { description: openLimit })),
  maxChatsPerAgent: Type.Optional(nullable(maxChatsPerAgent, { description: chatLimit })),
  businessHoursId: Type.Optional(nullable(businessHoursId, { description: 'The team’s business hours, or null.' })),
}

export const Team = component(
  'Team',
  closed(
    {
      id: idOutput('tea', 'The team.'),
      name: Type.String({ description: 'Unique within the tenant, ignoring letter case.' }),
      memberIds: Type.Array(idOutput('usr', 'A member.'), { description: 'The members.' }),
      assignment: TeamAssignment,
      maxOpenPerAgent: nullable(Type.Integer(), { description: openLimit }),
      maxChatsPerAgent: addedLater(nullable(Type.Integer(), { description: chatLimit }), () => null),
      businessHoursId: nullable(idOutput('bhr', 'The team’s business hours.'), { description: 'The team’s business hours.' }),
      createdAt: time('When it was created.'),
    },
    {
      description: 'Groups of agents.',
      examples: [
        {
          id: exampleId('tea'),
          name: 'Billing',
          memberIds: [exampleId('usr')],
          assignment: 'MANUAL',
          maxOpenPerAgent: 20,
          maxChatsPerAgent: 3,
          businessHoursId: null,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const TeamCreate = component(
  'TeamCreate',
  closed({ name, ...optional }, { examples: [{ name: 'Billing', assignment: 'ROUND_ROBIN', maxOpenPerAgent: 20 }] }),
)

export const TeamUpdate = component(
  'TeamUpdate',
  closed({ name: Type.Optional(name), ...optional }, { minProperties: 1, examples: [{ name: 'Invoices' }] }),
)
