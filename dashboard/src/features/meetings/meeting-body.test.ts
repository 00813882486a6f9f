import { expect, it } from 'vitest'
import type { Meeting } from '@skein/client'
import { buildMeetingBody } from './meeting-body.ts'
import { getMinutes, toLocalTime } from './meeting-times.ts'
import { readMeetingsSearch } from './meetings-search.ts'

const person = (email: string, timezone: string | null) => ({ email, name: null, timezone, rsvp: 'ACCEPTED', status: 'EXPECTED' }) as const
const people = [person('ada@example.com', 'America/New_York'), person('bob@example.com', 'Asia/Tokyo'), person('eve@example.com', null)]
/** Starts in the second 02:00 hour when daylight saving time ends in Berlin, and between two full minutes. */
const times = { startsAt: '2031-10-26T01:15:20.000Z', endsAt: '2031-10-26T01:40:20.000Z', timezone: 'Europe/Berlin' }
// Safe because the form reads only these fields.
const meeting = { ...times, attendees: people } as unknown as Meeting
const shown = {
  when: toLocalTime(times.startsAt, times.timezone),
  minutes: String(getMinutes(times)),
  timezone: times.timezone,
  customerZone: 'America/New_York',
  emails: people.map(({ email }) => email).join('\n'),
}
const changed = (fields: object) => buildMeetingBody({ ...fields }, { ...shown, ...fields }, meeting)

it('an attendee with a time zone of their own keeps it', () => {
  const emails = `${shown.emails} carol@example.com`
  const [ada, bob, eve, carol] = ['ada', 'bob', 'eve', 'carol'].map((name) => ({ email: `${name}@example.com` }))
  expect(changed({ emails })).toEqual({ attendees: [ada, bob, eve, { ...carol, timezone: 'America/New_York' }] })
  const timezone = 'America/Denver'
  expect(changed({ customerZone: timezone })).toEqual({ attendees: [{ ...ada, timezone }, bob, { ...eve, timezone }] })
  expect(changed({ title: 'Other' })).toEqual({ title: 'Other' })
})

it('a changed duration keeps the exact start', () => {
  expect(changed({ minutes: '30' })).toEqual({ startsAt: times.startsAt, endsAt: '2031-10-26T01:45:20.000Z' })
  expect(changed({ when: '2031-10-27T10:00' })).toEqual({ startsAt: '2031-10-27T09:00:00.000Z', endsAt: '2031-10-27T09:25:00.000Z' })
})

it('a link with a date that does not exist shows the current week', () => {
  expect(['2027-02-30', '2027-02-28', '2027-13-01', 'x'].map((day) => readMeetingsSearch({ day }).day)).toEqual([
    undefined,
    '2027-02-28',
    undefined,
    undefined,
  ])
})
