/** The background work of the knowledge base. */
import { job, lockRow, type Uuid } from '../../kit/index.ts'
import { kbArticle } from './articles/article.ts'
import { publishing, save } from './articles/save-article.ts'
import { forgetMissed, forgetVotes } from './reader-queries.ts'

declare global {
  interface EnqueuedJobs {
    /** The key is the article; the user has chosen the time. */
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
    const isShown = current.status === 'PUBLISHED' && !current.hasUnpublishedChanges
    if (isShown) await save(context, current, { publishAt: null }, { change: 'EDITED', userId, isDue: true })
    else await save(context, current, publishing(current), { change: 'PUBLISHED', userId, isDue: true })
  },
})

const portion = 500

export const forgetReaders = job({
  name: 'forget-readers',
  description: 'Deletes what visitors of the help centre searched in vain, and their votes (not the counts), after three months.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId }) {
    const limits = { tenantId, days: 90, limit: portion }
    const forgotten = [await tx.rows(forgetMissed, limits), await tx.rows(forgetVotes, limits)]
    return forgotten.some((rows) => rows.length === portion) ? { againInSeconds: 0 } : undefined
  },
})
