import type { EraseOutsideContext, EraseBatch } from '#kit/privacy/holding.ts'
import { findThreadsAfter } from '#kit/privacy/subjects.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { awaitIndex, dueAfter, indexThreadsNow } from './index-texts.ts'
import { indexBacklog, markThread, type IndexBacklog } from './queries.ts'

/**
 * Marks a thread whose text changed in any way but by a new message: a changed subject, deleted messages, or messages moved to or from
 * another thread. Call it in the transaction of the change, for each thread that lost or gained texts. Searches use the thread's current
 * texts from the commit on.
 */
export async function reindexThread(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<void> {
  await tx.rows(markThread, { tenantId, threadId, mark: newId(), number: null })
}

/** Marks a thread as deleted. Call it in the transaction of the deletion. */
export async function unindexThread(tx: Queryable, tenantId: Uuid, { id, number }: { id: Uuid; number: number }): Promise<void> {
  await tx.rows(markThread, { tenantId, threadId: id, mark: newId(), number })
}

/** Seconds for which events normally wait for the index. Only older events are a backlog. */
export const indexDelaySeconds = dueAfter.seconds

/** Returns how many of a tenant's events and threads are not indexed yet. */
export async function searchBacklog(db: Queryable, tenantId: Uuid): Promise<IndexBacklog> {
  return (await db.first(indexBacklog, { tenantId })) ?? { events: 0, oldestSeconds: null, threads: 0 }
}

const maxThreads = 1_000

/** First position. Not null, because null means that the step is complete. */
const firstPosition = ''

/**
 * Removes erased texts from the search index. Searches stop finding them at the erasure; after this step they are not stored in the index
 * either.
 */
export async function indexErasedThreads(context: EraseOutsideContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure } = context
  const after = position === firstPosition ? null : position
  const threadIds = erasure.dryRun ? [] : await findThreadsAfter(context, after, maxThreads, ['THREAD', 'ELSEWHERE'])
  const isUpToDate = threadIds.length === 0 || (await indexThreadsNow(db, erasure.tenantId, threadIds, context.signal))
  // Another worker holds the index lock: continue from the same position.
  if (!isUpToDate) {
    await awaitIndex()
    return { found: 0, next: position ?? firstPosition }
  }
  return { found: 0, next: threadIds.length === maxThreads ? (threadIds.at(-1) ?? null) : null }
}
