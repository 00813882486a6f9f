import { ApiError, endpoint, item, locked, unchanged } from '../../kit/index.ts'
import { meetingNotScheduled } from './errors.ts'
import { meetingCancelled } from './events.ts'
import { changedMeeting, meeting } from './meeting.ts'
import { toWrittenMeeting } from './present.ts'
import { Meeting } from './schema.ts'

export const cancelMeeting = endpoint({
  operationId: 'cancelMeeting',
  method: 'DELETE',
  deletion: 'archive',
  path: '/scheduled-meetings/{id}',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Cancel a meeting',
  description:
    'The meeting does not take place; its time is free again, and attendees are told by mail. It stays in lists with the status `CANCELLED`. One that took place cannot be cancelled.',
  params: { id: meeting.id },
  responds: { 200: item(Meeting, 'The cancelled meeting') },
  errors: [meetingNotScheduled],
  etag: true,
  writes: 'transaction',
  present: toWrittenMeeting,
  async handle(context) {
    const current = await locked(context, meeting)
    if (current.status === 'CANCELLED') return unchanged(current)
    if (current.status !== 'SCHEDULED') throw new ApiError(meetingNotScheduled, { message: 'The meeting is over.' })
    return changedMeeting(context, current, { status: 'CANCELLED' }, { action: 'cancelled', event: meetingCancelled })
  },
})
