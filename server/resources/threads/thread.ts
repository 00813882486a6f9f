import { declareReferences, lockRow, type Queryable, type Uuid } from '../../kit/index.ts'
import { customer } from '../customers/index.ts'
import { inbox } from '../inboxes/index.ts'
import { team } from '../teams/index.ts'
import { user } from '../users/index.ts'
import { threadNotFound } from './errors.ts'
import { findMergedInto } from './merging/merge-queries.ts'
import {
  lockMergeRootRow,
  findThread,
  findUnmergedThread,
  lockThreadRows,
  readLockedThread,
  readLockedThreads,
  threadExists,
  type LockedThread,
  type ThreadRecord,
} from './queries.ts'

/**
 * How operations name, find and lock a thread. A merged thread can be read as it is; a change to it applies to the thread that has its
 * messages, whose version If-Match then refers to.
 */
export const thread = {
  id: { prefix: 'thr', description: 'The thread, with or without `thr_`.', notFound: threadNotFound },
  notFound: threadNotFound,
  statements: { find: findThread, hold: lockMergeRootRow, lock: readLockedThread, exists: threadExists, leads: findMergedInto },
} as const

/** Reads a thread; null when there is none. */
export async function readThread(db: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<ThreadRecord | null> {
  return (await db.first(findUnmergedThread, key)) ?? db.first(findThread, key)
}

/** The thread, locked until the commit, for background work; null when there is none. */
export function lockMergeRoot(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<LockedThread | null> {
  return lockRow(tx, thread.statements, key)
}

/** Several existing threads, locked in the order of their ids, like everywhere. */
export async function lockThreadsInOrder(tx: Queryable, tenantId: Uuid, ids: Uuid[]): Promise<ThreadRecord[]> {
  await tx.rows(lockThreadRows, { tenantId, ids })
  return tx.rows(readLockedThreads, { tenantId, ids })
}

/** References that agents may set. A thread can only be moved to an active inbox. */
export const threadReferences = { inboxId: { ...inbox, only: 'active' }, teamId: team, assigneeId: user }

export const references = declareReferences({
  plural: 'threads',
  table: 'threads',
  references: { ...threadReferences, customerId: customer },
})
