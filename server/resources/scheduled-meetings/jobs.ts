import { follow, job } from '../../kit/index.ts'
import { uploadDeleted } from '../uploads/index.ts'
import * as named from './job-names.ts'
import { markRecordingDeleted } from './queries.ts'
import { remind } from './remind.ts'

export const markDeletedRecording = job<{ meetingId: string }>({
  ...named.markDeletedRecording,
  description: 'Shows in its meeting that the file of a recording was deleted.',
  run: async ({ tx, tenantId, key: uploadId, input: { meetingId: id } }) =>
    void (await tx.rows(markRecordingDeleted, { tenantId, id, uploadId })),
})

export const remindOfMeeting = job({
  ...named.remindOfMeeting,
  description: 'Reminds of a meeting an hour before it.',
  leaseSeconds: 20,
  run: remind,
})

export const recordingDeleted = follow(uploadDeleted, named.markDeletedRecording, ({ id, meetingId }) =>
  meetingId ? { key: id, input: { meetingId } } : null,
)
