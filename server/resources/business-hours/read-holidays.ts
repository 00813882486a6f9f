/** Reads the holidays in an iCalendar file. */
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { createPauser } from '#platform/turns.ts'

type ReadResult = { holidays: { date: string; name?: string }[] } | { problem: string }
type Holiday = { date: string; name?: string }

/** Years for which recurring events are expanded. */
const maxYears = 5
/** Maximum days of one event, and maximum number of events in a file. A file with more is no holiday calendar. */
const maxDays = 1000
/**
 * Maximum number of days and occurrences in a file. Reading that many takes about a second; other requests get a turn between two events.
 */
const maxSteps = 10_000
const dayMs = 86_400_000
/**
 * Maximum number of lines in a file, of parameters in a line, and of clock changes in the file's time zones. With many more, the parser
 * takes seconds.
 */
const maxLines = 20_000
const maxParameters = 30
const maxClockChanges = 1_000
/** Maximum number of dates in all date lists (`RDATE`, `EXDATE`) together. */
const maxListedDates = 5_000

/**
 * Returns the days of all events that are not cancelled. Times in another time zone are converted to the time zone of the business hours.
 * Skips occurrences of recurring events before `now` (milliseconds since 1970).
 */
export async function readHolidays(text: string, timezone: string, now: number): Promise<ReadResult> {
  try {
    checkSize(text)
    // Some editors write a byte order mark at the beginning, which the parser rejects.
    const calendar = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')))
    if (calendar.name !== 'vcalendar') return { problem: 'is no iCalendar file: it does not begin with BEGIN:VCALENDAR' }
    checkZones(calendar)
    const events = calendar.getAllSubcomponents('vevent').filter((event) => !isCancelled(event))
    if (events.length > maxDays) return { problem: 'has more than a thousand events' }
    // Check all events first, because expanding one event also reads the events that replace its occurrences.
    for (const event of calendar.getAllSubcomponents('vevent')) checkEvent(event)
    const state = { timezone, now, left: maxSteps }
    const pauser = createPauser()
    const days: Holiday[] = []
    for (const event of events) {
      days.push(...listDays(new ICAL.Event(event), state))
      await pauser.pause()
    }
    if (days.length === 0) return { problem: 'has no events that could be holidays' }
    return { holidays: [...new Map(days.map((day) => [day.date, day])).values()] }
  } catch (error) {
    if (error instanceof CalendarRefused) return { problem: error.message }
    // The parser throws its own errors for an unreadable file.
    return { problem: 'is no iCalendar file that can be read' }
  }
}

class CalendarRefused extends Error {}

/** Limits the parts of a file that the parser reads in quadratic time. Runs before the parser. */
function checkSize(text: string): void {
  if (text.split('\n', maxLines + 1).length > maxLines) throw new CalendarRefused(`has more than ${maxLines} lines`)
  let listedDates = 0
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, '')
  for (const line of unfolded.split('\n')) {
    if (line.split(/;[\w-]+=/, maxParameters + 2).length > maxParameters + 1)
      throw new CalendarRefused(`has a line of more than ${maxParameters} parameters`)
    if (/^(?:RDATE|EXDATE)[:;]/i.test(line)) listedDates += line.split(',', maxListedDates + 1).length
    if (listedDates > maxListedDates) throw new CalendarRefused(`has lists of more than ${maxListedDates} dates`)
  }
}

/** Limits the clock changes of the file's time zones, because the parser steps through all of them for each event. */
function checkZones(calendar: ICAL.Component): void {
  const changes = calendar.getAllSubcomponents('vtimezone').flatMap((zone) => zone.getAllSubcomponents())
  if (changes.length > maxClockChanges) throw new CalendarRefused(`has time zones with more than ${maxClockChanges} changes of the clock`)
  for (const change of changes) for (const rule of change.getAllProperties('rrule')) checkRule(String(rule.getFirstValue()))
}

/** `left` is the remaining budget of days and occurrences. */
type ReadState = { readonly timezone: string; readonly now: number; left: number }

function countStep(state: ReadState): void {
  if (--state.left < 0) throw new CalendarRefused('has too many days and occurrences for a calendar of holidays')
}

