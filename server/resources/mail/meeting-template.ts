/** Mails about meetings: invitations, changes, cancellations, reminders. */
import type { Fact, MailContent, Paragraph, TemplateContext } from './content.ts'
import { line } from './line.ts'

export type MeetingMail = {
  kind: 'invitation' | 'change' | 'cancellation' | 'reminder'
  /** To whom; null for an attendee whose name nobody knows. */
  name: string | null
  hostName: string
  title: string
  startsAt: string
  endsAt: string
  /** The host's zone. */
  timezone: string
  /** Where the reader is, when that is known. */
  readerTimezone: string | null
  /** The times before, of a meeting that was moved. */
  before: { startsAt: string; endsAt: string } | null
  location: { type: string; url?: string | null; address?: string | null } | null
  /** What calendars read; a reminder has none. */
  calendar: { method: 'REQUEST' | 'CANCEL'; content: string } | null
}

const said: Readonly<Record<MeetingMail['kind'], { subject: string; says: (host: string, tenant: string) => string }>> = {
  invitation: { subject: 'Invitation', says: (host, tenant) => `${host} of ${tenant} invites you to a meeting:` },
  change: { subject: 'Changed', says: (host, tenant) => `${host} of ${tenant} has changed your meeting. It is now as follows:` },
  cancellation: { subject: 'Cancelled', says: (host, tenant) => `${host} of ${tenant} has cancelled this meeting:` },
  reminder: { subject: 'Reminder', says: () => 'Your meeting begins soon:' },
}

const places: Readonly<Record<string, string>> = { VIDEO: 'Video call', PHONE: 'Telephone', IN_PERSON: 'In person' }

export function meetingMail(meeting: MeetingMail, context: TemplateContext): MailContent {
  const { kind, name, hostName, title, before, location, calendar } = meeting
  const { subject, says } = said[kind]
  const joins = kind !== 'cancellation' && location?.url ? [{ link: { label: 'Join', url: location.url } }] : []
  const paragraphs: Paragraph[] = [
    name === null ? 'Hello,' : `Hello ${line(name)},`,
    says(line(hostName), context.tenant),
    { facts: [['Meeting', line(title)], ...times(meeting, context), ['With', line(hostName)], ...placeOf(location)] },
    ...(before ? [`Before, it was ${context.period(before.startsAt, before.endsAt, zoneOf(meeting))}.`] : []),
    ...joins,
  ]
  return { subject: `${subject}: ${line(title)}`, paragraphs, ...(calendar ? { calendar } : {}) }
}

function zoneOf({ readerTimezone, timezone }: MeetingMail): string {
  return readerTimezone ?? timezone
}

/** In the reader's zone first, and in the host's where that is another one. */
function times(meeting: MeetingMail, { period }: TemplateContext): Fact[] {
  const { startsAt, endsAt, timezone, readerTimezone } = meeting
  const own = zoneOf(meeting)
  const hosts: Fact[] =
    readerTimezone !== null && readerTimezone !== timezone ? [['For the host', `${period(startsAt, endsAt, timezone)} (${timezone})`]] : []
  return [['When', `${period(startsAt, endsAt, own)} (${own})`], ...hosts]
}

function placeOf(location: MeetingMail['location']): Fact[] {
  if (!location) return []
  const words = [places[location.type], location.address].flatMap((part) => (part ? [line(part)] : []))
  return words.length > 0 ? [['Where', words.join(', ')]] : []
}
