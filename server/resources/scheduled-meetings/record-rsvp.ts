/** Records an attendee's mailed reply to an invitation. */
import { lockRow } from '#kit/write.ts'
import { parseTypeId } from '#platform/ids.ts'
import { meetingUpdated } from './events.ts'
import { changeMeeting, meeting, type Writing } from './meeting.ts'
import type { Attendee } from './schema.ts'

type CalendarReply = { readonly uid: string; readonly attendee: string; readonly rsvp: Attendee['rsvp'] }

/** Sets the attendee's `rsvp`. Does nothing for other calendars' events, for cancelled or past meetings, and for other people. */
export async function recordRsvp(context: Writing, { uid, attendee, rsvp }: CalendarReply): Promise<void> {
  const id = parseTypeId('mtg', uid.slice(0, Math.max(0, uid.indexOf('@'))))
  if (id === null) return
  const current = await lockRow(context.tx, meeting.statements, { tenantId: context.principal.tenantId, id })
  if (current?.icsUid !== uid || current.status !== 'SCHEDULED') return
  const attendees = current.attendees.map((each) => (each.email === attendee ? { ...each, rsvp } : each))
  await changeMeeting(context, current, { attendees }, { action: 'updated', event: meetingUpdated })
}
