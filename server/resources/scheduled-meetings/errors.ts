import { absent, defineError } from '../../kit/index.ts'

export const meetingNotFound = defineError('SVC-MEETING-NOT_FOUND', 404, 'There is no such meeting.', absent('meeting'))
export const meetingConflict = defineError('SVC-MEETING-CONFLICT', 409, 'The host has another meeting at that time; details name it.', {
  cause: 'A meeting of the same host that is not cancelled or over overlaps these times.',
  cure: 'Choose other times or another host, or change the meeting that `details` names. Meetings may follow each other without a pause.',
})
export const meetingNotScheduled = defineError('SVC-MEETING-NOT_SCHEDULED', 409, 'The meeting is cancelled or over.', {
  cause: 'A cancelled meeting cannot be changed, attended or recorded, and one that took place cannot be cancelled.',
  cure: 'Schedule another meeting with `POST /threads/{id}/schedule-meeting`. If the meeting did not take place after all, set its `status` to `SCHEDULED` first.',
})
