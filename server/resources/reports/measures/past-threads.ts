/** Facts of threads without events. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { ensureTenant } from './queries.ts'
import { countFromRows } from './read-measures.ts'
import { forgetFacts, holdReader } from './rebuild-queries.ts'
import { rebuildSums } from './rebuild.ts'

/** Keeps the reader of events from counting until the commit. Call it before `countPastThreads`, and before locking the counters. */
export async function holdFacts(tx: Queryable, tenantId: Uuid): Promise<void> {
  await tx.rows(holdReader, { tenantId })
}

/** Counts threads that were written without events. */
export async function countPastThreads(tx: Queryable, tenantId: Uuid, threadIds: readonly Uuid[]): Promise<void> {
  if (threadIds.length === 0) return
  await countFromRows(tx, tenantId, threadIds)
}

/** Deletes the facts of threads, as if they had never been, and rebuilds the sums. */
export async function forgetThreads(tx: Queryable, tenantId: Uuid, threadIds: readonly Uuid[]): Promise<void> {
  await tx.rows(holdReader, { tenantId })
  await tx.rows(ensureTenant, { tenantId })
  await tx.rows(forgetFacts, { tenantId, threadIds })
  await rebuildSums(tx, tenantId)
}
