import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { meetingConflict, meetingNotScheduled } from './errors.ts'
import { meetingUpdated } from './events.ts'
import { MeetingAttendance } from './input-schema.ts'
import { changeMeeting, checkNotCancelled, meeting } from './meeting.ts'
import { toWrittenMeeting, type MeetingRecord } from './present.ts'
import { Meeting } from './schema.ts'

export const recordMeetingAttendance = endpoint.write({
  operationId: 'recordMeetingAttendance',
  method: 'POST',
  path: '/scheduled-meetings/{id}/attendance',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Record attendance',
  description:
    'Records for attendees whether they came. The meeting becomes `COMPLETED` when one came, and `NO_SHOW` when all were absent; ' +
    'otherwise it stays `SCHEDULED`. Send it again to correct it.',
  params: { id: meeting.id },
  body: MeetingAttendance,
  responds: { 200: item(Meeting, 'The meeting as it is now') },
  errors: [unknownReference, meetingConflict, meetingNotScheduled],
  etag: true,
  present: toWrittenMeeting,
  async handle(context) {
    const current = await lockResource(context, meeting)
    checkNotCancelled(current)
    const recorded = new Map(context.body.attendees.map(({ email, status }) => [email, status]))
    const details = context.body.attendees.flatMap(({ email }, i) =>
      current.attendees.some((attendee) => attendee.email === email)
        ? []
        : [{ field: `attendees[${i}].email`, code: 'UNKNOWN', message: 'is not an attendee of this meeting' }],
    )
    if (details.length > 0) throw new ApiError(unknownReference, { details })
    const attendees = current.attendees.map((attendee) => ({ ...attendee, status: recorded.get(attendee.email) ?? attendee.status }))
    return changeMeeting(
      context,
      current,
      { attendees, status: statusAfter(attendees) },
      { action: 'attendance_recorded', event: meetingUpdated },
    )
  },
})

function statusAfter(attendees: MeetingRecord['attendees']): MeetingRecord['status'] {
  if (attendees.some(({ status }) => status === 'ATTENDED')) return 'COMPLETED'
  return attendees.every(({ status }) => status === 'NO_SHOW') ? 'NO_SHOW' : 'SCHEDULED'
}
