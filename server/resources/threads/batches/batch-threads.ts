import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { createPresenter } from '#kit/present.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, scopeEscalation, unknownReference, validationFailed } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { type Outcome, toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { getActor } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import { insertJob, Job, type JobRecord } from '../../jobs/index.ts'
import { BatchResult, ThreadBatch } from '../change/batch-schema.ts'
import { toAgentActor } from '../actions/actor.ts'
import { findCannedResponse, lockCannedResponse } from '../canned-responses/canned-run.ts'
import { applyBatch } from './apply-batch.ts'
import { changeBatch, checkChanges, type BatchOutcome, type Changes } from '../change/change-batch.ts'
import { batchTooLarge, timeOutOfRange, totalChanged } from '../record/errors.ts'
import { toListFilters } from '../list/list-filters.ts'
import { noteThreads } from './note-threads.ts'

type Context = TransactionContext<object, undefined, Static<typeof ThreadBatch>>
type ByFilter = Extract<Static<typeof ThreadBatch>, { filter: object }>
type Results = { results: BatchOutcome[]; succeeded: number; failed: number }

const presentResults = createPresenter(BatchResult)
const presentJob = createPresenter(Job)

export const batchThreads = endpoint.write({
  operationId: 'batchThreads',
  method: 'POST',
  path: '/threads/batch',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Change many threads',
  description:
    'Makes the same change to up to 100 threads at once, with a result for each: a thread is changed completely or not at all, ' +
    'and a thread that cannot be changed does not affect the others. With `filter` and `expectedTotal`, changes all threads that ' +
    'match now, at most 100,000: the response is a background job, and `GET /jobs/{id}` shows its progress. An error in `changes` ' +
    'refuses the whole request. With `cannedResponseId` in place of `changes`, applies a canned response to each thread, with its own ' +
    'variables; a thread without a value for a variable, or a closed one that would get a reply, is not changed.',
  body: ThreadBatch,
  responds: { 200: item(BatchResult, 'The result for each thread'), 202: item(Job, 'The job that changes the threads') },
  errors: [unknownReference, timeOutOfRange, totalChanged, batchTooLarge, scopeEscalation],
  present: (record: Results | JobRecord) => ('results' in record ? presentResults(record) : presentJob(record)),
  async handle(context): Promise<Outcome<Results | JobRecord>> {
    const { body } = context
    const work = readWork(body)
    if ('changes' in work) await checkChanges(context, work.changes)
    else await findCannedResponse(context, work.cannedResponseId)
    if ('filter' in body) return startBatch(context, body, work)
    const threadIds = [...new Set(body.threadIds)]
    const results = 'changes' in work ? await changeBatch(context, threadIds, work.changes) : await applyToThreads(context, threadIds, work)
    const failed = results.filter(({ ok }) => !ok).length
    // Each changed thread has its own audit row and events.
    return toUnchangedOutcome({ results, succeeded: results.length - failed, failed })
  },
})

type Work = { changes: Changes } | { cannedResponseId: Uuid }

/** Returns the batch's work. Throws 400 unless the body has either `changes` or `cannedResponseId`. */
function readWork({ changes, cannedResponseId }: Static<typeof ThreadBatch>): Work {
  if (changes !== undefined && cannedResponseId === undefined) return { changes }
  if (changes === undefined && cannedResponseId !== undefined) return { cannedResponseId }
  const detail =
    changes === undefined
      ? { field: 'changes', code: 'REQUIRED', message: 'or cannedResponseId must be present' }
      : { field: 'cannedResponseId', code: 'AMBIGUOUS', message: 'cannot be combined with changes' }
  throw new ApiError(validationFailed, { details: [detail] })
}

/** Applies a canned response on behalf of the caller. */
async function applyToThreads(context: Context, threadIds: readonly Uuid[], { cannedResponseId }: { cannedResponseId: Uuid }) {
  const { tx, principal, effects, requestId, config, secrets } = context
  const run = { tx, effects, config, secrets, by: toAgentActor(principal, requestId) }
  return applyBatch(run, threadIds, () => lockCannedResponse(context, cannedResponseId))
}

async function startBatch(context: Context, { filter, expectedTotal }: ByFilter, work: Work): Promise<Outcome<JobRecord>> {
  const { tx, principal, effects } = context
  const { tenantId } = principal
  const id = newId()
  const total = await noteThreads(tx, tenantId, toListFilters(filter, principal.user.id), { jobId: id, expectedTotal })
  const input = 'changes' in work ? work.changes : work
  const record = await fetchOne(tx, insertJob, { tenantId, id, type: 'THREAD_BATCH', total, input, actor: getActor(principal) })
  await enqueue(tx, 'run-thread-batch', { tenantId, key: id })
  return toOutcome(record, effects.audit({ action: 'job.created', target: { type: 'job', id }, after: { total, ...work } }), 202)
}
