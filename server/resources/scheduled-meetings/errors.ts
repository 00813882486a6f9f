import { absent, defineError } from '#platform/define-error.ts'

export const meetingNotFound = defineError('SVC-MEETING-NOT_FOUND', 404, 'There is no such meeting.', absent('meeting'))
export const meetingConflict = defineError('SVC-MEETING-CONFLICT', 409, 'The host has another meeting at that time; details name it.', {
  cause: 'Another scheduled meeting of the host overlaps these times.',
  cure: 'Choose other times or another host, or change the meeting that `details` names. A meeting may start when another one ends.',
})
export const meetingNotScheduled = defineError('SVC-MEETING-NOT_SCHEDULED', 409, 'The meeting is cancelled or over.', {
  cause: 'A cancelled meeting cannot be changed or get attendance or a recording, and a meeting that took place cannot be cancelled.',
  cure: 'Schedule another meeting with `POST /threads/{id}/schedule-meeting`. If the meeting did not take place after all, set its `status` to `SCHEDULED` first.',
})
