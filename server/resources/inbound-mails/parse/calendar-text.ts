/** Describes an invitation as text, for mails without any other text. */

/** Maximum characters of a calendar to read. Invitations are short; a calendar with attached files is not. */
const maxLength = 256 * 1024

const maxDescription = 20_000

/**
 * Returns what, when and where of a calendar's first event as text, and its description. Null when the calendar has no event or cannot be
 * parsed. Times keep the calendar's time zone.
 */
export async function describeCalendar(text: string): Promise<string | null> {
  if (text.length > maxLength || !/^BEGIN:VEVENT/im.test(text)) return null
  try {
    // Imported on first use, because few mails have a calendar.
    const { default: ICAL } = await import('ical.js')
    const calendar = new ICAL.Component(ICAL.parse(text))
    const component = calendar.getFirstSubcomponent('vevent')
    if (!component) return null
    const event = new ICAL.Event(component)
    const method = calendar.getFirstPropertyValue('method')
    const attendee = component.getFirstProperty('attendee')
    const organizer = component.getFirstProperty('organizer')
    const state = findState(String(method ?? '').toUpperCase(), String(attendee?.getFirstParameter('partstat') ?? '').toUpperCase())
    const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
    const hasEnd = component.hasProperty('dtend') || component.hasProperty('duration')
    const facts = [
      `${state}${event.summary || 'Invitation'}`,
      event.startDate
        ? `When: ${describePeriod(event.startDate, hasEnd ? event.endDate : null)}${describeZone(event.startDate, tzid)}`
        : null,
      component.hasProperty('rrule') ? 'Repeats: yes' : null,
      event.location ? `Where: ${event.location}` : null,
      organizer ? `Organizer: ${describePerson(organizer.getFirstValue(), organizer.getFirstParameter('cn'))}` : null,
    ]
    const description = (event.description ?? '').trim().slice(0, maxDescription).toWellFormed()
    return [facts.filter((fact) => fact !== null).join('\n'), description].filter((part) => part !== '').join('\n\n')
  } catch {
    return null
  }
}

const states: Readonly<Record<string, string>> = { ACCEPTED: 'Accepted: ', DECLINED: 'Declined: ', TENTATIVE: 'Tentatively accepted: ' }

function findState(method: string, answer: string): string {
  if (method === 'CANCEL') return 'Cancelled: '
  return method === 'REPLY' ? (states[answer] ?? '') : method === 'COUNTER' ? 'Another time proposed: ' : ''
}

/** The parts of an iCalendar time to show. A date has no time of day. */
type CalendarTime = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly isDate: boolean
  readonly zone: { readonly tzid: string } | null
}

function describePeriod(start: CalendarTime, end: CalendarTime | null): string {
  const first = describeDay(start)
  // The end of an all-day event is the day after its last day.
  const last = end === null ? first : describeDay(start.isDate ? { ...pickParts(end), day: end.day - 1 } : end)
  if (start.isDate) return last === first ? first : `${first} – ${last}`
  if (end === null) return `${first}, ${describeClock(start)}`
  return `${first}, ${describeClock(start)}${last === first ? `–${describeClock(end)}` : ` – ${last}, ${describeClock(end)}`}`
}

function pickParts({ year, month, day }: CalendarTime): Pick<CalendarTime, 'year' | 'month' | 'day'> {
  return { year, month, day }
}

const days = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

function describeDay({ year, month, day }: Pick<CalendarTime, 'year' | 'month' | 'day'>): string {
  return days.format(Date.UTC(year, month - 1, day))
}

function describeClock({ hour, minute }: CalendarTime): string {
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Returns the time zone that the start names, which the calendar need not define, or else that of the time. */
function describeZone({ isDate, zone }: CalendarTime, named: unknown): string {
  const tzid = typeof named === 'string' ? named : zone?.tzid
  return isDate || tzid === undefined || tzid === 'floating' ? '' : ` ${tzid}`
}

function describePerson(address: unknown, name: unknown): string {
  const bare = String(address).replace(/^mailto:/i, '')
  return typeof name === 'string' && name !== '' && name !== bare ? `${name} <${bare}>` : bare
}
