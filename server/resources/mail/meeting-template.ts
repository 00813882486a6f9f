/** Template of the mails about meetings: invitations, changes, cancellations and reminders. */
import type { Fact, MailContent, Paragraph, TemplateContext } from './content.ts'
import { toLine } from './line.ts'

export type MeetingMail = {
  kind: 'invitation' | 'change' | 'cancellation' | 'reminder'
  /** The recipient's name. Null for an attendee whose name is unknown. */
  name: string | null
  hostName: string
  title: string
  startsAt: string
  endsAt: string
  /** The host's time zone. */
  timezone: string
  /** The recipient's time zone, if known. */
  readerTimezone: string | null
  /** Original times of a meeting that was moved. */
  before: { startsAt: string; endsAt: string } | null
  location: { type: string; url?: string | null; address?: string | null } | null
  /** The iCalendar attachment. Null for reminders. */
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
}

const texts: Readonly<Record<MeetingMail['kind'], { subject: string; intro: (host: string, tenant: string) => string }>> = {
  invitation: { subject: 'Invitation', intro: (host, tenant) => `${host} from ${tenant} invited you to a meeting.` },
  change: { subject: 'Changed', intro: (host, tenant) => `${host} from ${tenant} changed your meeting. Here are the new details.` },
  cancellation: { subject: 'Cancelled', intro: (host, tenant) => `${host} from ${tenant} cancelled this meeting.` },
  reminder: { subject: 'Reminder', intro: () => 'Your meeting starts soon.' },
}

const places: Readonly<Record<string, string>> = { VIDEO: 'Video call', PHONE: 'Phone call', IN_PERSON: 'In person' }

export function meetingMail(meeting: MeetingMail, context: TemplateContext): MailContent {
  const { kind, name, hostName, title, before, location, calendar } = meeting
  const { subject, intro } = texts[kind]
  const joinLink = kind !== 'cancellation' && location?.url ? [{ link: { label: 'Join the meeting', url: location.url } }] : []
  const paragraphs: Paragraph[] = [
    name === null ? 'Hi,' : `Hi ${toLine(name)},`,
    intro(toLine(hostName), context.tenant),
    { facts: [['Meeting', toLine(title)], ...timeFacts(meeting, context), ['With', toLine(hostName)], ...placeFacts(location)] },
    ...(before ? [`Until now, the meeting was planned for ${context.period(before.startsAt, before.endsAt, readerZone(meeting))}.`] : []),
    ...joinLink,
  ]
  return { subject: `${subject}: ${toLine(title)}`, paragraphs, ...(calendar ? { calendar } : {}) }
}

function readerZone({ readerTimezone, timezone }: MeetingMail): string {
  return readerTimezone ?? timezone
}

/** Returns the times in the reader's time zone, then in the host's if it is different. */
function timeFacts(meeting: MeetingMail, { period }: TemplateContext): Fact[] {
  const { startsAt, endsAt, timezone, readerTimezone } = meeting
  const own = readerZone(meeting)
  const hosts: Fact[] =
    readerTimezone !== null && readerTimezone !== timezone
      ? [['Time for the host', `${period(startsAt, endsAt, timezone)} (${timezone})`]]
      : []
  return [['When', `${period(startsAt, endsAt, own)} (${own})`], ...hosts]
}

function placeFacts(location: MeetingMail['location']): Fact[] {
  if (!location) return []
  const words = [places[location.type], location.address].flatMap((part) => (part ? [toLine(part)] : []))
  return words.length > 0 ? [['Where', words.join(', ')]] : []
}
