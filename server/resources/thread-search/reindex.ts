import type { EraseOutsideContext, EraseBatch } from '#kit/privacy/holding.ts'
import { findThreadsAfter } from '#kit/privacy/subjects.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { awaitIndex, dueAfter, indexThreadsNow } from './index-texts.ts'
import { indexBacklog, markThread, type IndexBacklog } from './queries.ts'

/**
 * Marks a thread whose text was changed other than by a new message: its subject was changed, messages were deleted, or were moved to or from
 * another thread. Call it in the transaction of the change, for each thread that lost or gained texts. Searches use the current texts of the
 * thread from the commit on.
 */
export async function reindexThread(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<void> {
  await tx.rows(markThread, { tenantId, threadId, mark: newId(), number: null })
}

/** Marks a thread as deleted. Call it in the transaction of the deletion. */
export async function unindexThread(tx: Queryable, tenantId: Uuid, { id, number }: { id: Uuid; number: number }): Promise<void> {
  await tx.rows(markThread, { tenantId, threadId: id, mark: newId(), number })
}

/** Seconds for which events wait for the index as a rule. Only older events are a backlog. */
export const indexDelaySeconds = dueAfter.seconds

/** Returns how many events and threads of a tenant the index has not read yet. */
export async function searchBacklog(db: Queryable, tenantId: Uuid): Promise<IndexBacklog> {
  return (await db.first(indexBacklog, { tenantId })) ?? { events: 0, oldestSeconds: null, threads: 0 }
}

const maxThreads = 1_000

/** The first position. It is not null, because null means that the step is complete. */
const firstPosition = ''

/**
 * Removes erased texts from the search index. Searches no longer find them once they are erased; after this step the index does not store them
 * either.
 */
export async function indexErasedThreads(context: EraseOutsideContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure } = context
  const after = position === firstPosition ? null : position
  const threadIds = erasure.dryRun ? [] : await findThreadsAfter(context, after, maxThreads, ['THREAD', 'ELSEWHERE'])
  const isUpToDate = threadIds.length === 0 || (await indexThreadsNow(db, erasure.tenantId, threadIds, context.signal))
  // Another worker holds the lock of the index: continue from the same position.
  if (!isUpToDate) {
    await awaitIndex()
    return { found: 0, next: position ?? firstPosition }
  }
  return { found: 0, next: threadIds.length === maxThreads ? (threadIds.at(-1) ?? null) : null }
}
