import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, trimmedText, Type } from '../../kit/index.ts'

export const TeamAssignment = component(
  'TeamAssignment',
  choice(
    {
      MANUAL: 'Nobody, until somebody assigns it.',
      ROUND_ROBIN: 'Its members in turn.',
      LEAST_LOADED: 'The member with the fewest open threads.',
    },
    { description: 'Which member gets a thread that was assigned to the team only.' },
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
  description: 'The maximum of open threads per member.',
  examples: [20],
})
const businessHoursId = idInput('bhr', 'When the team works.')

const optional = {
  assignment: Type.Optional(TeamAssignment),
  maxOpenPerAgent: Type.Optional(nullable(maxOpenPerAgent, { description: 'The maximum of open threads per member; null for no limit.' })),
  businessHoursId: Type.Optional(nullable(businessHoursId, { description: 'When the team works, or null.' })),
}

export const Team = component(
  'Team',
  closed(
    {
      id: idOutput('tea', 'The team.'),
      name: Type.String({ description: 'Unique within the tenant, ignoring letter case.' }),
      memberIds: Type.Array(idOutput('usr', 'A member.'), { description: 'The people who belong to it.' }),
      assignment: TeamAssignment,
      maxOpenPerAgent: nullable(Type.Integer(), { description: 'The maximum of open threads per member; null for no limit.' }),
      businessHoursId: nullable(idOutput('bhr', 'When the team works.'), { description: 'When the team works.' }),
      createdAt: time('When it was created.'),
    },
    {
      description: 'People who work on threads together.',
      examples: [
        {
          id: exampleId('tea'),
          name: 'Billing',
          memberIds: [exampleId('usr')],
          assignment: 'MANUAL',
          maxOpenPerAgent: 20,
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
