/** Declares what an erasure of threads changes in articles. */
import { createThreadsStep } from '#kit/privacy/subjects.ts'
import { clearSourceThreads } from './articles/queries.ts'

/** Removes the references from articles to threads that will be deleted. Articles are the tenant's own, so their text stays. */
export const forgetSourceThreads = createThreadsStep(
  { name: 'sources-of-articles', phase: 'contents', place: null },
  {},
  async ({ db: tx, erasure: { tenantId, dryRun, mode } }, threadIds) => {
    if (mode === 'DELETE' && !dryRun) await tx.rows(clearSourceThreads, { tenantId, threadIds })
    return 0
  },
)
