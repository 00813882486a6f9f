/** What colleagues were about to write to a customer. */
import { erasedText, type Personal } from '../../kit/privacy/holding.ts'
import { overThreads } from '../../kit/privacy/subjects.ts'
import { deleteDrafts, deletePresence, deleteReads, draftsOf } from './personal-queries.ts'

export const personal: Personal = {
  tables: ['thread_drafts'],
  fields: { body: erasedText },
  steps: [
    // After the threads: no new draft can be saved for one that is gone.
    overThreads({ name: 'drafts', phase: 'copies', place: 'drafts' }, {}, async ({ db, erasure }, threadIds) => {
      const { tenantId, dryRun, mode } = erasure
      const found = (await db.rows(draftsOf, { tenantId, threadIds })).length
      if (dryRun) return found
      await db.rows(deleteDrafts, { tenantId, threadIds })
      await db.rows(deletePresence, { tenantId, threadIds })
      if (mode === 'DELETE') await db.rows(deleteReads, { tenantId, threadIds })
      return found
    }),
  ],
  excused: { thread_presence: 'ids; deleted with the drafts' },
}
