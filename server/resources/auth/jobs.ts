import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { user } from '../users/index.ts'
import { deleteExpiredLinks, deleteOldSessions } from './queries.ts'
import { endAccess } from './sessions.ts'

if (!user.events) throw new Error('Users must emit events')

declare global {
  interface EnqueuedJobs {
    /** The key is the user's id. */
    'end-sessions-of-user': NoInput
  }
}

/**
 * Enqueues a job that ends a suspended user's sessions and calendar URL. The service rejects the user's requests immediately, but without
 * the job the sessions and the URL would work again once the user is reactivated.
 */
export const suspensionEndsSessions = eventJob(user.events.updated, 'end-sessions-of-user', ({ id, status }, previous) =>
  status === 'SUSPENDED' && previous.status !== undefined ? { key: id } : null,
)

export const endSessionsOfSuspended = job({
  name: 'end-sessions-of-user',
  description: 'Ends the sessions and the calendar URL of a user who was suspended.',
  run: ({ tx, effects, tenantId, key }) => endAccess({ tx, effects }, { tenantId, userId: key }, 'USER_SUSPENDED'),
})

export const forgetSessions = job({
  name: 'forget-sessions',
  description: 'Deletes sessions that ended at least a month ago, and expired sign-in links.',
  every: { seconds: 86_400, for: 'tenant' },
  async run({ tx, tenantId }) {
    await tx.rows(deleteOldSessions, { tenantId })
    await tx.rows(deleteExpiredLinks, { tenantId })
  },
})
