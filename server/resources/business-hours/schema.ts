import { closed, component, exampleId, idOutput, time, trimmedText, Type, withRules } from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import { findWeeklyProblems } from './check-weekly.ts'

const clock = (ends: string) => `^(([01][0-9]|2[0-3]):[0-5][0-9]${ends})$`
const period = Type.Array(Type.String({ pattern: clock('|24:00'), examples: ['09:00'] }), {
  minItems: 2,
  maxItems: 2,
  description: 'Start and end as `HH:MM`. `24:00` is midnight at the end; an end before the start is on the next day.',
  examples: [['09:00', '12:30']],
})
const day = (name: string) =>
  Type.Optional(
    Type.Array(period, {
      maxItems: 12,
      description: `The periods that begin on ${name}; none means closed.`,
      examples: [[['09:00', '17:00']]],
    }),
  )

export const WeeklyHours = component(
  'WeeklyHours',
  closed(
    {
      mon: day('Monday'),
      tue: day('Tuesday'),
      wed: day('Wednesday'),
      thu: day('Thursday'),
      fri: day('Friday'),
      sat: day('Saturday'),
      sun: day('Sunday'),
    },
    {
      description: 'The periods of a week in the time zone, without overlap.',
      examples: [{ mon: [['22:00', '06:00']], sat: [['10:00', '14:00']] }],
    },
  ),
)

const dateDescription = 'The day, from midnight to midnight in the time zone. A period that begins on it does not count at all.'
export const Holiday = component(
  'Holiday',
  closed(
    {
      date: Type.String({ format: 'date', description: dateDescription, examples: ['2026-12-25'] }),
      name: Type.Optional(Type.String({ maxLength: 255, description: 'The name of the day.', examples: ['Christmas Day'] })),
    },
    { description: 'A day without working time.', examples: [{ date: '2026-12-25', name: 'Christmas Day' }] },
  ),
)

const nameDescription = 'The name.'
const name = trimmedText({ maxLength: 64, description: nameDescription, examples: ['Office Berlin'] })
const timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Time zone, a name of the IANA database.',
  examples: ['Europe/Berlin', 'Asia/Kolkata'],
})
export const maxHolidays = 1000
const holidays = Type.Array(Holiday, {
  maxItems: maxHolidays,
  description: 'Days without working time, by date.',
  examples: [[{ date: '2026-01-01', name: 'New Year' }]],
})

export const BusinessHours = component(
  'BusinessHours',
  closed(
    {
      id: idOutput('bhr', 'The business hours.'),
      name: Type.String({ description: nameDescription }),
      timezone: Type.String({ description: 'Time zone, a name of the IANA database.' }),
      weekly: WeeklyHours,
      holidays,
      createdAt: time('When they were created.'),
      updatedAt: time('When they were last changed.'),
    },
    {
      description: 'Working hours and holidays. SLA clocks run within them.',
      examples: [
        {
          id: exampleId('bhr'),
          name: 'Office Berlin',
          timezone: 'Europe/Berlin',
          weekly: {
            mon: [
              ['09:00', '12:00'],
              ['13:30', '18:00'],
            ],
            fri: [['09:00', '15:00']],
          },
          holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const BusinessHoursCreate = component(
  'BusinessHoursCreate',
  withRules(
    closed(
      { name: Type.Optional(name), timezone, weekly: WeeklyHours, holidays: Type.Optional(holidays) },
      {
        examples: [
          {
            name: 'Office Berlin',
            timezone: 'Europe/Berlin',
            weekly: {
              mon: [
                ['09:00', '12:00'],
                ['13:30', '18:00'],
              ],
              fri: [['09:00', '15:00']],
            },
            holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
          },
        ],
      },
    ),
    (body) => findProblems(body),
  ),
)

export const BusinessHoursUpdate = component(
  'BusinessHoursUpdate',
  withRules(
    closed(
      {
        name: Type.Optional(name),
        timezone: Type.Optional(timezone),
        weekly: Type.Optional(WeeklyHours),
        holidays: Type.Optional(holidays),
      },
      { minProperties: 1, examples: [{ weekly: { mon: [['08:00', '16:00']] } }] },
    ),
    (body) => findProblems(body),
  ),
)

export const HolidayImport = component(
  'HolidayImport',
  closed(
    {
      calendar: Type.String({
        minLength: 1,
        maxLength: 900_000,
        description:
          'The text of an iCalendar file (`BEGIN:VCALENDAR` …). Each day of its events is a holiday; recurring events are followed for ' +
          'five years.',
        examples: [
          'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:1@example.com\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20261226\r\nSUMMARY:Boxing Day\r\nEND:VEVENT\r\nEND:VCALENDAR',
        ],
      }),
      replace: Type.Optional(
        Type.Boolean({ description: '`true` replaces the existing holidays; otherwise the calendar’s days are added.' }),
      ),
    },
    {
      examples: [
        {
          calendar:
            'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:1@example.com\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20261226\r\nSUMMARY:Boxing Day\r\nEND:VEVENT\r\nEND:VCALENDAR',
        },
      ],
    },
  ),
)

function findProblems({
  timezone: zone,
  weekly,
  holidays: days = [],
}: {
  timezone?: string | undefined
  weekly?: Parameters<typeof findWeeklyProblems>[0]
  holidays?: readonly { date: string }[] | undefined
}) {
  const dates = days.map(({ date }) => date)
  return [
    ...(zone === undefined || readTimezone(zone) !== null
      ? []
      : [{ field: 'timezone', code: 'INVALID', message: 'must be a time zone of the IANA database, such as Europe/Berlin' }]),
    ...findWeeklyProblems(weekly),
    ...dates.flatMap((date, i) =>
      dates.indexOf(date) < i ? [{ field: `holidays[${i}].date`, code: 'REPEATED', message: 'occurs twice' }] : [],
    ),
  ]
}
