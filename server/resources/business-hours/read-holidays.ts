/** Reads the days of an iCalendar file. */
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { startTurns } from '../../kit/index.ts'

type Found = { holidays: { date: string; name?: string }[] } | { problem: string }
type Holiday = { date: string; name?: string }

/** Recurring events are followed so far. */
const yearsMax = 5
/** Days of one event, and events, at most: what has more is no calendar of holidays. */
const daysMax = 1000
/** Days and occurrences of a file at most: reading them takes a second, in which other requests are served between two events. */
const stepsMax = 10_000
const dayMs = 86_400_000
/** Lines of a file, parameters of a line, and changes of the clock in the file's time zones: the parser takes seconds for many more. */
const maxLines = 20_000
const maxParameters = 30
const maxClockChanges = 1_000
/** Dates of all lists of dates (`RDATE`, `EXDATE`) together. */
const maxListedDates = 5_000

/**
 * The days of its events, cancelled ones excepted, in the time zone of the business hours where an event says its time in another one. `now`
 * in milliseconds: past occurrences of recurring events are left out.
 */
export async function readHolidays(text: string, timezone: string, now: number): Promise<Found> {
  try {
    checkSize(text)
    // Editors put a mark at the beginning of a file that the parser does not know.
    const calendar = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')))
    if (calendar.name !== 'vcalendar') return { problem: 'is no iCalendar file: it does not begin with BEGIN:VCALENDAR' }
    checkZones(calendar)
    const events = calendar.getAllSubcomponents('vevent').filter((event) => !isCancelled(event))
    if (events.length > daysMax) return { problem: 'has more than a thousand events' }
    // All of them first: an event knows those that take the place of one of its occurrences.
    for (const event of calendar.getAllSubcomponents('vevent')) checkEvent(event)
    const reading = { timezone, now, left: stepsMax }
    const turns = startTurns()
    const days: Holiday[] = []
    for (const event of events) {
      days.push(...daysOf(new ICAL.Event(event), reading))
      await turns.rest()
    }
    if (days.length === 0) return { problem: 'has no events that could be holidays' }
    return { holidays: [...new Map(days.map((day) => [day.date, day])).values()] }
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message }
    // The parser throws errors of its own for what it cannot read.
    return { problem: 'is no iCalendar file that can be read' }
  }
}

class Refused extends Error {}

/** Counts what the parser reads in quadratic time, before it reads. */
function checkSize(text: string): void {
  if (text.split('\n', maxLines + 1).length > maxLines) throw new Refused(`has more than ${maxLines} lines`)
  let listedDates = 0
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, '')
  for (const line of unfolded.split('\n')) {
    if (line.split(/;[\w-]+=/, maxParameters + 2).length > maxParameters + 1)
      throw new Refused(`has a line of more than ${maxParameters} parameters`)
    if (/^(?:RDATE|EXDATE)[:;]/i.test(line)) listedDates += line.split(',', maxListedDates + 1).length
    if (listedDates > maxListedDates) throw new Refused(`has lists of more than ${maxListedDates} dates`)
  }
}

/** The parser follows the changes of a time zone for each event, one by one. */
function checkZones(calendar: ICAL.Component): void {
  const changes = calendar.getAllSubcomponents('vtimezone').flatMap((zone) => zone.getAllSubcomponents())
  if (changes.length > maxClockChanges) throw new Refused(`has time zones with more than ${maxClockChanges} changes of the clock`)
  for (const change of changes) for (const rule of change.getAllProperties('rrule')) checkRule(String(rule.getFirstValue()))
}

/** `left`: how many more days and occurrences may be looked at. */
type Reading = { readonly timezone: string; readonly now: number; left: number }

function step(reading: Reading): void {
  if (--reading.left < 0) throw new Refused('has too many days and occurrences for a calendar of holidays')
}

function isCancelled(event: ICAL.Component): boolean {
  return event.getFirstPropertyValue('status') === 'CANCELLED'
}

