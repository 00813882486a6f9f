/** Shows in a message that one of its files was deleted. */
import { follow, job, type Uuid } from '../../../kit/index.ts'
import { reindexThread } from '../../thread-search/index.ts'
import { uploadDeleted } from '../../uploads/index.ts'
import { markFileDeleted, markScheduledFileDeleted } from './message-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the upload. */
    'mark-deleted-file': { messageId: Uuid }
  }
}

export const markDeletedFile = job({
  name: 'mark-deleted-file',
  description: 'Shows in its message that a file was deleted.',
  async run({ tx, tenantId, key: uploadId, input: { messageId } }) {
    const message = await tx.first(markFileDeleted, { tenantId, messageId, uploadId })
    // The search finds threads by the names of their files.
    if (message) await reindexThread(tx, tenantId, message.threadId)
    await tx.rows(markScheduledFileDeleted, { tenantId, messageId, uploadId })
  },
})

export const markWhenUploadIsDeleted = follow(uploadDeleted, 'mark-deleted-file', ({ id, messageId }) =>
  messageId ? { key: id, input: { messageId } } : null,
)
