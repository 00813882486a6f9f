/** Mails the attendees when a meeting is scheduled, changed or cancelled. Enqueues the mails in the transaction of the change. */
import { erasedEmail } from '#kit/privacy/holding.ts'
import { fetchOne } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import { sendMail, type MailValues } from '../mail/index.ts'
import { invitation, type Organizer } from './calendar.ts'
import type { MeetingRecord } from './present.ts'
import { findHost } from './queries.ts'
import type { Attendee } from './schema.ts'

export type NotifyContext = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly secrets: Secrets
  readonly principal: { readonly tenantId: Uuid }
}
type Kind = MailValues['meeting']['kind']

/** Sends attendees an invitation, a change or a cancellation. `before` is null for a new meeting. Sends nothing for a past meeting. */
export async function notifyAttendees(context: NotifyContext, meeting: MeetingRecord, before: MeetingRecord | null): Promise<void> {
  if (Date.parse(isoTime(meeting.endsAt)) <= databaseNow()) return
  const host = await fetchOne(context.tx, findHost, { tenantId: context.principal.tenantId, hostId: meeting.hostId })
  const emailsBefore = new Set(before?.attendees.map(({ email }) => email))
  const emailsNow = new Set(meeting.attendees.map(({ email }) => email))
  const isCancelled = meeting.status === 'CANCELLED'
  for (const attendee of meeting.attendees)
    mailAttendee(context, meeting, {
      attendee,
      host,
      before,
      kind: isCancelled ? 'cancellation' : emailsBefore.has(attendee.email) ? 'change' : 'invitation',
    })
  const removed = before?.attendees.filter(({ email }) => !emailsNow.has(email)) ?? []
  for (const attendee of removed)
    mailAttendee(context, { ...meeting, attendees: [attendee] }, { attendee, host, before: null, kind: 'cancellation' })
}

function mailAttendee(
  context: NotifyContext,
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
  sendMail(context, { to: attendee.email, template: 'meeting', about: meeting.id, values })
}

/** False for erased attendees, who have no address. */
export function isReachable({ email }: Pick<Attendee, 'email'>): boolean {
  return email !== erasedEmail
}

/** Returns the values shared by all mails about a meeting. */
export function mailValues(
  { title, startsAt, endsAt, timezone, location }: MeetingRecord,
  host: Organizer,
  reader: { name: string | null; readerTimezone: string | null },
) {
  return { ...reader, hostName: host.name, title, startsAt: isoTime(startsAt), endsAt: isoTime(endsAt), timezone, location }
}
