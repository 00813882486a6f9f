/** Marks a deleted file in its message, in a job. */
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { reindexThread } from '../../thread-search/index.ts'
import { uploadDeleted } from '../../uploads/index.ts'
import { markFileDeleted, markScheduledFileDeleted } from '../record/message-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the upload's id. */
    'mark-deleted-file': { messageId: Uuid }
  }
}

export const markDeletedFile = job({
  name: 'mark-deleted-file',
  description: 'Shows in its message that a file was deleted.',
  async run({ tx, tenantId, key: uploadId, input: { messageId } }) {
    const message = await tx.first(markFileDeleted, { tenantId, messageId, uploadId })
    // File names are part of the search index.
    if (message) await reindexThread(tx, tenantId, message.threadId)
    await tx.rows(markScheduledFileDeleted, { tenantId, messageId, uploadId })
  },
})

export const markWhenUploadIsDeleted = eventJob(uploadDeleted, 'mark-deleted-file', ({ id, messageId }) =>
  messageId ? { key: id, input: { messageId } } : null,
)
