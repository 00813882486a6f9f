import { follow, job, type NoInput } from '../../kit/index.ts'
import { user } from '../users/index.ts'
import { forgetLinkRows, forgetSessionRows } from './queries.ts'
import { endAccess } from './sessions.ts'

if (!user.events) throw new Error('Changes of people are events')

declare global {
  interface EnqueuedJobs {
    /** The key is the user. */
    'end-sessions-of-user': NoInput
  }
}

/**
 * Requests of suspended people are refused at once; this ends their sessions and the URL of their calendar too, so that they do not work
 * again after a reactivation.
 */
export const suspensionEndsSessions = follow(user.events.updated, 'end-sessions-of-user', ({ id, status }, previous) =>
  status === 'SUSPENDED' && previous.status !== undefined ? { key: id } : null,
)

export const endSessionsOfSuspended = job({
  name: 'end-sessions-of-user',
  description: 'Ends the sessions and the calendar URL of a person who was suspended.',
  run: ({ tx, effects, tenantId, key }) => endAccess({ tx, effects }, { tenantId, userId: key }, 'USER_SUSPENDED'),
})

export const forgetSessions = job({
  name: 'forget-sessions',
  description: 'Forgets sessions that have been over for a month, and links whose time is over.',
  every: { seconds: 86_400, for: 'tenant' },
  async run({ tx, tenantId }) {
    await tx.rows(forgetSessionRows, { tenantId })
    await tx.rows(forgetLinkRows, { tenantId })
  },
})
