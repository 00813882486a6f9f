/** Meetings as calendars read them: iCalendar (RFC 5545), invitations by RFC 5546. The library writes the text; zones come from the IANA database. */
import ICAL from 'ical.js'
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { tzlib_get_ical_block, tzlib_get_timezones } from 'timezones-ical-library'
import { isoTime } from '../../kit/index.ts'
import type { MeetingRecord } from './present.ts'
import type { Attendee } from './schema.ts'

export type Organizer = { name: string; email: string }
/** What a calendar shows of a meeting. */
export type CalendarMeeting = Pick<
  MeetingRecord,
  'threadId' | 'title' | 'startsAt' | 'endsAt' | 'timezone' | 'location' | 'status' | 'icsUid' | 'icsSequence' | 'createdAt' | 'updatedAt'
> & { attendees: readonly Attendee[] }

const prodId = { company: 'Skein', product: 'Skein', language: 'EN' }

/** What is sent to attendees: the meeting as it is now, or that it does not take place. */
export function invitation(method: 'REQUEST' | 'CANCEL', meeting: CalendarMeeting, organizer: Organizer): string {
  const calendar = ical({ prodId, method: ICalCalendarMethod[method] })
  withZones(calendar)
  addMeeting(calendar, meeting, { organizer, isCancelled: method === 'CANCEL' })
  return calendar.toString()
}

/** All of them, to be subscribed to. `urlOf` gives the page of a meeting's thread. */
export function subscription(
  name: string,
  meetings: readonly CalendarMeeting[],
  organizer: Organizer,
  urlOf: (threadId: string) => string,
): string {
  const calendar = ical({ prodId, name, method: ICalCalendarMethod.PUBLISH, ttl: 900 })
  withZones(calendar)
  for (const meeting of meetings)
    addMeeting(calendar, meeting, { organizer, isCancelled: meeting.status === 'CANCELLED', url: urlOf(meeting.threadId) })
  return calendar.toString()
}

type Shown = { organizer: Organizer; isCancelled: boolean; url?: string }

function addMeeting(calendar: ICalCalendar, meeting: CalendarMeeting, { organizer, isCancelled, url }: Shown): void {
  const { title, timezone, location, attendees, icsUid, icsSequence } = meeting
  const own = definitionOf(timezone)
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
    summary: readable(title),
    organizer: { ...organizer, name: readable(organizer.name) },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(place === '' ? {} : { location: readable(place) }),
    ...(url === undefined ? {} : { url }),
  })
  for (const { email, name, rsvp } of attendees)
    event.createAttendee({
      email,
      ...(name === null ? {} : { name: readable(name) }),
      role: ICalAttendeeRole.REQ,
      status: rsvp === 'NEEDS_ACTION' ? ICalAttendeeStatus.NEEDSACTION : ICalAttendeeStatus[rsvp],
      rsvp: true,
    })
}

/** Without control characters other than those of lines and tabs: with one of them no calendar program reads any of the meetings. */
function readable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\r\t]/gu, '')
}

/**
 * Whether calendars find a time by its name on the clocks of a zone. In the hour that autumn repeats they take a name for the first of the
 * two, and the definitions of some zones are wrong for some weeks of years to come, because they say "the last Saturday" where the law says
 * "the day before the last Sunday".
 */
function isPlain(time: string, { name, zone }: Definition): boolean {
  const local = instant(time).toZonedDateTimeISO(name).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) => local.toZonedDateTime(name, { disambiguation }))
  if (local.year > lastYear || first?.epochMilliseconds !== last?.epochMilliseconds) return false
  const { year, month, day, hour, minute } = local
  const read = new ICAL.Time({ year, month, day, hour, minute, second: 0, isDate: false }, zone)
  return read.toUnixTime() === Math.floor((first?.epochMilliseconds ?? 0) / 60_000) * 60
}

/** Definitions are followed year by year, so not for ever. */
const lastYear = 2100

function instant(time: string): Temporal.Instant {
  return Temporal.Instant.from(isoTime(time))
}

/** A zone as it stands in the calendar: under which name, and as calendars read it. */
type Definition = { readonly name: string; readonly zone: ICAL.Timezone }

let known: ReadonlySet<string> | null = null
/** Kept, because finding and reading one takes a millisecond, and a calendar has thousands of meetings. Of zones there are some hundred. */
const definitions = new Map<string, Definition>()

/** The definition of a zone; null for one that has none: then times are UTC. */
function definitionOf(timezone: string): Definition | null {
  known ??= new Set(tzlib_get_timezones(false))
  if (!known.has(timezone) || timezone === 'UTC') return null
  const kept = definitions.get(timezone)
  if (kept) return kept
  const [text = '', line = ''] = tzlib_get_ical_block(timezone)
  const name = line.replace(/^TZID=/, '')
  if (name === '') return null
  const definition = { name, zone: new ICAL.Timezone(new ICAL.Component(ICAL.parse(text))) }
  definitions.set(timezone, definition)
  return definition
}

function withZones(calendar: ICalCalendar): void {
  // Without a zone of its own: the library would write the times that must be UTC in it.
  calendar.timezone({ name: null, generator: (zone) => tzlib_get_ical_block(zone)[0] ?? null })
}
