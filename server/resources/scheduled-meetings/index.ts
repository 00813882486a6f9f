/**
 * Meetings of agents with customers, scheduled from a thread. A host has at most one meeting at a time: every write that sets a meeting's
 * times locks its host first. A meeting stays in the thread that it was scheduled in; if that thread is merged, the target shows it.
 * `icsSequence` is incremented when the invitation changes. Each write records an audit row of the meeting and one of its thread, which the
 * thread's history shows.
 */
import { module } from '#kit/module.ts'
import { attachMeetingRecording } from './attach-meeting-recording.ts'
import { cancelMeeting, getMeeting, listMeetings, removeMeetingRecording } from './operations.ts'
import { meetingCancelled, meetingScheduled, meetingUpdated } from './events.ts'
import { markDeletedRecording, markWhenUploadIsDeleted } from './mark-deleted-recording.ts'
import { remindOfMeeting } from './remind.ts'
import { references } from './meeting.ts'
import { personal } from './personal.ts'
import { recordMeetingAttendance } from './record-meeting-attendance.ts'
import { scheduleMeeting } from './schedule-meeting.ts'
import { updateMeeting } from './update-meeting.ts'

export { calendarFeed } from './calendar.ts'
export { recordRsvp } from './record-rsvp.ts'
export { toReadMeeting, type MeetingRecord } from './present.ts'
export { meetingList, meetingsOfHost } from './queries.ts'
export { Meeting } from './schema.ts'

export const scheduledMeetings = module({
  name: 'scheduled-meetings',
  description: 'Meetings with customers.',
  endpoints: [
    scheduleMeeting,
    listMeetings,
    getMeeting,
    updateMeeting,
    cancelMeeting,
    recordMeetingAttendance,
    attachMeetingRecording,
    removeMeetingRecording,
  ],
  events: [meetingScheduled, meetingUpdated, meetingCancelled],
  references: [references],
  jobs: [markDeletedRecording, remindOfMeeting],
  counters: ['meetings'],
  eventJobs: [markWhenUploadIsDeleted],
  targets: { meeting: 'mtg' },
  idFields: { meetingId: 'mtg', originId: 'thr' },
  personal,
})
