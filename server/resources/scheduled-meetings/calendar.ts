/**
 * Formats meetings as iCalendar (RFC 5545), and invitations as iTIP messages (RFC 5546). Time zone definitions come from the IANA database.
 */
import ICAL from 'ical.js'
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'
import { isoTime } from '#platform/time.ts'
import type { MeetingRecord } from './present.ts'
import type { Attendee } from './schema.ts'

export type Organizer = { name: string; email: string }
/** Fields of a meeting in a calendar. */
export type CalendarMeeting = Pick<
  MeetingRecord,
  'threadId' | 'title' | 'startsAt' | 'endsAt' | 'timezone' | 'location' | 'status' | 'icsUid' | 'icsSequence' | 'createdAt' | 'updatedAt'
> & { attendees: readonly Attendee[] }

const prodId = { company: 'Skein', product: 'Skein', language: 'EN' }

/** Returns the iCalendar attachment of a mail to an attendee: an invitation or a cancellation. */
export function invitation(method: 'REQUEST' | 'CANCEL', meeting: CalendarMeeting, organizer: Organizer): string {
  const calendar = ical({ prodId, method: ICalCalendarMethod[method] })
  addZoneGenerator(calendar)
  addMeeting(calendar, meeting, { organizer, isCancelled: method === 'CANCEL' })
  return calendar.toString()
}

/** Returns a host's meetings as a calendar feed. `urlOf` returns the URL of the thread's page. */
export function calendarFeed(
  name: string,
  meetings: readonly CalendarMeeting[],
  organizer: Organizer,
  urlOf: (threadId: string) => string,
): string {
  const calendar = ical({ prodId, name, method: ICalCalendarMethod.PUBLISH, ttl: 900 })
  addZoneGenerator(calendar)
  for (const meeting of meetings)
    addMeeting(calendar, meeting, { organizer, isCancelled: meeting.status === 'CANCELLED', url: urlOf(meeting.threadId) })
  return calendar.toString()
}

type EventOptions = { organizer: Organizer; isCancelled: boolean; url?: string }

function addMeeting(calendar: ICalCalendar, meeting: CalendarMeeting, { organizer, isCancelled, url }: EventOptions): void {
  const { title, timezone, location, attendees, icsUid, icsSequence } = meeting
  const own = findDefinition(timezone)
  const zone = own !== null && [meeting.startsAt, meeting.endsAt].every((time) => isPlain(time, own)) ? own.name : null
  const at = (time: string) => instant(time).toZonedDateTimeISO(zone ?? 'UTC')
  const place = [location?.address, location?.url].filter((part) => typeof part === 'string' && part !== '').join(', ')
  const event = calendar.createEvent({
    id: icsUid,
    sequence: icsSequence,
    stamp: instant(meeting.updatedAt),
    created: instant(meeting.createdAt),
    lastModified: instant(meeting.updatedAt),
    start: at(meeting.startsAt),
    end: at(meeting.endsAt),
    timezone: zone,
    summary: removeControlCharacters(title),
    organizer: { ...organizer, name: removeControlCharacters(organizer.name) },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(place === '' ? {} : { location: removeControlCharacters(place) }),
    ...(url === undefined ? {} : { url }),
  })
  for (const { email, name, rsvp } of attendees)
    event.createAttendee({
      email,
      ...(name === null ? {} : { name: removeControlCharacters(name) }),
      role: ICalAttendeeRole.REQ,
      status: rsvp === 'NEEDS_ACTION' ? ICalAttendeeStatus.NEEDSACTION : ICalAttendeeStatus[rsvp],
      rsvp: true,
    })
}

/** Removes control characters except line breaks and tabs. A single other one makes calendar programs reject the whole calendar. */
function removeControlCharacters(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\r\t]/gu, '')
}

/**
 * Whether calendar programs interpret a local time in this zone correctly. They misread the second pass through the repeated hour in
 * autumn. Some zones' definitions are also wrong for a few weeks in some future years: "the last Saturday" instead of "the day before the
 * last Sunday".
 */
function isPlain(time: string, { name, zone }: Definition): boolean {
  const local = instant(time).toZonedDateTimeISO(name).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) => local.toZonedDateTime(name, { disambiguation }))
  if (local.year > lastYear || first?.epochMilliseconds !== last?.epochMilliseconds) return false
  const { year, month, day, hour, minute } = local
  const read = new ICAL.Time({ year, month, day, hour, minute, second: 0, isDate: false }, zone)
  return read.toUnixTime() === Math.floor((first?.epochMilliseconds ?? 0) / 60_000) * 60
}

/** Last year for which zone definitions are evaluated, because each later year takes longer. */
const lastYear = 2100

function instant(time: string): Temporal.Instant {
  return Temporal.Instant.from(isoTime(time))
}

/** A time zone definition: its name in the calendar, and the zone as evaluated by calendar programs. */
type Definition = { readonly name: string; readonly zone: ICAL.Timezone }

let knownZones: ReadonlySet<string> | null = null
/** Cache of zone definitions. Parsing one takes a millisecond, and a calendar has thousands of meetings. There are a few hundred zones. */
const definitions = new Map<string, Definition>()

/** Finds the definition of a zone. Null if there is none, in which case times are written in UTC. */
function findDefinition(timezone: string): Definition | null {
  knownZones ??= new Set(tzlib_get_timezones(false))
  if (!knownZones.has(timezone) || timezone === 'UTC') return null
  const cached = definitions.get(timezone)
  if (cached) return cached
  const [text = '', line = ''] = tzlib_get_ical_block(timezone)
  const name = line.replace(/^TZID=/, '')
  if (name === '') return null
  const definition = { name, zone: new ICAL.Timezone(new ICAL.Component(ICAL.parse(text))) }
  definitions.set(timezone, definition)
  return definition
}

function addZoneGenerator(calendar: ICalCalendar): void {
  // The calendar has no default zone, because the library would convert UTC times to it.
  calendar.timezone({ name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? null })
}