function isCancelled(event: ICAL.Component): boolean {
  return event.getFirstPropertyValue('status') === 'CANCELLED'
}

function listDays(event: ICAL.Event, state: ReadState): Holiday[] {
  // Drop half a surrogate pair left by `slice`, because PostgreSQL rejects it.
  const name = (event.summary ?? '').slice(0, 255).replace(/[\uD800-\uDBFF]$/, '')
  const holiday = (day: number): Holiday => (name ? { date: formatDate(day), name } : { date: formatDate(day) })
  if (!event.isRecurring()) return listDaysBetween(event.startDate, event.endDate, state).map(holiday)
  const from = Math.floor(state.now / dayMs)
  const until = Math.floor(new Date(state.now).setUTCFullYear(new Date(state.now).getUTCFullYear() + maxYears) / dayMs)
  const found: number[] = []
  const occurrences = event.iterator()
  for (let count = 0; ; count++) {
    const next = occurrences.next()
    if (!next || toLocalDay(next, state).day > until) return found.map(holiday)
    if (count >= maxDays || found.length >= maxDays) throw new CalendarRefused('has an event that recurs too often for a holiday')
    countStep(state)
    // An occurrence that begins earlier is over, because an event has at most `maxDays` days.
    if (toLocalDay(next, state).day < from - maxDays) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (isCancelled(item.component)) continue
    for (const day of listDaysBetween(startDate, endDate, state)) if (day >= from) found.push(day)
  }
}

/** Throws for events that would take the parser seconds or forever to expand. */
function checkEvent(event: ICAL.Component): void {
  for (const rule of event.getAllProperties('rrule')) checkRule(String(rule.getFirstValue()))
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration && Math.abs(duration.toSeconds()) > maxDays * 86_400) throw tooLongError()
}

/**
 * Throws unless the rule recurs once a year. The parser never finishes some other rules, such as 31 February or the sixth Monday of
 * February.
 */
function checkRule(rule: string): void {
  const known = /^(FREQ=YEARLY|(INTERVAL|COUNT|UNTIL|WKST)=.+|BYMONTH=\d+|BYMONTHDAY=-?\d+|BYDAY=[^,]+)$/
  const unknown = rule.split(';').find((part) => !known.test(part))
  const isNever = /BYMONTH=/.test(rule) && Math.abs(Number(/BYDAY=([+-]?\d+)/.exec(rule)?.[1] ?? 0)) > 5
  if (unknown !== undefined || isNever || !rule.includes('FREQ=YEARLY') || /BYMONTHDAY.*BYDAY|BYDAY.*BYMONTHDAY/.test(rule))
    throw new CalendarRefused(`has an event that does not recur once a year (${(unknown ?? rule).slice(0, 80)})`)
}

/** Returns the days from start to end. The end day is excluded, unless it is the only day or the end has a time of day. */
function listDaysBetween(start: ICAL.Time, end: ICAL.Time | null, state: ReadState): number[] {
  const [{ day: first }, last] = [toLocalDay(start, state), toLocalDay(end ?? start, state)]
  const count = Math.max(1, last.day - first + (last.isMidnight ? 0 : 1))
  if (count > maxDays) throw tooLongError()
  return Array.from({ length: count }, (_, i) => {
    countStep(state)
    return first + i
  })
}

function tooLongError(): CalendarRefused {
  return new CalendarRefused('has an event of more than a thousand days')
}

/** Returns the number of days since 1970 in the time zone of the business hours. A time without a zone is local time in that zone. */
function toLocalDay(time: ICAL.Time, { timezone }: ReadState): { day: number; isMidnight: boolean } {
  const isLocal = time.isDate || time.zone === ICAL.Timezone.localTimezone
  const local = isLocal ? time : Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1000).toZonedDateTimeISO(timezone)
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const day = new Date(0).setUTCFullYear(local.year, local.month - 1, local.day) / dayMs
  return { day, isMidnight: time.isDate || (local.hour === 0 && local.minute === 0) }
}

function formatDate(day: number): string {
  const date = new Date(day * dayMs).toISOString().slice(0, 10)
  if (!/^\d{4}-/.test(date)) throw new CalendarRefused('has a day after the year 9999')
  return date
}
