import { type EraseOutsideContext, newId, type Portion, type Queryable, threadsAfter, type Uuid } from '../../kit/index.ts'
import { awaitIndex, indexThreadsNow, waiting } from './index-texts.ts'
import { indexBacklog, markThread, type IndexBacklog } from './queries.ts'

/**
 * Says that a thread's text was changed other than by a new message: its subject, messages that were deleted, that left for another thread
 * or came from one. Call it in the transaction of the change, for each thread that lost or gained something. From the commit on searches
 * see the thread as it is.
 */
export async function reindexThread(tx: Queryable, tenantId: Uuid, threadId: Uuid): Promise<void> {
  await tx.rows(markThread, { tenantId, threadId, mark: newId(), number: null })
}

/** Says that a thread was deleted. In the transaction of the deletion. */
export async function unindexThread(tx: Queryable, tenantId: Uuid, { id, number }: { id: Uuid; number: number }): Promise<void> {
  await tx.rows(markThread, { tenantId, threadId: id, mark: newId(), number })
}

/** How long the index may leave events unread before that is a backlog: it collects texts, and the job that looks for them runs every few seconds. */
export const indexDelaySeconds = waiting.seconds

/** How far the index of a tenant's threads is behind. */
export async function searchBacklog(db: Queryable, tenantId: Uuid): Promise<IndexBacklog> {
  return (await db.first(indexBacklog, { tenantId })) ?? { events: 0, oldestSeconds: null, threads: 0 }
}

const threadsMax = 1_000

/** A position is not null until the step is over. */
const beginning = ''

/** Brings the search index up to date with what was erased. Searches have not found it since it was; now it is not stored either. */
export async function indexErased(context: EraseOutsideContext, position: string | null): Promise<Portion> {
  const { db, erasure } = context
  const after = position === beginning ? null : position
  const threadIds = erasure.dryRun ? [] : await threadsAfter(context, after, threadsMax, ['THREAD', 'ELSEWHERE'])
  const isUpToDate = threadIds.length === 0 || (await indexThreadsNow(db, erasure.tenantId, threadIds, context.signal))
  // Another worker holds the index of the tenant: again from here.
  if (!isUpToDate) {
    await awaitIndex()
    return { found: 0, next: position ?? beginning }
  }
  return { found: 0, next: threadIds.length === threadsMax ? (threadIds.at(-1) ?? null) : null }
}
