/** Erases dry run results about a customer's threads. */
import { createThreadsStep } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import { deleteOfThreads } from './dry-run-queries.ts'

export const dryRunsStep = createThreadsStep({ name: 'dry-runs', phase: 'copies', place: null }, {}, async ({ db, erasure }, threadIds) => {
  const { tenantId, dryRun } = erasure
  return dryRun ? 0 : (await fetchOne(db, deleteOfThreads, { tenantId, threadIds })).count
})
