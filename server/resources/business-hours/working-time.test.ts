import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findWeeklyProblems } from './check-weekly.ts'
import { addWorkingTime, findNextWorkingDay, weekdays, workingTimeBetween, type WorkingHours } from './working-time.ts'

const minute = 60_000
const office = [['09:00', '17:00']]
const week = { mon: office, tue: office, wed: office, thu: office, fri: office }

function hours(timezone: string, weekly: WorkingHours['weekly'] = week, ...holidays: string[]): WorkingHours {
  return { timezone, weekly, holidays: holidays.map((date) => ({ date })) }
}

/** Title, hours, start, minutes of working time, and the time at which they have passed. */
const cases: [string, WorkingHours | null, string, number, string][] = [
  ['around the clock', null, '2026-03-04T22:30:00Z', 240, '2026-03-05T02:30:00Z'],
  ['within a day', hours('Europe/Berlin'), '2026-03-04T09:00:00Z', 60, '2026-03-04T10:00:00Z'],
  ['to the last minute of a day', hours('Europe/Berlin'), '2026-03-04T15:00:00Z', 60, '2026-03-04T16:00:00Z'],
  ['over the night', hours('Europe/Berlin'), '2026-03-04T15:30:00Z', 60, '2026-03-05T08:30:00Z'],
  ['over the weekend', hours('Europe/Berlin'), '2026-03-06T15:00:00Z', 120, '2026-03-09T09:00:00Z'],
  ['begun before opening', hours('Europe/Berlin'), '2026-03-04T03:00:00Z', 60, '2026-03-04T09:00:00Z'],
  ['begun on a Saturday night', hours('Europe/Berlin'), '2026-03-07T22:00:00Z', 30, '2026-03-09T08:30:00Z'],
  [
    'over a pause at noon',
    hours('Europe/Berlin', {
      wed: [
        ['09:00', '12:00'],
        ['13:30', '18:00'],
      ],
    }),
    '2026-03-04T10:30:00Z',
    60,
    '2026-03-04T13:00:00Z',
  ],
  ['with a holiday between', hours('Europe/Berlin', week, '2026-12-25'), '2026-12-24T15:00:00Z', 120, '2026-12-28T09:00:00Z'],
  ['begun on a holiday', hours('Europe/Berlin', week, '2026-12-24', '2026-12-25'), '2026-12-24T10:00:00Z', 15, '2026-12-28T08:15:00Z'],
  // Berlin changes from UTC+1 to UTC+2 on 29 March 2026 and back on 25 October.
  ['over the beginning of daylight saving', hours('Europe/Berlin'), '2026-03-27T15:00:00Z', 120, '2026-03-30T08:00:00Z'],
  ['over the end of daylight saving', hours('Europe/Berlin'), '2026-10-23T14:00:00Z', 120, '2026-10-26T09:00:00Z'],
  ['a night of 23 hours', hours('Europe/Berlin', { sat: [['22:00', '06:00']] }), '2026-03-28T21:00:00Z', 420, '2026-03-29T04:00:00Z'],
  ['a night of 25 hours', hours('Europe/Berlin', { sat: [['22:00', '06:00']] }), '2026-10-24T20:00:00Z', 540, '2026-10-25T05:00:00Z'],
  [
    'a period that begins in the hour that is left out',
    hours('Europe/Berlin', { sun: [['02:30', '05:00']] }),
    '2026-03-28T12:00:00Z',
    30,
    '2026-03-29T02:00:00Z',
  ],
  ['in New York, which changes at another time', hours('America/New_York'), '2026-03-06T21:00:00Z', 120, '2026-03-09T14:00:00Z'],
  ['in a zone without daylight saving', hours('Asia/Tokyo'), '2026-03-27T07:30:00Z', 60, '2026-03-30T00:30:00Z'],
  ['in a zone of half an hour', hours('Asia/Kolkata'), '2026-03-04T11:00:00Z', 60, '2026-03-05T04:00:00Z'],
  ['in a zone of a quarter of an hour', hours('Asia/Kathmandu'), '2026-03-04T11:00:00Z', 60, '2026-03-05T04:00:00Z'],
  ['in a zone whose daylight saving is half an hour', hours('Australia/Lord_Howe'), '2026-04-03T05:30:00Z', 60, '2026-04-05T23:00:00Z'],
  ['in a zone that is not there any more, as in UTC', hours('Europe/Atlantis'), '2026-03-04T16:30:00Z', 60, '2026-03-05T09:30:00Z'],
  ['over midnight', hours('Europe/Berlin', { mon: [['22:00', '06:00']] }), '2026-03-02T23:00:00Z', 120, '2026-03-03T01:00:00Z'],
  [
    'from the part after midnight on',
    hours('Europe/Berlin', { mon: [['22:00', '06:00']] }),
    '2026-03-03T04:00:00Z',
    120,
    '2026-03-09T22:00:00Z',
  ],
  [
    'a night that a holiday ends',
    hours('Europe/Berlin', { mon: [['22:00', '06:00']] }, '2026-03-03'),
    '2026-03-02T21:00:00Z',
    180,
    '2026-03-09T22:00:00Z',
  ],
  [
    'a night that begins on a holiday',
    hours('Europe/Berlin', { mon: [['22:00', '06:00']] }, '2026-03-02'),
    '2026-03-02T21:00:00Z',
    60,
    '2026-03-09T22:00:00Z',
  ],
  [
    'whole days, one after the other',
    hours('Europe/Berlin', { sat: [['00:00', '24:00']], sun: [['00:00', '24:00']] }),
    '2026-03-06T12:00:00Z',
    1500,
    '2026-03-08T00:00:00Z',
  ],
  [
    'periods that were not sent in their order',
    hours('Europe/Berlin', {
      wed: [
        ['13:30', '18:00'],
        ['09:00', '12:00'],
      ],
    }),
    '2026-03-04T10:30:00Z',
    60,
    '2026-03-04T13:00:00Z',
  ],
  [
    'a beginning at 24:00, which was taken once',
    hours('Europe/Berlin', { mon: [['24:00', '02:00']] }),
    '2026-03-02T12:00:00Z',
    60,
    '2026-03-03T00:00:00Z',
  ],
  ['weeks of work', hours('Europe/Berlin'), '2026-03-02T08:00:00Z', 10 * 480, '2026-03-13T16:00:00Z'],
]