function daysOf(event: ICAL.Event, reading: Reading): Holiday[] {
  // Without the first half of a character whose second half is cut off: the database takes none.
  const name = (event.summary ?? '').slice(0, 255).replace(/[\uD800-\uDBFF]$/, '')
  const holiday = (day: number): Holiday => (name ? { date: dateOf(day), name } : { date: dateOf(day) })
  if (!event.isRecurring()) return daysBetween(event.startDate, event.endDate, reading).map(holiday)
  const from = Math.floor(reading.now / dayMs)
  const until = Math.floor(new Date(reading.now).setUTCFullYear(new Date(reading.now).getUTCFullYear() + yearsMax) / dayMs)
  const found: number[] = []
  const occurrences = event.iterator()
  for (let count = 0; ; count++) {
    const next = occurrences.next()
    if (!next || momentOf(next, reading).day > until) return found.map(holiday)
    if (count >= daysMax || found.length >= daysMax) throw new Refused('has an event that recurs too often for a holiday')
    step(reading)
    // What begins earlier is over.
    if (momentOf(next, reading).day < from - daysMax) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (isCancelled(item.component)) continue
    for (const day of daysBetween(startDate, endDate, reading)) if (day >= from) found.push(day)
  }
}

/** Throws for what the parser would follow for seconds, or for ever. */
function checkEvent(event: ICAL.Component): void {
  for (const rule of event.getAllProperties('rrule')) checkRule(String(rule.getFirstValue()))
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration && Math.abs(duration.toSeconds()) > daysMax * 86_400) throw tooLong()
}

/** Holidays recur once a year. The parser follows some other rules, such as the 31st of February or the sixth Monday of it, for ever. */
function checkRule(rule: string): void {
  const known = /^(FREQ=YEARLY|(INTERVAL|COUNT|UNTIL|WKST)=.+|BYMONTH=\d+|BYMONTHDAY=-?\d+|BYDAY=[^,]+)$/
  const unknown = rule.split(';').find((part) => !known.test(part))
  const isNever = /BYMONTH=/.test(rule) && Math.abs(Number(/BYDAY=([+-]?\d+)/.exec(rule)?.[1] ?? 0)) > 5
  if (unknown !== undefined || isNever || !rule.includes('FREQ=YEARLY') || /BYMONTHDAY.*BYDAY|BYDAY.*BYMONTHDAY/.test(rule))
    throw new Refused(`has an event that does not recur once a year (${(unknown ?? rule).slice(0, 80)})`)
}

/** The days from the first on; the end is not included, unless it is the only day or has a time of day. */
function daysBetween(start: ICAL.Time, end: ICAL.Time | null, reading: Reading): number[] {
  const [{ day: first }, last] = [momentOf(start, reading), momentOf(end ?? start, reading)]
  const count = Math.max(1, last.day - first + (last.isMidnight ? 0 : 1))
  if (count > daysMax) throw tooLong()
  return Array.from({ length: count }, (_, i) => {
    step(reading)
    return first + i
  })
}

function tooLong(): Refused {
  return new Refused('has an event of more than a thousand days')
}

/** The day since 1970, on the clock of the business hours. A time without a zone is on whatever clock it is read. */
function momentOf(time: ICAL.Time, { timezone }: Reading): { day: number; isMidnight: boolean } {
  const isLocal = time.isDate || time.zone === ICAL.Timezone.localTimezone
  const local = isLocal ? time : Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000).toZonedDateTimeISO(timezone)
  // Not by Date.UTC, which reads the first century as the twentieth.
  const day = new Date(0).setUTCFullYear(local.year, local.month - 1, local.day) / dayMs
  return { day, isMidnight: time.isDate || (local.hour === 0 && local.minute === 0) }
}

function dateOf(day: number): string {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  if (!/^\d{4}-/.test(date)) throw new Refused('has a day after the year 9999')
  return date
}
