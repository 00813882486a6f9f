import { newId, type Queryable, type Uuid } from '../../kit/index.ts'
import { waiting } from './index-texts.ts'
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
