import { endpoint, item, locked } from '../../kit/index.ts'
import { meetingUpdated } from './events.ts'
import { changedMeeting, meeting } from './meeting.ts'
import { toWrittenMeeting } from './present.ts'
import { removeRecordingFile } from './recording-file.ts'
import { Meeting } from './schema.ts'

export const removeMeetingRecording = endpoint({
  operationId: 'removeMeetingRecording',
  method: 'DELETE',
  deletion: 'part',
  path: '/scheduled-meetings/{id}/recording',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Remove the recording',
  description: 'Removes the recording of a meeting; its file is deleted. Without one nothing changes.',
  params: { id: meeting.id },
  responds: { 200: item(Meeting, 'The meeting as it is now') },
  etag: true,
  writes: 'transaction',
  present: toWrittenMeeting,
  async handle(context) {
    const current = await locked(context, meeting)
    await removeRecordingFile(context, current, null)
    return changedMeeting(context, current, { recording: null }, { action: 'recording_removed', event: meetingUpdated })
  },
})
