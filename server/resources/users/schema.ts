import { addedLater } from '#platform/outbox/stored-records.ts'
import { roles, userKinds } from '#platform/principal.ts'
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
  time,
  trimmedText,
  Type,
} from '#platform/schema.ts'
import { signatureVariables } from '../inboxes/index.ts'
import {
  completePreferences,
  NotificationPreferences,
  NotificationPreferencesUpdate,
  notificationPreferencesExample,
} from './notification-preferences.ts'

export const UserRole = component('UserRole', choice(roles, { description: 'The role of a user within a tenant.' }))

export const UserKind = component('UserKind', choice(userKinds, { description: 'What a user is.' }))

export const UserAvailability = component(
  'UserAvailability',
  choice(
    {
      AVAILABLE: 'Working, and takes new threads.',
      BUSY: 'Working on existing threads; new threads go to others.',
      AWAY: 'Temporarily away; new threads go to others.',
      OFFLINE: 'Not working; new threads go to others.',
    },
    { description: 'Whether a user takes new threads. Strategies assign threads only to AVAILABLE users.' },
  ),
)

export const UserStatus = component(
  'UserStatus',
  choice(
    {
      INVITED: 'Has not accepted the invitation yet.',
      ACTIVE: 'Active.',
      SUSPENDED: 'Suspended: the user’s API keys stop within a second, and the user gets no threads. Past work stays.',
    },
    { description: 'The status of a user.' },
  ),
)

const StatusChange = component(
  'UserStatusChange',
  choice(
    { ACTIVE: 'Activates a suspended or invited user.', SUSPENDED: 'Stops the user’s API keys within a second; nothing else changes.' },
    { description: 'The new status of a user.' },
  ),
)

const name = trimmedText({ maxLength: 255, description: 'The user’s name. Surrounding spaces are removed.', examples: ['Grace Hopper'] })
const email = emailInput(
  'E-mail address, including internationalised ones (RFC 6531), unique within the tenant; compared and stored in lower case.',
)
const teamIds = Type.Array(idInput('tea', 'A team.'), {
  maxItems: 100,
  description: 'The complete list of the user’s teams.',
  examples: [[exampleId('tea')]],
})

export const User = component(
  'User',
  closed(
    {
      id: idOutput('usr', 'The user.'),
      name: Type.String({ description: 'The user’s name.' }),
      email: emailOutput('E-mail address, in lower case; unique within the tenant.'),
      pendingEmail: nullable(emailOutput('An address that waits for confirmation.'), {
        description: 'A new address that the user has not confirmed yet; null if there is none. Until then `email` does not change.',
      }),
      emailFailedAt: nullable(time('When.'), {
        description:
          'Since when mail to `email` is returned for good; null if it is not. It becomes null when the user writes from the address, ' +
          'accepts an invitation or gets another address.',
      }),
      kind: addedLater(UserKind, () => 'PERSON'),
      role: UserRole,
      teamIds: Type.Array(idOutput('tea', 'A team.'), { description: 'The user’s teams.' }),
      availability: UserAvailability,
      status: UserStatus,
      lastSeenAt: nullable(time('When they were last seen.'), {
        description: 'When the user, or one of their API keys, last called the API, to within five minutes; null before the first call.',
      }),
      createdAt: time('When the user was created or invited.'),
    },
    {
      description: 'A user of your tenant.',
      examples: [
        {
          id: exampleId('usr'),
          name: 'Grace Hopper',
          email: 'grace@example.com',
          pendingEmail: null,
          emailFailedAt: null,
          kind: 'PERSON',
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
      kind: Type.Optional(UserKind),
      invite: Type.Optional(
        Type.Boolean({
          description:
            '`true`, the default for a PERSON, creates an INVITED user, `false` an ACTIVE one without a password, for use over the API.',
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
          'The new e-mail address, unique within the tenant. It is `pendingEmail` until the link mailed to it is used. Send the current ' +
            'address to cancel the change. For an INVITED user it takes effect at once, and the invitation is sent to it.',
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

export const UserFilters = closed({
  teamId: Type.Optional(idInput('tea', 'Members of this team.')),
  email: Type.Optional(emailInput('The user’s e-mail address, in any spelling.')),
})

const Theme = component(
  'Theme',
  choice(
    { SYSTEM: 'The theme of the user’s device.', LIGHT: 'Dark on light.', DARK: 'Light on dark.' },
    { description: 'The theme of the dashboard.' },
  ),
)

const singleKeys = Type.Boolean({ description: 'Whether single letters are shortcuts. `false` leaves shortcuts with Ctrl, Alt or Cmd.' })
const chosenKeys = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' }),
  Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[^\\s\\x00-\\x1f\\x7f]+( [^\\s\\x00-\\x1f\\x7f]+)*$',
    description: 'The keys, in the client’s notation.',
  }),
  {
    additionalProperties: false,
    maxProperties: 100,
    description: 'Changed shortcuts, by the client’s name of the action. Unknown names are kept.',
    examples: [{ next: 'Alt+n' }],
  },
)

const DashboardLanguage = component(
  'DashboardLanguage',
  choice({ en: 'English.', de: 'German.' }, { description: 'A language of the dashboard.' }),
)
const language = nullable(DashboardLanguage, { description: 'The language of the dashboard; null for the browser’s.' })

const signatureDescription =
  'Text below your replies by mail, in place of the inbox’s signature; null for the inbox’s. It may contain variables, such as ' +
  '`{{agent.name}}` or `{{agent.name|the team}}`: ' +
  `${signatureVariables.map((each) => `\`${each}\``).join(', ')}. Automatic replies have the inbox’s signature.`

export const Preferences = component(
  'Preferences',
  closed(
    {
      id: idOutput('usr', 'The caller’s user.'),
      availability: UserAvailability,
      theme: Theme,
      language,
      keys: component('KeyPreferences', closed({ singleKeys, chosen: chosenKeys }, { description: 'The keyboard shortcuts.' })),
      notifications: addedLater(NotificationPreferences, () => completePreferences(null)),
      signature: addedLater(nullable(Type.String(), { description: signatureDescription }), () => null),
    },
    {
      description: 'The preferences of a user.',
      examples: [
        {
          id: exampleId('usr'),
          availability: 'AVAILABLE',
          theme: 'SYSTEM',
          language: null,
          keys: { singleKeys: true, chosen: { next: 'Alt+n' } },
          notifications: notificationPreferencesExample,
          signature: '{{agent.name}}\n{{tenant.name}}',
        },
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
      language: Type.Optional(language),
      keys: Type.Optional(
        component(
          'KeyPreferencesUpdate',
          closed(
            { singleKeys: Type.Optional(singleKeys), chosen: Type.Optional(chosenKeys) },
            { minProperties: 1, description: 'Omitted fields do not change. `chosen` replaces all changed shortcuts.' },
          ),
        ),
      ),
      notifications: Type.Optional(NotificationPreferencesUpdate),
      signature: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 10_000 }), { description: signatureDescription })),
    },
    { minProperties: 1, examples: [{ availability: 'AWAY', theme: 'DARK', language: 'de', keys: { singleKeys: false } }] },
  ),
)
