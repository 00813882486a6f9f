/** Marks a meeting's recording as deleted after its file was deleted. */
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { uploadDeleted } from '../uploads/index.ts'
import { markRecordingDeleted } from './queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the upload. */
    'mark-deleted-recording': { meetingId: Uuid }
  }
}

export const markDeletedRecording = job({
  name: 'mark-deleted-recording',
  description: 'Shows in its meeting that the file of a recording was deleted.',
  run: async ({ tx, tenantId, key: uploadId, input: { meetingId: id } }) =>
    void (await tx.rows(markRecordingDeleted, { tenantId, id, uploadId })),
})

export const markWhenUploadIsDeleted = eventJob(uploadDeleted, 'mark-deleted-recording', ({ id, meetingId }) =>
  meetingId ? { key: id, input: { meetingId } } : null,
)
