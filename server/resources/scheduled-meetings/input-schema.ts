/** Public schemas of request bodies and queries, and the rules about several of their fields. */
import { erasedEmail } from '#kit/privacy/holding.ts'
import {
  choice,
  closed,
  component,
  emailInput,
  exampleId,
  idInput,
  nullable,
  type Static,
  time,
  trimmedText,
  Type,
  withRules,
} from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import {
  AttendanceStatus,
  customerZone,
  example,
  hostText,
  MeetingLocation,
  MeetingRsvp,
  MeetingStatus,
  statuses,
  titleText,
  zoneText,
} from './schema.ts'

const maxAttendees = 50

/** Statuses that callers may set. DELETE cancels a meeting. */
const settable = component(
  'MeetingStatusInput',
  choice(
    { SCHEDULED: statuses.SCHEDULED, COMPLETED: statuses.COMPLETED, NO_SHOW: statuses.NO_SHOW },
    { description: 'The outcome. Use `DELETE` to cancel.' },
  ),
)

const zone = (description: string, examples: string[]) =>
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$', description: `${description} ${zoneText}`, examples })
const timezone = zone('The host’s time zone.', ['Europe/Berlin', 'Asia/Kolkata'])

export const MeetingAttendeeInput = component(
  'MeetingAttendeeInput',
  closed(
    {
      email: emailInput('The e-mail address for invitations.'),
      name: Type.Optional(nullable(Type.String({ maxLength: 255 }), { description: 'The name.' })),
      timezone: Type.Optional(nullable(zone(customerZone, ['America/New_York']), { description: `${customerZone} ${zoneText}` })),
      rsvp: Type.Optional(MeetingRsvp),
    },
    { description: 'An attendee to invite.', examples: [{ email: 'ada@example.com', name: 'Ada Lovelace', timezone: 'America/New_York' }] },
  ),
)
export type AttendeeInput = Static<typeof MeetingAttendeeInput>

const title = trimmedText({ maxLength: 255, description: titleText, examples: ['Walk through the export'] })
const startsAt = Type.String({
  format: 'date-time',
  description: 'When it begins. A new time must be in the future.',
  examples: ['2031-03-04T09:30:00.000Z', '2031-03-04T09:45:00.000Z'],
})
const endsAt = Type.String({
  format: 'date-time',
  description: 'When it ends: after it begins, and at most a day later.',
  examples: ['2031-03-04T10:00:00.000Z', '2031-03-04T10:15:00.000Z'],
})
const attendees = Type.Array(MeetingAttendeeInput, {
  maxItems: maxAttendees,
  description: 'The attendees. By default the thread’s customer.',
  examples: [[{ email: 'ada@example.com', name: 'Ada Lovelace', timezone: 'America/New_York' }]],
})

type Rules = {
  startsAt?: string | undefined
  endsAt?: string | undefined
  timezone?: string | undefined
  attendees?: AttendeeInput[] | undefined
}

const unknownZone = { code: 'INVALID', message: 'must be a time zone of the IANA database, such as Europe/Berlin' }

function getProblems({ startsAt: from, endsAt: to, timezone: own, attendees: listed = [] }: Rules) {
  const emails = listed.map(({ email }) => email)
  return [
    ...(from !== undefined && to !== undefined ? durationProblems(from, to) : []),
    ...(own !== undefined && readTimezone(own) === null ? [{ field: 'timezone', ...unknownZone }] : []),
    ...listed.flatMap(({ timezone: theirs }, i) =>
      typeof theirs === 'string' && readTimezone(theirs) === null ? [{ field: `attendees[${i}].timezone`, ...unknownZone }] : [],
    ),
    ...listRepeated(emails),
  ]
}

/** Reports addresses that are listed twice. Erased attendees share one address, which callers send back when they change the list. */
function listRepeated(emails: readonly string[]) {
  return emails.flatMap((email, i) =>
    emails.indexOf(email) < i && email !== erasedEmail
      ? [{ field: `attendees[${i}].email`, code: 'REPEATED', message: 'is listed twice' }]
      : [],
  )
}

