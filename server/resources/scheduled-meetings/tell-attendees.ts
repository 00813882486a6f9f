/** Who is told what when a meeting is scheduled, changed or cancelled: mails, in the transaction of the change. */
import { type Effects, erasedEmail, isoTime, fetchOne, type Queryable, type Secrets, type Uuid } from '../../kit/index.ts'
import { sendMail, type MailValues } from '../mail/index.ts'
import { invitation, type Organizer } from './calendar.ts'
import type { MeetingRecord } from './present.ts'
import { findHost } from './queries.ts'
import type { Attendee } from './schema.ts'

export type Telling = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly secrets: Secrets
  readonly principal: { readonly tenantId: Uuid }
}
type Kind = MailValues['meeting']['kind']

/** `before` is null for a new meeting. Of what is over nobody is told. */
export async function tellAttendees(telling: Telling, meeting: MeetingRecord, before: MeetingRecord | null): Promise<void> {
  if (Date.parse(isoTime(meeting.endsAt)) <= Date.now()) return
  const host = await fetchOne(telling.tx, findHost, { tenantId: telling.principal.tenantId, hostId: meeting.hostId })
  const had = new Set(before?.attendees.map(({ email }) => email))
  const has = new Set(meeting.attendees.map(({ email }) => email))
  const isCancelled = meeting.status === 'CANCELLED'
  for (const attendee of meeting.attendees)
    mailAttendee(telling, meeting, {
      attendee,
      host,
      before,
      kind: isCancelled ? 'cancellation' : had.has(attendee.email) ? 'change' : 'invitation',
    })
  const gone = before?.attendees.filter(({ email }) => !has.has(email)) ?? []
  for (const attendee of gone)
    mailAttendee(telling, { ...meeting, attendees: [attendee] }, { attendee, host, before: null, kind: 'cancellation' })
}

function mailAttendee(
  telling: Telling,
  meeting: MeetingRecord,
  { attendee, host, before, kind }: { attendee: Attendee; host: Organizer; before: MeetingRecord | null; kind: Kind },
): void {
  if (!isReachable(attendee)) return
  const method = kind === 'cancellation' ? 'CANCEL' : 'REQUEST'
  const moved = before !== null && kind === 'change' && (before.startsAt !== meeting.startsAt || before.endsAt !== meeting.endsAt)
  const values = {
    ...mailValues(meeting, host, { name: attendee.name, readerTimezone: attendee.timezone }),
    kind,
    before: moved ? { startsAt: isoTime(before.startsAt), endsAt: isoTime(before.endsAt) } : null,
    calendar: { method, content: invitation(method, meeting, host) } as const,
  }
  sendMail(telling, { to: attendee.email, template: 'meeting', about: meeting.id, values })
}

/** Not somebody who was erased: their place in the meeting has no address any more. */
export function isReachable({ email }: Pick<Attendee, 'email'>): boolean {
  return email !== erasedEmail
}

/** What every mail about a meeting says. */
export function mailValues(
  { title, startsAt, endsAt, timezone, location }: MeetingRecord,
  host: Organizer,
  reader: { name: string | null; readerTimezone: string | null },
) {
  return { ...reader, hostName: host.name, title, startsAt: isoTime(startsAt), endsAt: isoTime(endsAt), timezone, location }
}
