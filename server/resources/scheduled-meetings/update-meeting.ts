import { endpoint, isoTime, item, lockResource, unknownReference } from '../../kit/index.ts'
import { timeOutOfRange } from '../threads/index.ts'
import { meetingConflict, meetingNotScheduled } from './errors.ts'
import { meetingUpdated } from './events.ts'
import { MeetingUpdate } from './input-schema.ts'
import { changedMeeting, checkNotCancelled, meeting } from './meeting.ts'
import { askedAgain, attendeesOf, locationOf, zoneOf } from './people.ts'
import { toWrittenMeeting } from './present.ts'
import { Meeting } from './schema.ts'

export const updateMeeting = endpoint({
  operationId: 'updateMeeting',
  method: 'PATCH',
  path: '/scheduled-meetings/{id}',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Change a meeting',
  description:
    'Changes the fields sent; `attendees` are replaced as a whole, and of those who stay what is left out stays, too. `icsSequence` rises when invitations say something else from then on: ' +
    'title, times, zone, host, place, or who is invited. Attendees are told of it by mail, those who are taken off the list that it is cancelled for them. When the meeting moves, attendees are asked again (`rsvp`). A cancelled meeting cannot be changed.',
  params: { id: meeting.id },
  body: MeetingUpdate,
  responds: { 200: item(Meeting, 'The meeting as it is now') },
  errors: [unknownReference, timeOutOfRange, meetingConflict, meetingNotScheduled],
  etag: true,
  writes: 'transaction',
  present: toWrittenMeeting,
  async handle(context) {
    const { timezone, attendees, location, ...sent } = context.body
    const current = await lockResource(context, meeting)
    checkNotCancelled(current)
    const moves = isOther(sent.startsAt, current.startsAt) || isOther(sent.endsAt, current.endsAt)
    const people = attendees ? attendeesOf(attendees, current.attendees, moves) : moves ? askedAgain(current.attendees) : undefined
    const zone = timezone === undefined ? undefined : zoneOf(timezone)
    const place = location === undefined ? undefined : locationOf(location)
    return changedMeeting(
      context,
      current,
      { ...sent, timezone: zone, attendees: people, location: place },
      { action: 'updated', event: meetingUpdated },
    )
  },
})

function isOther(sent: string | undefined, current: string): boolean {
  return sent !== undefined && Date.parse(isoTime(sent)) !== Date.parse(isoTime(current))
}