describe('working time', () => {
  it.each(cases)('passes as on the clock of its zone: %s', (_, of, from, minutes, due) => {
    const start = Date.parse(from)
    expect(new Date(addWorkingTime(of, start, minutes * minute)).toISOString()).toBe(new Date(due).toISOString())
    expect(workingTimeBetween(of, start, Date.parse(due))).toBe(minutes * minute)
  })

  it('is the same however often it is interrupted', () => {
    const of = hours('Europe/Berlin', week, '2026-03-31')
    const start = Date.parse('2026-03-26T08:00:00Z')
    const pauses = ['2026-03-26T10:00:00Z', '2026-03-27T22:00:00Z', '2026-03-30T09:15:00Z', '2026-04-01T14:45:00Z'].map(Date.parse)
    const parts = pauses.map((pause, i) => workingTimeBetween(of, pauses[i - 1] ?? start, pause))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(workingTimeBetween(of, start, pauses.at(-1) ?? 0))
  })

  it.each([null, hours('Europe/Berlin')])('is whole milliseconds, whatever the input: %j', (of) => {
    const start = Date.parse('2026-03-04T10:00:00Z')
    expect(addWorkingTime(of, start + 0.7, minute + 0.7)).toBe(start + minute)
    expect(workingTimeBetween(of, start + 0.7, start + minute + 0.2)).toBe(minute)
  })

  it('adds up for any hours in every zone, also when the clocks change', () => {
    const time = integer({ min: 0, max: 24 * 12 }).map(
      (n) => `${`${Math.floor(n / 12)}`.padStart(2, '0')}:${`${(n % 12) * 5}`.padStart(2, '0')}`,
    )
    const period = tuple(constantFrom(...weekdays), time, time)
    const weekly = array(period, { minLength: 1, maxLength: 4 }).map((periods) =>
      Object.fromEntries(weekdays.map((day) => [day, periods.flatMap(([of, ...times]) => (of === day ? [times] : []))])),
    )
    // Berlin, New York and Lord Howe change their clocks on different days, Beirut at midnight.
    const timezone = constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Beirut', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC')
    const change = constantFrom('2026-03-07', '2026-03-28', '2026-04-03', '2026-10-03', '2026-10-24', '2026-10-31')
    const sent = record({
      timezone,
      weekly: weekly.filter((each) => findWeeklyProblems(each).length === 0),
      change,
      after: integer({ min: 0, max: 172_800_000 }),
    })
    const spans = tuple(integer({ min: 1, max: 40 * minute }), integer({ min: 1, max: 600 * minute }))
    assert(
      property(sent, spans, ({ change: day, after, ...taken }, [first, second]) => {
        const of = { ...taken, holidays: [] }
        const start = Date.parse(day) + after
        const between = addWorkingTime(of, start, first)
        const due = addWorkingTime(of, between, second)
        expect([between, due].every(Number.isInteger)).toBe(true)
        expect(addWorkingTime(of, start, first + second)).toBe(due)
        expect([workingTimeBetween(of, start, between), workingTimeBetween(of, start, due)]).toEqual([first, first + second])
        const turned = Object.fromEntries(weekdays.map((each) => [each, taken.weekly[each]?.toReversed() ?? []]))
        expect(addWorkingTime({ ...of, weekly: turned }, start, first + second)).toBe(due)
      }),
      { numRuns: 150 },
    )
  })

  it('of a few minutes a year ends after some years instead of never', () => {
    const of = hours('Europe/Berlin', { mon: [['09:00', '09:01']] })
    const start = Date.parse('2026-03-02T00:00:00Z')
    const due = addWorkingTime(of, start, 10_000 * minute)
    expect(due - start).toBeGreaterThan(4 * 365 * 86_400_000)
    expect(due - start).toBeLessThan(5 * 365 * 86_400_000)
  })

  it('with many periods a day is computed for years with few zone look-ups', () => {
    const periods = Array.from({ length: 12 }, (_, i) => `${i * 2}`.padStart(2, '0')).map((hour) => [`${hour}:00`, `${hour}:01`])
    const of = hours('Europe/Berlin', Object.fromEntries(weekdays.map((day) => [day, periods])))
    const spies = [
      vi.spyOn(Temporal.Instant.prototype, 'toZonedDateTimeISO'),
      vi.spyOn(Temporal.PlainDate.prototype, 'toZonedDateTime'),
      vi.spyOn(Temporal.PlainDateTime.prototype, 'toZonedDateTime'),
    ]
    onTestFinished(() => void vi.restoreAllMocks())
    // 12 minutes a day over two years, with four clock changes.
    addWorkingTime(of, Date.parse('2026-03-02T00:00:00Z'), 12 * 730 * minute)
    expect(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(2000)
  })
})

