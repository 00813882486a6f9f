import { defineEvent } from '#platform/outbox/events.ts'
import { toMeeting, type MeetingRecord } from './present.ts'
import { Meeting } from './schema.ts'

const meeting = { scope: 'meetings:read', object: Meeting, present: (record: MeetingRecord) => toMeeting(record) } as const

export const meetingScheduled = defineEvent({ type: 'meeting.scheduled', description: 'A meeting was scheduled in a thread.', ...meeting })
export const meetingUpdated = defineEvent({
  type: 'meeting.updated',
  description: 'A meeting was changed, its attendance was recorded, or its recording was added or removed.',
  previous: { startsAt: '2031-03-04T08:30:00.000Z' },
  ...meeting,
})
export const meetingCancelled = defineEvent({
  type: 'meeting.cancelled',
  description: 'A meeting was cancelled.',
  previous: { status: 'SCHEDULED' },
  ...meeting,
})
