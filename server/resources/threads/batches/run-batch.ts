/** Changes the threads of a batch by filter in a job, one chunk per transaction. */
import { fetchOne } from '#kit/write.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { causedBy, type EventActor, type EventCause } from '#platform/outbox/attribution.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
import { cannedResponse } from '../../canned-responses/index.ts'
import { advanceJob, lockJob, type JobRecord } from '../../jobs/index.ts'
import { applyBatch } from './apply-batch.ts'
import { dropItems, findBatchAgent, takeItems } from './batch-queries.ts'
import { changeBatch, type BatchOutcome, type Changes } from '../change/change-batch.ts'

type Context = Omit<RunContext<NoInput, unknown>, 'found'>

/** Maximum number of threads per transaction, which takes a few tens of milliseconds and locks its threads for that long. */
const chunk = 50
const maxFailuresKept = 100

/** Changes the next threads. Removes them from the list and updates the progress in the same transaction. */
export async function runBatch(context: Context): Promise<{ againInSeconds: number } | undefined> {
  const { tx, effects: given, tenantId, key: id } = context
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown || shown.state === 'DONE' || shown.state === 'FAILED') return undefined
  const cause = causedBy('BATCH', id)
  const effects = given.attribute({ ...(shown.actor ? { actor: shown.actor } : {}), cause })
  const taken = await tx.rows(takeItems, { tenantId, jobId: id, limit: chunk })
  const threadIds = taken.map(({ threadId }) => threadId).toSorted()
  // Safe because `batchThreads` stored the input.
  const input = shown.input as Changes | { cannedResponseId: Uuid }
  const run = { ...context, effects }
  const outcomes =
    'cannedResponseId' in input
      ? await applyAsAgent(run, threadIds, { actor: shown.actor, cause, cannedResponseId: input.cannedResponseId })
      : await changeBatch({ tx, effects, principal: { tenantId } }, threadIds, input)
  if (typeof outcomes === 'string') return giveUpBatch({ ...context, error: outcomes })
  const failures = outcomes.flatMap(({ threadId, error }) => (error ? [{ threadId: toTypeId('thr', threadId), error }] : []))
  const isDone = taken.length < chunk
  await advanceJob({ tx, effects, tenantId }, id, {
    state: isDone ? 'DONE' : 'RUNNING',
    done: shown.done + outcomes.length,
    failed: shown.failed + failures.length,
    result: { failures: [...readFailures(shown), ...failures].slice(0, maxFailuresKept) },
  })
  return isDone ? undefined : { againInSeconds: 0 }
}

type AsAgent = { actor: EventActor | null; cause: EventCause; cannedResponseId: Uuid }

/** Applies a canned response on behalf of the agent who requested the batch. Returns an error if that is no longer possible. */
async function applyAsAgent(
  { tx, effects, tenantId, config, secrets }: Context,
  threadIds: readonly Uuid[],
  { actor, cause, cannedResponseId }: AsAgent,
): Promise<BatchOutcome[] | string> {
  const agent = actor?.id ? await tx.first(findBatchAgent, { tenantId, id: actor.id }) : null
  if (!agent || actor === null) return 'The user who ordered the batch was deleted.'
  if (!(await tx.first(cannedResponse.statements.find, { tenantId, id: cannedResponseId }))) return 'The canned response was deleted.'
  const { tenantName, ...user } = agent
  const by = { tenantId, tenant: { name: tenantName }, user, identity: getIdentity(tenantId, actor, cause) }
  return applyBatch({ tx, effects, config, secrets, by }, threadIds, () =>
    fetchOne(tx, cannedResponse.statements.lock, { tenantId, id: cannedResponseId }),
  )
}

/** Ends the batch before all threads were processed. */
export async function giveUpBatch({
  tx,
  effects,
  tenantId,
  key: id,
  error,
}: Pick<Context, 'tx' | 'effects' | 'tenantId' | 'key'> & { error: string }): Promise<undefined> {
  const shown = await tx.first(lockJob, { tenantId, id })
  if (!shown) return
  await tx.rows(dropItems, { tenantId, jobId: id })
  const attributed = effects.attribute({ cause: causedBy('BATCH', id) })
  await advanceJob({ tx, effects: attributed, tenantId }, id, {
    ...shown,
    state: 'FAILED',
    result: { failures: readFailures(shown), error },
  })
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
  description: 'Changes the threads of a batch by filter, in chunks.',
  leaseSeconds: 20,
  atOnce: 2,
  run: runBatch,
  onDead: giveUpBatch,
})
