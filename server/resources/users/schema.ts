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

export const UserRole = component('UserRole', choice(roles, { description: 'The role of a person within a tenant.' }))

export const UserAvailability = component(
  'UserAvailability',
  choice(
    {
      AVAILABLE: 'Working, and takes new threads.',
      BUSY: 'Working on existing threads; new threads go to others.',
      AWAY: 'Temporarily away; new threads go to others.',
      OFFLINE: 'Not working; new threads go to others.',
    },
    { description: 'Whether a person takes new threads. Strategies only assign threads to AVAILABLE people.' },
  ),
)

export const UserStatus = component(
  'UserStatus',
  choice(
    {
      INVITED: 'Has not accepted the invitation yet.',
      ACTIVE: 'Active.',
      SUSPENDED: 'Suspended: their API keys stop working within a second, and no threads are assigned to them. Their past work stays.',
    },
    { description: 'Whether a person is active.' },
  ),
)

const StatusChange = component(
  'UserStatusChange',
  choice(
    { ACTIVE: 'Activates a suspended or invited person.', SUSPENDED: 'Stops their API keys within a second; nothing else changes.' },
    { description: 'The new status of a person.' },
  ),
)

const name = trimmedText({ maxLength: 255, description: 'The person’s name. Surrounding spaces are removed.', examples: ['Grace Hopper'] })
const email = emailInput(
  'E-mail address, including internationalised ones (RFC 6531), unique within the tenant; compared and stored in lower case.',
)
const teamIds = Type.Array(idInput('tea', 'A team.'), {
  maxItems: 100,
  description: 'The complete list of teams that the person belongs to.',
  examples: [[exampleId('tea')]],
})

export const User = component(
  'User',
  closed(
    {
      id: idOutput('usr', 'The person.'),
      name: Type.String({ description: 'The person’s name.' }),
      email: emailOutput('E-mail address, in lower case; unique within the tenant.'),
      pendingEmail: nullable(emailOutput('An address that waits for confirmation.'), {
        description:
          'The address that the person was given and has yet to confirm by the link in a mail to it; null when none waits. Until then `email` stays as it is.',
      }),
      role: UserRole,
      teamIds: Type.Array(idOutput('tea', 'A team.'), { description: 'The teams that the person belongs to.' }),
      availability: UserAvailability,
      status: UserStatus,
      lastSeenAt: nullable(time('When they were last seen.'), {
        description:
          'When the person, or an API key that acts for them, last called the API, to within five minutes; null before the first call.',
      }),
      createdAt: time('When they joined or were invited.'),
    },
    {
      description: 'A person in your tenant, who answers customers.',
      examples: [
        {
          id: exampleId('usr'),
          name: 'Grace Hopper',
          email: 'grace@example.com',
          pendingEmail: null,
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
          description: '`true` creates an INVITED person, `false` an ACTIVE one without a password, for use over the API.',
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
      email: Type.Optional(
        emailInput(
          'The new e-mail address, unique within the tenant. It becomes `pendingEmail` until the link in a mail to it is used. ' +
            'The present address cancels the change; the new one after that sends another mail. For an INVITED person it takes effect at once, and the invitation goes to it.',
        ),
      ),
      role: Type.Optional(UserRole),
      teamIds: Type.Optional(teamIds),
      availability: Type.Optional(UserAvailability),
      status: Type.Optional(StatusChange),
    },
    { minProperties: 1, examples: [{ availability: 'AWAY' }] },
  ),
)

export const UserFilters = closed({ teamId: Type.Optional(idInput('tea', 'Only the members of this team.')) })

const Theme = component(
  'Theme',
  choice(
    { SYSTEM: 'As the person’s device has it.', LIGHT: 'Dark on light.', DARK: 'Light on dark.' },
    { description: 'How clients look.' },
  ),
)

const singleKeys = Type.Boolean({ description: 'Whether letters alone do something. `false` leaves the shortcuts with Ctrl, Alt or Cmd.' })
const chosenKeys = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\s\\x00-\\x1f\\x7f]+( [^\\s\\x00-\\x1f\\x7f]+)*$',
    description: 'The keys, as the client writes them.',
  }),
  {
    additionalProperties: false,
    maxProperties: 100,
    description:
      'Keys that differ from the client’s own, by the client’s name of what they do. Names that a client does not know are kept.',
    examples: [{ next: 'Alt+n' }],
  },
)

export const Preferences = component(
  'Preferences',
  closed(
    {
      id: idOutput('usr', 'The person whose preferences these are: you.'),
      availability: UserAvailability,
      theme: Theme,
      keys: component('KeyPreferences', closed({ singleKeys, chosen: chosenKeys }, { description: 'Which keys do what.' })),
    },
    {
      description: 'What a person chooses for themselves.',
      examples: [
        { id: exampleId('usr'), availability: 'AVAILABLE', theme: 'SYSTEM', keys: { singleKeys: true, chosen: { next: 'Alt+n' } } },
      ],
    },
  ),
)

export const PreferencesUpdate = component(
  'PreferencesUpdate',
  closed(
    {
      availability: Type.Optional(UserAvailability),
      theme: Type.Optional(Theme),
      keys: Type.Optional(
        component(
          'KeyPreferencesUpdate',
          closed(
            { singleKeys: Type.Optional(singleKeys), chosen: Type.Optional(chosenKeys) },
            { minProperties: 1, description: 'What is not sent stays. `chosen` replaces all keys that were chosen before.' },
          ),
        ),
      ),
    },
    { minProperties: 1, examples: [{ availability: 'AWAY', theme: 'DARK', keys: { singleKeys: false } }] },
  ),
)
