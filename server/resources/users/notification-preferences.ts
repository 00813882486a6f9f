/** Declares users' notification preferences: public shapes, defaults, and the resulting channels. */
import type { Uuid } from '#platform/ids.ts'
import { addedLater } from '#platform/outbox/stored-records.ts'
import { choice, closed, component, exampleId, idInput, idOutput, nullable, type Static, Type } from '#platform/schema.ts'

export const notificationTypes = {
  ASSIGNED: 'A thread was assigned to you.',
  MENTIONED: 'An internal note mentions you or a team of yours.',
  CUSTOMER_REPLIED: 'The customer wrote in a thread that you have or follow, or a thread of a waiting customer was merged into it.',
  NOTE_ADDED: 'An internal note was added to a thread that you have or follow.',
  REOPENED: 'A resolved or closed thread that you have or follow was opened again.',
  TEAM_THREAD: 'A thread of a team of yours without an assignee is new, or has a new message of the customer.',
  SLA_WARNING: 'Little time is left for a target of a thread that you have or follow, or that waits in a team of yours.',
  SLA_BREACHED: 'A target of such a thread was missed.',
  RATED_LOW: 'The customer gave a low rating to a thread that you have or follow: at most two stars, or a thumb down.',
  RULE: 'An automation rule with the action `NOTIFY` tells you something about a thread.',
  DELIVERY_FAILED: 'A message of yours, or in a thread that you have, could not be delivered.',
  JOB_DONE: 'A job that you started has ended: a change to many threads, a rebuild of reports, or a test of an inbox.',
  RULE_PAUSED:
    'An automation rule was disabled, because at least twenty of its runs in succession failed. Only owners and admins are told.',
  WEBHOOK_DISABLED:
    'A webhook was disabled, because ten attempts in a row failed or its endpoint returned 410. Only owners and admins are told.',
}
export type NotificationType = keyof typeof notificationTypes
// Safe because the keys of the table are the types.
const typeNames = Object.keys(notificationTypes) as NotificationType[]

export const NotificationType = component('NotificationType', choice(notificationTypes, { description: 'Why you are notified.' }))

const NotificationMail = component(
  'NotificationMail',
  choice(
    {
      AT_ONCE: 'Two minutes later, unless you have read it by then.',
      DIGEST: 'Once a day, at `digestAt`, with everything that is unread.',
      NEVER: 'Not at all.',
    },
    { description: 'How notifications are mailed.' },
  ),
)

const inApp = Type.Boolean({ description: 'Whether they are in the list of notifications.' })
const desktop = Type.Boolean({ description: 'Whether the browser alerts you.' })

const NotificationChannels = component(
  'NotificationChannels',
  closed({ inApp, desktop, mail: NotificationMail }, { description: 'How notifications of a type reach you.' }),
)
const NotificationChannelsUpdate = component(
  'NotificationChannelsUpdate',
  closed(
    { inApp: Type.Optional(inApp), desktop: Type.Optional(desktop), mail: Type.Optional(NotificationMail) },
    { minProperties: 1, description: 'Omitted channels do not change; in an override, they are those of the type.' },
  ),
)
export type Channels = Static<typeof NotificationChannels>
type SomeChannels = Static<typeof NotificationChannelsUpdate>

// Safe because `fromEntries` returns a property for each type.
const fields = <Value>(make: (type: NotificationType) => Value) =>
  Object.fromEntries(typeNames.map((type) => [type, make(type)])) as Record<NotificationType, Value>

const NotificationTypes = component(
  'NotificationTypes',
  closed(
    fields((type) => addedLater(NotificationChannels, () => defaultChannels(type))),
    { description: 'The channels of each type.' },
  ),
)
const NotificationTypesUpdate = component(
  'NotificationTypesUpdate',
  closed(
    fields(() => Type.Optional(NotificationChannelsUpdate)),
    {
      minProperties: 1,
      description: 'Channels by type. Omitted types do not change.',
      examples: [{ MENTIONED: { mail: 'AT_ONCE' } }, { NOTE_ADDED: { inApp: false, desktop: false, mail: 'NEVER' } }],
    },
  ),
)

const getOverride = (id: typeof idInput) =>
  closed(
    {
      inboxId: Type.Optional(nullable(id('inb', 'Threads of this inbox.'), { description: 'Threads of this inbox; null for any.' })),
      teamId: Type.Optional(nullable(id('tea', 'Threads of this team.'), { description: 'Threads of this team; null for any.' })),
      types: NotificationTypesUpdate,
    },
    { description: 'Other channels for threads of an inbox or a team. If several fit, the last one decides.' },
  )
const overridesOf = <Override extends ReturnType<typeof getOverride>>(override: Override) =>
  Type.Array(override, { maxItems: 50, description: 'Other channels for threads of some inboxes and teams.', examples: [[]] })

