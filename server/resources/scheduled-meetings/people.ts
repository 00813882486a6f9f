/** Attendees and the other fields of a meeting in the form in which they are kept. */
import { readTimezone, type Static } from '../../kit/index.ts'
import type { AttendeeInput } from './input-schema.ts'
import type { Attendee, MeetingLocation } from './schema.ts'

/**
 * The attendees that a request lists. Of those who were there already stays what the request leaves out; when the meeting moves, what they
 * had answered was about another time.
 */
export function attendeesOf(asked: readonly AttendeeInput[], known: readonly Attendee[], moves: boolean): Attendee[] {
  const before = new Map(known.map((attendee) => [attendee.email, attendee]))
  return asked.map(({ email, name, timezone, rsvp }) => {
    const was = before.get(email)
    return {
      email,
      name: name === undefined ? (was?.name ?? null) : name,
      timezone: timezone === undefined ? (was?.timezone ?? null) : zoneOrNull(timezone),
      rsvp: rsvp ?? (moves ? 'NEEDS_ACTION' : (was?.rsvp ?? 'NEEDS_ACTION')),
      status: was?.status ?? 'EXPECTED',
    }
  })
}

/** Somebody of whom only the address and the name are known. */
export function unasked(email: string, name: string | null): Attendee {
  return { email, name, timezone: null, rsvp: 'NEEDS_ACTION', status: 'EXPECTED' }
}

/** The attendees of a meeting that moves. */
export function askedAgain(attendees: readonly Attendee[]): Attendee[] {
  return attendees.map((attendee) => ({ ...attendee, rsvp: 'NEEDS_ACTION' }))
}

/** A zone as its database writes it. */
export function zoneOf(name: string): string {
  return readTimezone(name) ?? name
}

function zoneOrNull(name: string | null): string | null {
  return name === null ? null : zoneOf(name)
}

export function locationOf(location: Static<typeof MeetingLocation> | null): Static<typeof MeetingLocation> | null {
  return location && { type: location.type, url: location.url ?? null, address: location.address ?? null }
}
