import { declareReferences, nothingYet, type Queryable, type Uuid } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { team } from '../teams/index.ts'
import { user } from '../users/index.ts'
import { threadNotFound } from './errors.ts'
import { findThread, holdThread, holdThreads, lockThread, lockThreads, threadExists, type ThreadRecord } from './queries.ts'

/** How operations name, find and lock a thread. */
export const thread = {
  id: { prefix: 'thr', description: 'The thread, with or without `thr_`.', notFound: threadNotFound },
  notFound: threadNotFound,
  statements: { find: findThread, hold: holdThread, lock: lockThread, exists: threadExists },
} as const

/**
 * The thread, locked until the commit, for work without a request; null when there is none. The lock is taken first, in a statement of its
 * own: one that has waited for it would not see labels that were made meanwhile.
 */
export async function lockedThread(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<ThreadRecord | null> {
  await tx.rows(holdThread, key)
  return tx.first(lockThread, key)
}

/** Several threads, locked in the order of their ids as everybody locks several; those that are there. */
export async function lockedThreads(tx: Queryable, tenantId: Uuid, ids: Uuid[]): Promise<ThreadRecord[]> {
  await tx.rows(holdThreads, { tenantId, ids })
  return tx.rows(lockThreads, { tenantId, ids })
}

/** What agents may set. A thread is moved to inboxes that take threads. */
export const threadReferences = { inboxId: { ...inbox, only: 'active' }, teamId: team }

/** What a message names. */
export const messageReferences = { 'attachments[].uploadId': nothingYet('upload') }

export const references = declareReferences({
  plural: 'threads',
  table: 'threads',
  references: { ...threadReferences, customerId: customer, assigneeId: user },
})