const dayMs = 86_400_000

/** Reports a meeting that ends before it starts or lasts longer than a day. */
export function durationProblems(from: string, to: string) {
  const ms = Date.parse(to) - Date.parse(from)
  if (ms <= 0) return [{ field: 'endsAt', code: 'NOT_AFTER', message: 'must be after startsAt' }]
  return ms > dayMs ? [{ field: 'endsAt', code: 'TOO_LATE', message: 'must be at most a day after startsAt' }] : []
}

export const MeetingSchedule = component(
  'MeetingSchedule',
  withRules(
    closed(
      {
        startsAt,
        endsAt,
        timezone,
        title: Type.Optional(title),
        hostId: Type.Optional(idInput('usr', `${hostText} Without it the assignee of the thread, else the caller.`)),
        attendees: Type.Optional(attendees),
        location: Type.Optional(nullable(MeetingLocation, { description: 'The location.' })),
      },
      {
        examples: [
          {
            ...example,
            hostId: exampleId('usr'),
            attendees: [{ email: 'ada@example.com', name: 'Ada Lovelace', timezone: 'America/New_York' }],
          },
        ],
      },
    ),
    getProblems,
  ),
)

export const MeetingUpdate = component(
  'MeetingUpdate',
  withRules(
    closed(
      {
        startsAt: Type.Optional(startsAt),
        endsAt: Type.Optional(endsAt),
        timezone: Type.Optional(timezone),
        title: Type.Optional(title),
        hostId: Type.Optional(idInput('usr', hostText)),
        attendees: Type.Optional(attendees),
        location: Type.Optional(
          nullable(MeetingLocation, { description: 'The location.', examples: [{ type: 'VIDEO', url: 'https://meet.example.com/skein' }] }),
        ),
        status: Type.Optional(settable),
      },
      { minProperties: 1, examples: [{ title: 'Walk through the import' }] },
    ),
    getProblems,
  ),
)

export const MeetingAttendance = component(
  'MeetingAttendance',
  withRules(
    closed(
      {
        attendees: Type.Array(closed({ email: emailInput('The address of an attendee.'), status: AttendanceStatus }), {
          minItems: 1,
          maxItems: maxAttendees,
          description: 'The attendance. Omitted attendees do not change.',
          examples: [[{ email: 'ada@example.com', status: 'ATTENDED' }]],
        }),
      },
      { examples: [{ attendees: [{ email: 'ada@example.com', status: 'ATTENDED' }] }] },
    ),
    ({ attendees: listed }) => listRepeated(listed.map(({ email }) => email)),
  ),
)

export const MeetingRecordingInput = component(
  'MeetingRecordingInput',
  closed(
    {
      uploadId: Type.Optional(idInput('upl', 'A READY upload, which then belongs to the meeting.')),
      url: Type.Optional(
        Type.String({
          maxLength: 2048,
          pattern: '^https?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$',
          description: 'The URL of a recording that is stored elsewhere. The service does not request it.',
          examples: ['https://media.example.com/r/17'],
        }),
      ),
    },
    { description: 'Send exactly one field.', minProperties: 1, maxProperties: 1, examples: [{ uploadId: exampleId('upl') }] },
  ),
)

export const MeetingSort = component(
  'MeetingSort',
  choice(
    {
      createdAt: 'First scheduled first.',
      '-createdAt': 'Last scheduled first; the default.',
      startsAt: 'Earliest first.',
      '-startsAt': 'Latest first.',
    },
    { description: 'The sort order; `-` reverses it.' },
  ),
)

export const MeetingFilters = closed({
  hostId: Type.Optional(idInput('usr', 'The host.')),
  threadId: Type.Optional(idInput('thr', 'The thread, including threads merged into it.')),
  status: Type.Optional(MeetingStatus),
  startsAfter: Type.Optional(time('Starts after this time.')),
  startsBefore: Type.Optional(time('Starts before this time.')),
  sort: Type.Optional(MeetingSort),
})