describe('the next working day', () => {
  const night = [['22:00', '06:00']]
  it.each([
    ['starts tomorrow', hours('Europe/Berlin'), '2026-03-04T10:00:00Z', '2026-03-05T08:00:00Z'],
    ['starts tomorrow even before today’s hours', hours('Europe/Berlin'), '2026-03-04T03:00:00Z', '2026-03-05T08:00:00Z'],
    ['starts after the weekend', hours('Europe/Berlin'), '2026-03-06T15:00:00Z', '2026-03-09T08:00:00Z'],
    ['starts after a holiday', hours('Europe/Berlin', week, '2026-12-25'), '2026-12-24T10:00:00Z', '2026-12-28T08:00:00Z'],
    ['starts after the clock has changed', hours('Europe/Berlin'), '2026-03-27T15:00:00Z', '2026-03-30T07:00:00Z'],
    [
      'is not the rest of a night shift',
      hours('Europe/Berlin', { tue: night, wed: night }),
      '2026-03-03T22:00:00Z',
      '2026-03-04T21:00:00Z',
    ],
    ['starts at nine without business hours', null, '2026-03-06T22:30:00Z', '2026-03-07T08:00:00Z'],
    [
      'starts at nine with hours that are all holidays',
      hours('Europe/Berlin', { mon: [] }),
      '2026-03-04T10:00:00Z',
      '2026-03-05T08:00:00Z',
    ],
  ])('%s', (_, given, now, expected) => {
    expect(new Date(findNextWorkingDay(given, 'Europe/Berlin', Date.parse(now))).toISOString()).toBe(new Date(expected).toISOString())
  })
})
