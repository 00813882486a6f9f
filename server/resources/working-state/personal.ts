/** Erases drafts to a customer, and their files. */
import { erasedText, type Personal } from '#kit/privacy/holding.ts'
import { insertSubjects, toRequestKey, createThreadsStep } from '#kit/privacy/subjects.ts'
import { lockUnattached, removeUploads } from '../uploads/index.ts'
import { deleteDrafts, deletePresence, deleteReads, draftsOf } from './queries.ts'

export const personal: Personal = {
  tables: ['thread_drafts'],
  fields: { body: erasedText },
  steps: [
    // Runs before the erasure of copies, which searches stored responses for the names of these files.
    createThreadsStep({ name: 'files-of-drafts', phase: 'contents', place: null }, {}, async ({ db: tx, effects, erasure }, threadIds) => {
      const { tenantId, dryRun } = erasure
      const named = (await tx.rows(draftsOf, { tenantId, threadIds })).flatMap(({ attachments }) =>
        attachments.map((file) => file.uploadId),
      )
      if (named.length === 0) return 0
      const ids = await lockUnattached({ tx, tenantId }, named)
      await tx.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'FILE', ids })
      if (!dryRun) await removeUploads({ tx, effects, tenantId }, ids, { silent: true })
      return 0
    }),
    // Runs after the erasure of threads, because no new draft can be saved for an erased thread.
    createThreadsStep({ name: 'drafts', phase: 'copies', place: 'drafts' }, {}, async ({ db, erasure }, threadIds) => {
      const { tenantId, dryRun, mode } = erasure
      const found = (await db.rows(draftsOf, { tenantId, threadIds })).length
      if (dryRun) return found
      await db.rows(deleteDrafts, { tenantId, threadIds })
      await db.rows(deletePresence, { tenantId, threadIds })
      if (mode === 'DELETE') await db.rows(deleteReads, { tenantId, threadIds })
      return found
    }),
  ],
  excused: { thread_presence: 'ids; deleted with the drafts', visitor_presence: 'ids and times; deleted with the visitor' },
}
