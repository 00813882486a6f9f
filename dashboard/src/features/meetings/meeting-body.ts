/** What the form of a meeting sends. */
import type { Meeting } from '@skein/client'
import { endAfter, instantOf } from './meeting-times.ts'
import { otherZone } from './meeting-words.ts'

type Fields = Readonly<Record<string, unknown>>

/** The body of the API: what has changed of all that the form shows. `before` is there when a meeting is changed. */
export function meetingBody(changed: Fields, all: Fields, before?: Meeting): Record<string, unknown> {
  const { when: _when, minutes: _minutes, customerZone: _zone, emails: _emails, ...rest } = changed
  const has = (...names: string[]): boolean => names.some((name) => name in changed)
  // A clock on the wall does not say which of the two hours that autumn repeats it shows, nor seconds.
  const startsAt = before && !has('when', 'timezone') ? before.startsAt : instantOf(String(all['when']), String(all['timezone']))
  const times = has('when', 'minutes', 'timezone') ? { startsAt, endsAt: endAfter(startsAt, Number(all['minutes'])) } : {}
  const people = has('emails', 'customerZone') ? { attendees: attendeesOf(all, before, has('customerZone')) } : {}
  const location = has('location') ? { location: { ...Object(all['location']), ...Object(changed['location']) } } : {}
  return { ...rest, ...times, ...people, ...location }
}

/** The form has one zone for all of them: those who have another one keep it. */
function attendeesOf({ emails, customerZone }: Fields, before: Meeting | undefined, hasOtherZone: boolean) {
  const timezone = typeof customerZone === 'string' ? customerZone : null
  const shown = before ? otherZone(before) : null
  const known = new Map(before?.attendees.map((attendee) => [attendee.email, attendee.timezone]))
  return wordsOf(emails).map((email) => {
    const own = known.get(email.toLowerCase())
    const isOfForm = own === undefined || (hasOtherZone && (own === null || own === shown))
    return isOfForm ? { email, timezone } : { email }
  })
}

function wordsOf(text: unknown): string[] {
  return typeof text === 'string' ? text.split(/[\s,;]+/).filter((word) => word !== '') : []
}
