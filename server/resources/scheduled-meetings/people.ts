/** Converts attendees, time zone and location of a request for storage. */
import type { Static } from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import type { AttendeeInput } from './input-schema.ts'
import type { Attendee, MeetingLocation } from './schema.ts'

/**
 * Merges the attendees of a request with the stored ones, keeping fields that the request omits. Resets `rsvp` if the meeting moves,
 * because the earlier response was for another time.
 */
export function mergeAttendees(requested: readonly AttendeeInput[], stored: readonly Attendee[], moves: boolean): Attendee[] {
  const before = new Map(stored.map((attendee) => [attendee.email, attendee]))
  return requested.map(({ email, name, timezone, rsvp }) => {
    const was = before.get(email)
    return {
      email,
      name: name === undefined ? (was?.name ?? null) : name,
      timezone: timezone === undefined ? (was?.timezone ?? null) : canonicalZoneOrNull(timezone),
      rsvp: rsvp ?? (moves ? 'NEEDS_ACTION' : (was?.rsvp ?? 'NEEDS_ACTION')),
      status: was?.status ?? 'EXPECTED',
    }
  })
}

/** Returns a new attendee with defaults for all fields except address and name. */
export function newAttendee(email: string, name: string | null): Attendee {
  return { email, name, timezone: null, rsvp: 'NEEDS_ACTION', status: 'EXPECTED' }
}

/** Resets the `rsvp` of all attendees, for a meeting that moves. */
export function resetRsvp(attendees: readonly Attendee[]): Attendee[] {
  return attendees.map((attendee) => ({ ...attendee, rsvp: 'NEEDS_ACTION' }))
}

/** Returns a time zone's name in its IANA spelling. */
export function canonicalZone(name: string): string {
  return readTimezone(name) ?? name
}

function canonicalZoneOrNull(name: string | null): string | null {
  return name === null ? null : canonicalZone(name)
}

export function toLocation(location: Static<typeof MeetingLocation> | null): Static<typeof MeetingLocation> | null {
  return location && { type: location.type, url: location.url ?? null, address: location.address ?? null }
}
