/** Reads the days of an iCalendar file. */
import ICAL from 'ical.js'

type Found = { holidays: { date: string; name?: string }[] } | { problem: string }

/** Recurring events are followed so far. */
const yearsMax = 5
/** Days of one event, and occurrences, at most: what has more is no calendar of holidays. */
const daysMax = 1000

/** The days of its events, cancelled ones excepted. `now` in milliseconds: past occurrences of recurring events are left out. */
export function readHolidays(text: string, now: number): Found {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text))
    if (calendar.name !== 'vcalendar') return { problem: 'is no iCalendar file: it does not begin with BEGIN:VCALENDAR' }
    const events = calendar.getAllSubcomponents('vevent').filter((event) => event.getFirstPropertyValue('status') !== 'CANCELLED')
    if (events.length > daysMax) return { problem: 'has more than a thousand events' }
    const days = events.flatMap((event) => daysOf(new ICAL.Event(event), now))
    if (days.length === 0) return { problem: 'has no events that could be holidays' }
    return { holidays: [...new Map(days.map((day) => [day.date, day])).values()] }
  } catch (error) {
    if (error instanceof TooMany) return { problem: error.message }
    // The parser throws errors of its own for what it cannot read.
    return { problem: 'is no iCalendar file that can be read' }
  }
}

class TooMany extends Error {}

function daysOf(event: ICAL.Event, now: number): { date: string; name?: string }[] {
  const holiday = (date: string) => (event.summary ? { date, name: event.summary.slice(0, 255) } : { date })
  const from = new Date(now).toISOString().slice(0, 10)
  const until = new Date(new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() + yearsMax)).toISOString().slice(0, 10)
  if (!event.isRecurring()) return daysBetween(event.startDate, event.endDate).map(holiday)
  for (const rule of event.component.getAllProperties('rrule')) checkRule(String(rule.getFirstValue()))
  const found: { date: string; name?: string }[] = []
  const occurrences = event.iterator()
  for (let count = 0; ; count++) {
    const next = occurrences.next()
    if (!next || dateOf(next) > until) return found
    if (count >= daysMax || found.length >= daysMax) throw new TooMany('has an event that recurs too often for a holiday')
    const { startDate, endDate } = event.getOccurrenceDetails(next)
    for (const date of daysBetween(startDate, endDate)) if (date >= from) found.push(holiday(date))
  }
}

/** Holidays recur once a year. The parser follows some other rules, such as the 31st of February, for ever. */
function checkRule(rule: string): void {
  const unknown = rule
    .split(';')
    .find((part) => !/^(FREQ=YEARLY|(INTERVAL|COUNT|UNTIL|WKST)=.+|BYMONTH=\d+|BYMONTHDAY=-?\d+|BYDAY=[^,]+)$/.test(part))
  if (unknown !== undefined || !rule.includes('FREQ=YEARLY') || /BYMONTHDAY.*BYDAY|BYDAY.*BYMONTHDAY/.test(rule))
    throw new TooMany(`has an event that does not recur once a year (${(unknown ?? rule).slice(0, 80)})`)
}

/** The days from the first on; the end is not included, unless it is the only day or has a time of day. */
function daysBetween(start: ICAL.Time, end: ICAL.Time | null): string[] {
  const days = [dateOf(start)]
  const next = start.clone()
  next.isDate = true
  for (next.adjust(1, 0, 0, 0); isBefore(next, end ?? start); next.adjust(1, 0, 0, 0)) {
    if (days.push(dateOf(next)) > daysMax) throw new TooMany('has an event of more than a thousand days')
  }
  return days
}

function isBefore(day: ICAL.Time, end: ICAL.Time): boolean {
  const [one, other] = [dateOf(day), dateOf(end)]
  return one < other || (one === other && !end.isDate && (end.hour > 0 || end.minute > 0))
}

function dateOf({ year, month, day }: ICAL.Time): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
