import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { findResource, lockResource } from '#kit/write.ts'
import { attachmentErrors, attachToMeeting } from '../uploads/index.ts'
import { meetingNotScheduled } from './errors.ts'
import { meetingUpdated } from './events.ts'
import { MeetingRecordingInput } from './input-schema.ts'
import { changeMeeting, checkNotCancelled, meeting } from './meeting.ts'
import { toWrittenMeeting } from './present.ts'
import { removeRecordingFile } from './recording-file.ts'
import { Meeting, type StoredRecording } from './schema.ts'

export const attachMeetingRecording = endpoint.write({
  operationId: 'attachMeetingRecording',
  method: 'POST',
  path: '/scheduled-meetings/{id}/recording',
  tag: 'scheduled-meetings',
  scope: 'meetings:write',
  summary: 'Attach a recording',
  description:
    'Attaches a recording to a meeting: an upload, which then belongs to the meeting, or the URL of a recording that is stored ' +
    'elsewhere. It replaces an earlier recording, whose file is deleted.',
  params: { id: meeting.id },
  body: MeetingRecordingInput,
  responds: { 200: item(Meeting, 'The meeting as it is now') },
  errors: [...attachmentErrors, meetingNotScheduled],
  etag: true,
  present: toWrittenMeeting,
  async handle(context) {
    const {
      tx,
      principal: { tenantId },
      params: { id: meetingId },
      body: { uploadId, url = null },
    } = context
    // Throws 404 first. Lock the meeting only below, because uploads are locked before all other rows.
    await findResource({ ...context, db: tx }, meeting)
    const elsewhere: StoredRecording = { uploadId: null, url, filename: null, contentType: null, size: null, deleted: false }
    const file = uploadId === undefined ? null : await attachToMeeting(tx, { tenantId, meetingId }, uploadId)
    const current = await lockResource(context, meeting)
    checkNotCancelled(current)
    const recording = file
      ? { uploadId: file.id, url: null, filename: file.filename, contentType: file.contentType, size: file.size, deleted: false }
      : elsewhere
    await removeRecordingFile(context, current, recording)
    return changeMeeting(context, current, { recording }, { action: 'recording_attached', event: meetingUpdated })
  },
})
