/** Converts the values of the meeting form to a request body. */
import type { Meeting } from '@skein/client'
import { addMinutes, toInstant } from './meeting-times.ts'
import { findCustomerZone } from './meeting-labels.ts'

type Fields = Readonly<Record<string, unknown>>

/** Builds the request body from the changed values. `all` contains all values of the form; `before` is the existing meeting, if any. */
export function buildMeetingBody(changed: Fields, all: Fields, before?: Meeting): Record<string, unknown> {
  const { when: _when, minutes: _minutes, customerZone: _zone, emails: _emails, ...rest } = changed
  const has = (...names: string[]): boolean => names.some((name) => name in changed)
  // An unchanged start keeps its exact instant. The form's local time has no seconds and is ambiguous in the hour that repeats when
  // daylight saving time ends.
  const startsAt = before && !has('when', 'timezone') ? before.startsAt : toInstant(String(all['when']), String(all['timezone']))
  const times = has('when', 'minutes', 'timezone') ? { startsAt, endsAt: addMinutes(startsAt, Number(all['minutes'])) } : {}
  const people = has('emails', 'customerZone') ? { attendees: listAttendees(all, before, has('customerZone')) } : {}
  const location = has('location') ? { location: { ...Object(all['location']), ...Object(changed['location']) } } : {}
  return { ...rest, ...times, ...people, ...location }
}

/** Sets the form's time zone on the attendees. The form has one zone for all attendees, so an attendee with another zone keeps it. */
function listAttendees({ emails, customerZone }: Fields, before: Meeting | undefined, hasOtherZone: boolean) {
  const timezone = typeof customerZone === 'string' ? customerZone : null
  const shown = before ? findCustomerZone(before) : null
  const known = new Map(before?.attendees.map((attendee) => [attendee.email, attendee.timezone]))
  return splitWords(emails).map((email) => {
    const own = known.get(email.toLowerCase())
    const takesFormZone = own === undefined || (hasOtherZone && (own === null || own === shown))
    return takesFormZone ? { email, timezone } : { email }
  })
}

function splitWords(text: unknown): string[] {
  return typeof text === 'string' ? text.split(/[\s,;]+/).filter((word) => word !== '') : []
}