const clock = (description: string) => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, examples: ['18:30'] })
const Quiet = component(
  'QuietHours',
  closed(
    {
      from: clock('When the quiet hours begin.'),
      to: clock('When they end; earlier than `from` for hours over midnight.'),
      timezone: Type.String({ minLength: 1, maxLength: 64, description: 'An IANA time zone.', examples: ['Europe/Berlin'] }),
    },
    {
      description: 'Hours in which the browser does not alert you. Mails of AT_ONCE wait for their end.',
      examples: [{ from: '18:30', to: '08:00', timezone: 'Europe/Berlin' }],
    },
  ),
)
const quiet = nullable(Quiet, { description: 'Your quiet hours; null for none.' })
const digestAt = clock('When the daily digest is sent, in the time zone of `quiet`, or else of your workspace.')
const followWhenIAnswer = Type.Boolean({ description: 'Whether you follow every thread that you answer.' })
const followWhenMentioned = Type.Boolean({ description: 'Whether you follow every thread whose notes mention you.' })

export const NotificationPreferences = component(
  'NotificationPreferences',
  closed(
    {
      types: NotificationTypes,
      overrides: overridesOf(component('NotificationOverride', getOverride(idOutput))),
      quiet,
      digestAt,
      followWhenIAnswer,
      followWhenMentioned,
    },
    { description: 'What you want to be told, and how.' },
  ),
)
export type NotificationPreferences = Static<typeof NotificationPreferences>

export const NotificationPreferencesUpdate = component(
  'NotificationPreferencesUpdate',
  closed(
    {
      types: Type.Optional(NotificationTypesUpdate),
      overrides: Type.Optional(overridesOf(component('NotificationOverrideInput', getOverride(idInput)))),
      quiet: Type.Optional(quiet),
      digestAt: Type.Optional(digestAt),
      followWhenIAnswer: Type.Optional(followWhenIAnswer),
      followWhenMentioned: Type.Optional(followWhenMentioned),
    },
    { minProperties: 1, description: 'Omitted fields do not change. `overrides` replaces all overrides.' },
  ),
)
type Update = Static<typeof NotificationPreferencesUpdate>

/** A user's stored choices. Types from later versions are missing. */
export type ChosenNotifications = Omit<Partial<NotificationPreferences>, 'types'> & {
  types?: Partial<Record<NotificationType, SomeChannels>>
}

/**
 * Returns the channels of a type without a choice by the user. Only failures that persist until an admin fixes them are mailed by default;
 * nothing else is mailed without the user's request.
 */
function defaultChannels(type: NotificationType): Channels {
  return { inApp: true, desktop: true, mail: mailedByDefault.includes(type) ? 'AT_ONCE' : 'NEVER' }
}
const mailedByDefault: readonly NotificationType[] = ['RULE_PAUSED', 'WEBHOOK_DISABLED']

/** Returns all preferences, with defaults where the user has not chosen. */
export function completePreferences(chosen: ChosenNotifications | null): NotificationPreferences {
  return {
    types: fields((type) => ({ ...defaultChannels(type), ...chosen?.types?.[type] })),
    overrides: chosen?.overrides ?? [],
    quiet: chosen?.quiet ?? null,
    digestAt: chosen?.digestAt ?? '08:00',
    followWhenIAnswer: chosen?.followWhenIAnswer ?? false,
    followWhenMentioned: chosen?.followWhenMentioned ?? true,
  }
}

export function mergePreferences(chosen: ChosenNotifications | null, { types = {}, ...update }: Update): ChosenNotifications {
  const merged = typeNames.flatMap((type) => {
    const channels = { ...chosen?.types?.[type], ...types[type] }
    return Object.keys(channels).length > 0 ? [[type, channels] as const] : []
  })
  return { ...chosen, ...update, types: Object.fromEntries(merged) }
}

/** Returns the same choices without mail. */
export function withoutMails(chosen: ChosenNotifications | null): ChosenNotifications {
  const silence = (types: Partial<Record<NotificationType, SomeChannels>>) =>
    Object.fromEntries(
      Object.entries(types).map(([type, channels]) => [
        type,
        channels.mail === undefined ? channels : { ...channels, mail: 'NEVER' as const },
      ]),
    )
  const { types, overrides } = chosen ?? {}
  const unasked = mailedByDefault.map((type) => [type, { ...types?.[type], mail: 'NEVER' as const }])
  return {
    ...chosen,
    types: { ...silence(types ?? {}), ...Object.fromEntries(unasked) },
    ...(overrides ? { overrides: overrides.map((override) => Object.assign({}, override, { types: silence(override.types) })) } : {}),
  }
}

/** Returns the channels for a type in a thread of an inbox and team. */
export function findChannels(
  { types, overrides }: NotificationPreferences,
  type: NotificationType,
  place: { inboxId: Uuid | null; teamId: Uuid | null },
): Channels {
  const fitting = overrides.filter(
    ({ inboxId = null, teamId = null }) => (inboxId === null || inboxId === place.inboxId) && (teamId === null || teamId === place.teamId),
  )
  // Safe because parts of channels are channels.
  return Object.assign({ ...types[type] }, ...fitting.map((override) => override.types[type])) as Channels
}

export const notificationPreferencesExample: NotificationPreferences = {
  ...completePreferences(null),
  overrides: [{ inboxId: exampleId('inb'), teamId: null, types: { CUSTOMER_REPLIED: { mail: 'AT_ONCE' } } }],
  quiet: { from: '18:30', to: '08:00', timezone: 'Europe/Berlin' },
}
