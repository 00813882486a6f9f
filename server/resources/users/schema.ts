import {
  choice,
  closed,
  component,
  emailInput,
  emailOutput,
  exampleId,
  idInput,
  idOutput,
  nullable,
  roles,
  time,
  trimmedText,
  Type,
} from '../../kit/index.ts'

export const UserRole = component('UserRole', choice(roles, { description: 'What a person may be within a tenant.' }))

export const UserAvailability = component(
  'UserAvailability',
  choice(
    {
      AVAILABLE: 'Works, and takes new threads.',
      BUSY: 'Works on what is there; new threads go to others.',
      AWAY: 'Will be back; new threads go to others meanwhile.',
      OFFLINE: 'Does not work now; new threads go to others.',
    },
    { description: 'Whether a person takes new threads. Only AVAILABLE people are given threads by a strategy.' },
  ),
)

export const UserStatus = component(
  'UserStatus',
  choice(
    {
      INVITED: 'Has not accepted the invitation yet.',
      ACTIVE: 'Takes part.',
      SUSPENDED: 'Takes no part: their API keys stop within a second, and no thread is assigned to them. What they did stays.',
    },
    { description: 'Whether a person takes part.' },
  ),
)

const StatusChange = component(
  'UserStatusChange',
  choice(
    { ACTIVE: 'Lets a suspended or invited person take part.', SUSPENDED: 'Stops their API keys within a second; nothing else is lost.' },
    { description: 'Whether a person shall take part.' },
  ),
)

const name = trimmedText({
  maxLength: 255,
  description: 'How the person is called. Surrounding spaces are removed.',
  examples: ['Grace Hopper'],
})
const email = emailInput(
  'E-mail address, internationalised ones included (RFC 6531), unique within the tenant; compared and kept in lower case.',
)
const teamIds = Type.Array(idInput('tea', 'A team.'), {
  maxItems: 100,
  description: 'The teams that the person belongs to: exactly these.',
  examples: [[exampleId('tea')]],
})

export const User = component(
  'User',
  closed(
    {
      id: idOutput('usr', 'The person.'),
      name: Type.String({ description: 'How the person is called.' }),
      email: emailOutput('E-mail address, in lower case; unique within the tenant.'),
      role: UserRole,
      teamIds: Type.Array(idOutput('tea', 'A team.'), { description: 'The teams that the person belongs to.' }),
      availability: UserAvailability,
      status: UserStatus,
      lastSeenAt: nullable(time('When they were last seen.'), {
        description: 'When the person, or an API key that acts for them, last called, to within five minutes; null before the first time.',
      }),
      createdAt: time('When they joined or were invited.'),
    },
    {
      description: 'A person of your tenant, who answers customers.',
      examples: [
        {
          id: exampleId('usr'),
          name: 'Grace Hopper',
          email: 'grace@example.com',
          role: 'AGENT',
          teamIds: [exampleId('tea')],
          availability: 'AVAILABLE',
          status: 'ACTIVE',
          lastSeenAt: '2026-03-04T09:30:00.000Z',
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const UserCreate = component(
  'UserCreate',
  closed(
    {
      name,
      email,
      role: UserRole,
      teamIds: Type.Optional(teamIds),
      availability: Type.Optional(UserAvailability),
      invite: Type.Optional(
        Type.Boolean({
          default: true,
          description: '`true` makes an INVITED person, `false` an ACTIVE one without a password, for use over the API.',
        }),
      ),
    },
    { examples: [{ name: 'Grace Hopper', email: 'grace@example.com', role: 'AGENT', invite: false }] },
  ),
)

export const UserUpdate = component(
  'UserUpdate',
  closed(
    {
      name: Type.Optional(name),
      email: Type.Optional(email),
      role: Type.Optional(UserRole),
      teamIds: Type.Optional(teamIds),
      availability: Type.Optional(UserAvailability),
      status: Type.Optional(StatusChange),
    },
    { minProperties: 1, examples: [{ availability: 'AWAY' }] },
  ),
)

export const UserFilters = closed({ teamId: Type.Optional(idInput('tea', 'Only the members of this team.')) })
