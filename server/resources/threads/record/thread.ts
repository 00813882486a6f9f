import { declareReferences } from '#kit/references.ts'
import type { Queryable } from '#platform/db.ts'
import type { PathAlias } from '#platform/http/declared-endpoint.ts'
import type { Uuid } from '#platform/ids.ts'
import { callProcedure } from '#platform/postgres/procedure.ts'
import { customer } from '../../customers/index.ts'
import { inbox } from '../../inboxes/index.ts'
import { team } from '../../teams/index.ts'
import { user } from '../../users/index.ts'
import { threadNotFound } from './errors.ts'
import { lockThread, type LockedThread } from './lock-queries.ts'
import { ticketNumberPattern } from './filter-schema.ts'
import {
  findByTicketNumber,
  findThread,
  findUnmergedThread,
  lockThreadRows,
  readLockedThreads,
  threadExists,
  type ThreadRecord,
} from './queries.ts'
import { findThreadRecord, findMergedInto } from './read-queries.ts'

/** Alias for threads. Ticket numbers are unique in a tenant, because they end with the thread's public number. */
const ticketNumberAlias: PathAlias = {
  pattern: ticketNumberPattern,
  description: 'Its ticket number is accepted, too.',
  find: async (db, tenantId, ticketNumber) => (await db.first(findByTicketNumber, { tenantId, ticketNumber }))?.id ?? null,
}

/**
 * Declares the thread for operations: its name, lookup and lock. Reading a merged thread returns that thread. Changing it changes its merge
 * root, to whose version If-Match refers.
 */
export const thread = {
  id: { prefix: 'thr', description: 'The thread, with or without `thr_`.', notFound: threadNotFound, alias: ticketNumberAlias },
  notFound: threadNotFound,
  statements: { lock: lockThread, exists: threadExists, leads: findMergedInto },
} as const

/**
 * Reads a thread; null for an unknown one. On a cluster, which plans joins for each execution, the procedure costs a third of the
 * statement, but a tenth more elsewhere (decision 98).
 */
export async function readThread(db: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<ThreadRecord | null> {
  if (db.isCluster) return callProcedure(db, findThreadRecord, key)
  return (await db.first(findUnmergedThread, key)) ?? db.first(findThread, key)
}

/** Reads a thread that must exist. */
export async function fetchThread(db: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<ThreadRecord> {
  const record = await readThread(db, key)
  if (!record) throw new Error('The thread does not exist')
  return record
}

/** Locks a thread or its merge root until the commit. Null for an unknown thread. */
export function lockMergeRoot(tx: Queryable, key: { tenantId: Uuid; id: Uuid }): Promise<LockedThread | null> {
  return callProcedure(tx, lockThread, key)
}

/** Locks threads until the commit in id order, to prevent deadlocks. Returns the ones that exist. */
export async function lockThreadsInOrder(tx: Queryable, tenantId: Uuid, ids: Uuid[]): Promise<ThreadRecord[]> {
  await tx.rows(lockThreadRows, { tenantId, ids })
  return tx.rows(readLockedThreads, { tenantId, ids })
}

/** References that agents can set. A thread can only be moved to an active inbox. */
export const threadReferences = { inboxId: { ...inbox, only: 'active' }, teamId: team, assigneeId: user }

export const references = declareReferences({
  plural: 'threads',
  table: 'threads',
  references: { ...threadReferences, customerId: customer },
})
