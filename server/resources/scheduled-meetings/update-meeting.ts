import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { unknownReference } from '#platform/errors.ts'
import { isoTime } from '#platform/time.ts'
import { timeOutOfRange } from '../threads/index.ts'
import { meetingConflict, meetingNotScheduled } from './errors.ts'
import { meetingUpdated } from './events.ts'
import { MeetingUpdate } from './input-schema.ts'
import { changeMeeting, checkNotCancelled, meeting } from './meeting.ts'
import { resetRsvp, mergeAttendees, toLocation, canonicalZone } from './people.ts'
import { toWrittenMeeting } from './present.ts'
import { Meeting } from './schema.ts'

export const updateMeeting = endpoint.write({
  operationId: 'updateMeeting',
  method: 'PATCH',
  path: '/scheduled-meetings/{id}',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Change a meeting',
  description:
    'Changes the fields sent. `attendees` is the complete list; omitted fields of an attendee who stays do not change. ' +
    '`icsSequence` rises when the invitation changes: title, times, time zone, host, location or attendees. Attendees get a mail, ' +
    'and removed attendees a cancellation. When the meeting moves, `rsvp` is reset. A cancelled meeting cannot be changed.',
  params: { id: meeting.id },
  body: MeetingUpdate,
  responds: { 200: item(Meeting, 'The meeting as it is now') },
  errors: [unknownReference, timeOutOfRange, meetingConflict, meetingNotScheduled],
  etag: true,
  present: toWrittenMeeting,
  async handle(context) {
    const { timezone, attendees, location, ...sent } = context.body
    const current = await lockResource(context, meeting)
    checkNotCancelled(current)
    const moves = isOther(sent.startsAt, current.startsAt) || isOther(sent.endsAt, current.endsAt)
    const newAttendees = attendees ? mergeAttendees(attendees, current.attendees, moves) : moves ? resetRsvp(current.attendees) : undefined
    const zone = timezone === undefined ? undefined : canonicalZone(timezone)
    const place = location === undefined ? undefined : toLocation(location)
    return changeMeeting(
      context,
      current,
      { ...sent, timezone: zone, attendees: newAttendees, location: place },
      { action: 'updated', event: meetingUpdated },
    )
  },
})

function isOther(sent: string | undefined, current: string): boolean {
  return sent !== undefined && Date.parse(isoTime(sent)) !== Date.parse(isoTime(current))
}
