/** Stores a run with its cost, whether it succeeded or failed. */
import { findRecentErasure } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Principal } from '#platform/principal.ts'
import { addUsage, noteThreads } from './queries.ts'
import { noOutput, run, type RunRecord } from './run.ts'

type Values = Pick<
  RunRecord,
  'operation' | 'threadId' | 'provider' | 'model' | 'status' | 'failure' | 'output' | 'citations' | 'confidence' | 'usage'
>
/** `threadIds` are the other threads that the run quotes. `startedAt` is the `performance.now()` at which the first of them was read. */
type Ended = Values & { threadIds: readonly Uuid[]; startedAt: number }

/**
 * Stores a run. A model takes seconds, so a customer may have been erased since the run read their words. The run is then stored without
 * texts, as an erasure would leave it, because its tokens still count against the day's budget.
 */
export async function keepRun(tx: Queryable, { tenantId, user }: Principal, { threadIds, startedAt, ...ended }: Ended): Promise<RunRecord> {
  const id = newId()
  const noted = [...new Set([...(ended.threadId === null ? [] : [ended.threadId]), ...threadIds])]
  const values: Values = (await areErased(tx, tenantId, id, noted, startedAt)) ? { ...ended, ...withoutWords } : ended
  const latencyMs = Math.round(performance.now() - startedAt)
  const { statements } = run
  const record = await fetchOne(
    tx,
    statements.insert,
    statements.parameters({ tenantId, id }, { ...values, userId: user.id, latencyMs, feedback: null }),
  )
  const isFailed = ended.status === 'FAILED'
  await tx.rows(addUsage, { tenantId, operation: ended.operation, runs: isFailed ? 0 : 1, failed: isFailed ? 1 : 0, ...ended.usage })
  return record
}

const withoutWords: Pick<Values, 'status' | 'failure' | 'output' | 'citations'> = {
  status: 'ERASED',
  failure: null,
  output: noOutput,
  citations: [],
}

/** Stores the threads of a run. True when one of them was erased since the run read it. */
async function areErased(tx: Queryable, tenantId: Uuid, runId: Uuid, threadIds: readonly Uuid[], startedAt: number): Promise<boolean> {
  if (threadIds.length === 0) return false
  const { held } = await fetchOne(tx, noteThreads, { tenantId, runId, threadIds })
  if (held < threadIds.length) return true
  const seconds = (performance.now() - startedAt) / 1000
  return (await tx.first(findRecentErasure, { tenantId, ids: threadIds, seconds })) !== null
}
