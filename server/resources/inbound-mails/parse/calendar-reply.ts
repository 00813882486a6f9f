/** Parses an attendee's reply to an invitation. */
import type { ParsedMail } from './parsed-mail.ts'

type CalendarReply = NonNullable<ParsedMail['calendarReply']>

/** Maximum characters of a calendar to read. Replies repeat the invitation and are short. */
const maxLength = 256 * 1024

/** Returns the reply in a calendar; null when the calendar is no reply (METHOD:REPLY) or cannot be read. */
export async function readCalendarReply(text: string): Promise<CalendarReply | null> {
  if (text.length > maxLength || !/^METHOD:\s*REPLY\s*$/im.test(text)) return null
  try {
    // Imported on first use, because few mails have a calendar.
    const { default: ICAL } = await import('ical.js')
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    const attendee = event?.getFirstProperty('attendee')
    const uid = event?.getFirstPropertyValue('uid')
    const address = attendee?.getFirstValue()
    const status = toStatus(attendee?.getFirstParameter('partstat'))
    if (typeof uid !== 'string' || typeof address !== 'string' || status === null) return null
    return { uid: uid.slice(0, 998), attendee: address.replace(/^mailto:/i, '').trim(), status }
  } catch {
    return null
  }
}

const statuses = ['ACCEPTED', 'DECLINED', 'TENTATIVE'] as const

function toStatus(value: unknown): CalendarReply['status'] | null {
  const word = typeof value === 'string' ? value.toUpperCase() : ''
  return statuses.find((status) => status === word) ?? null
}
