/** Background work of the knowledge base. */
import { lockRow } from '#kit/write.ts'
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import { kbArticle } from './articles/article.ts'
import { getPublishFields, saveArticle } from './articles/save-article.ts'
import { deleteOldMissedSearches, deleteOldVotes } from './reader-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the article's id. `userId` is the user who scheduled the publication. */
    'publish-kb-article': { userId: Uuid }
  }
}

export const publishArticle = job({
  name: 'publish-kb-article',
  description: 'Publishes an article at its time.',
  leaseSeconds: 20,
  async run({ tx, effects, tenantId, key: id, input: { userId } }) {
    const current = await lockRow(tx, kbArticle.statements, { tenantId, id })
    if (current === null || current.publishAt === null) return
    const context = { tx, effects, principal: { tenantId } }
    const isUpToDate = current.status === 'PUBLISHED' && !current.hasUnpublishedChanges
    if (isUpToDate) await saveArticle(context, current, { publishAt: null }, { change: 'EDITED', userId, isDue: true })
    else await saveArticle(context, current, getPublishFields(current), { change: 'PUBLISHED', userId, isDue: true })
  },
})

const chunk = 500

export const forgetReaders = job({
  name: 'forget-readers',
  description: 'Deletes searches without results and votes of help-centre visitors after three months. Counts stay.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    const limits = { tenantId, days: 90, limit: chunk }
    const forgotten = [await tx.rows(deleteOldMissedSearches, limits), await tx.rows(deleteOldVotes, limits)]
    return forgotten.some((rows) => rows.length === chunk) ? { againInSeconds: 0 } : undefined
  },
})
