/** Erases notifications about a customer's threads. They contain only ids, and show the threads' texts. */
import type { Personal } from '#kit/privacy/holding.ts'
import { createThreadsStep } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import { deleteOfThreads } from './queries.ts'

export const personal: Personal = {
  steps: [
    createThreadsStep({ name: 'notifications', phase: 'copies', place: null }, {}, async ({ db, erasure }, threadIds) => {
      const { tenantId, dryRun } = erasure
      return dryRun ? 0 : (await fetchOne(db, deleteOfThreads, { tenantId, threadIds })).count
    }),
  ],
  excused: {
    notifications: 'ids and words; deleted when its thread is erased',
    notification_counts: 'numbers',
    push_subscriptions: 'addresses of users’ browsers',
  },
}
