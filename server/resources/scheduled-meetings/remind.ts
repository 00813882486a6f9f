/** Sends attendees and host a reminder an hour before a meeting. */
import { fetchOne, lockRow } from '#kit/write.ts'
import { databaseNow } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { isoTime } from '#platform/time.ts'
import { sendMail } from '../mail/index.ts'
import type { MeetingRecord } from './present.ts'
import { findHost, isPast, meetingTable } from './queries.ts'
import { isReachable, mailValues } from './notify-attendees.ts'

const leadTimeMs = 3_600_000

type Planning = { readonly tx: Queryable; readonly effects: Pick<Effects, 'enqueue'>; readonly principal: { readonly tenantId: Uuid } }

/** Enqueues the reminder of a meeting, or moves it to the new time. Cancels it if the meeting starts within an hour or is cancelled. */
export async function planReminder(
  { tx, effects, principal: { tenantId } }: Planning,
  { id: key, startsAt, status }: MeetingRecord,
): Promise<void> {
  const at = new Date(Date.parse(isoTime(startsAt)) - leadTimeMs)
  if (status === 'SCHEDULED' && at.getTime() > databaseNow()) effects.enqueue('remind-of-meeting', { key, at: at.toISOString() })
  else await cancel(tx, 'remind-of-meeting', { tenantId, key })
}

/**
 * Sends the reminders exactly once: enqueues the mails in the transaction that ends the job. Sends none if the meeting has already started,
 * for example after downtime.
 */
export async function remind({ tx, effects, secrets, tenantId, key: id }: RunContext<NoInput, unknown>): Promise<void> {
  const meeting = await lockRow(tx, meetingTable, { tenantId, id })
  if (meeting?.status !== 'SCHEDULED' || (await fetchOne(tx, isPast, { at: meeting.startsAt })).past) return
  const host = await fetchOne(tx, findHost, { tenantId, hostId: meeting.hostId })
  const coming = meeting.attendees.filter((attendee) => attendee.rsvp !== 'DECLINED' && isReachable(attendee))
  const readers = [
    ...coming.map(({ email, name, timezone: readerTimezone }) => ({ email, name, readerTimezone })),
    { ...host, readerTimezone: null },
  ]
  for (const { email, ...reader } of readers) {
    const values = { ...mailValues(meeting, host, reader), kind: 'reminder', before: null, calendar: null } as const
    sendMail({ effects, secrets }, { to: email, template: 'meeting', about: id, values })
  }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the meeting. */
    'remind-of-meeting': NoInput
  }
}

export const remindOfMeeting = job({
  name: 'remind-of-meeting',
  description: 'Reminds of a meeting an hour before it.',
  leaseSeconds: 20,
  run: remind,
})
