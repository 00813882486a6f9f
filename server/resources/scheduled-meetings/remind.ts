/** Reminders an hour before a meeting, to its attendees and its host. */
import {
  cancel,
  type Effects,
  isoTime,
  job,
  lockRow,
  type NoInput,
  fetchOne,
  type Queryable,
  type RunContext,
  type Uuid,
} from '../../kit/index.ts'
import { sendMail } from '../mail/index.ts'
import type { MeetingRecord } from './present.ts'
import { findHost, isPast, meetingTable } from './queries.ts'
import { isReachable, mailValues } from './tell-attendees.ts'

const aheadMs = 3_600_000

type Planning = { readonly tx: Queryable; readonly effects: Pick<Effects, 'enqueue'>; readonly principal: { readonly tenantId: Uuid } }

/** The reminder of a meeting that was scheduled or changed: one that moves takes it along, one that begins sooner has none. */
export async function planReminder(
  { tx, effects, principal: { tenantId } }: Planning,
  { id: key, startsAt, status }: MeetingRecord,
): Promise<void> {
  const at = new Date(Date.parse(isoTime(startsAt)) - aheadMs)
  if (status === 'SCHEDULED' && at.getTime() > Date.now()) effects.enqueue('remind-of-meeting', { key, at: at.toISOString() })
  else await cancel(tx, 'remind-of-meeting', { tenantId, key })
}

/** Once: the mails are stored in the transaction that ends the job. After downtime it may be too late, and then nobody is reminded. */
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
    /** The key is the meeting. */
    'remind-of-meeting': NoInput
  }
}

export const remindOfMeeting = job({
  name: 'remind-of-meeting',
  description: 'Reminds of a meeting an hour before it.',
  leaseSeconds: 20,
  run: remind,
})
