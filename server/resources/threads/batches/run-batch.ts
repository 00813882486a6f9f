/** The job that changes the threads of a batch by filter, a portion per transaction. */
import { causedBy, job, type NoInput, type RunContext, toTypeId } from '../../../kit/index.ts'
import { advanceJob, lockJob, type JobRecord } from '../../jobs/index.ts'
import { dropItems, takeItems } from './batch-queries.ts'
import { changeBatch, type Changes } from './change-batch.ts'

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/** Threads per transaction, which takes some tens of milliseconds and locks its threads for that long. */
const portion = 50
const maxFailuresKept = 100

/** Changes the next threads. The same transaction removes them from the list and updates the progress. */
export async function runBatch({ tx, effects, tenantId, key: id }: Context): Promise<{ againInSeconds: number } | undefined> {
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown || shown.state === 'DONE' || shown.state === 'FAILED') return undefined
  const ordered = shown.actor ? { actor: shown.actor } : {}
  const taken = await tx.rows(takeItems, { tenantId, jobId: id, limit: portion })
  const threadIds = taken.map(({ threadId }) => threadId).toSorted()
  // Safe because `batchThreads` stored the changes of its body as the input.
  const outcomes = await changeBatch(
    { tx, effects: effects.attribute({ ...ordered, cause: causedBy('BATCH', id) }), principal: { tenantId } },
    threadIds,
    shown.input as Changes,
  )
  const failures = outcomes.flatMap(({ threadId, error }) => (error ? [{ threadId: toTypeId('thr', threadId), error }] : []))
  const isDone = taken.length < portion
  await tx.rows(advanceJob, {
    tenantId,
    id,
    state: isDone ? 'DONE' : 'RUNNING',
    done: shown.done + outcomes.length,
    failed: shown.failed + failures.length,
    result: { failures: [...readFailures(shown), ...failures].slice(0, maxFailuresKept) },
  })
  return isDone ? undefined : { againInSeconds: 0 }
}

export async function giveUpBatch({ tx, tenantId, key: id, error }: Context & { error: string }): Promise<void> {
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown) return
  await tx.rows(dropItems, { tenantId, jobId: id })
  await tx.rows(advanceJob, { ...shown, tenantId, id, state: 'FAILED', result: { failures: readFailures(shown), error } })
}

function readFailures({ result }: JobRecord): unknown[] {
  const failures = result?.['failures']
  return Array.isArray(failures) ? failures : []
}

declare global {
  interface EnqueuedJobs {
    /** The key is the id of the job that the API shows. */
    'run-thread-batch': NoInput
  }
}

export const runThreadBatch = job({
  name: 'run-thread-batch',
  description: 'Changes the threads of a batch by filter, in portions.',
  leaseSeconds: 20,
  atOnce: 2,
  run: runBatch,
  onDead: giveUpBatch,
})
