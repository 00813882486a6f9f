/** Keeps a run, whether it has a result or failed, together with what it has cost. */
import { erasedWithin, newId, fetchOne, type Principal, type Queryable, type Uuid } from '../../kit/index.ts'
import { addUsage, noteThreads } from './queries.ts'
import { noOutput, run, type RunRecord } from './run.ts'

type Values = Pick<
  RunRecord,
  'operation' | 'threadId' | 'provider' | 'model' | 'status' | 'failure' | 'output' | 'citations' | 'confidence' | 'usage'
>
/** `threadIds`: the threads whose words it repeats, besides its own. `startedAt`: when the first of them was read, by `performance.now()`. */
type Ended = Values & { threadIds: readonly Uuid[]; startedAt: number }

/**
 * A customer may have been erased since their words were read: a model takes seconds. The run is then kept as an erasure leaves runs, without
 * words. It is not refused, because its tokens count against the budget of the day.
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

/** Notes the threads of a run, and says whether one of them was erased since it was read. */
async function areErased(tx: Queryable, tenantId: Uuid, runId: Uuid, threadIds: readonly Uuid[], startedAt: number): Promise<boolean> {
  if (threadIds.length === 0) return false
  const { held } = await fetchOne(tx, noteThreads, { tenantId, runId, threadIds })
  if (held < threadIds.length) return true
  const seconds = (performance.now() - startedAt) / 1000
  return (await tx.first(erasedWithin, { tenantId, ids: threadIds, seconds })) !== null
}
