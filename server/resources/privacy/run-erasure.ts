/**
 * Runs an erasure: the steps that modules declare, in chunks. Each chunk's effect and progress commit together. If a worker is killed, the
 * next one continues.
 */
import { createHmac } from 'node:crypto'
import { type EraseStep, eraseSteps, type Erasure, type EraseBatch } from '#kit/privacy/holding.ts'
import { findRequestCustomers, deleteSubjects } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { canonicalJson } from '#platform/http/canonical-json.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { job, type JobContext, type OutsideContext, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { isoTime } from '#platform/time.ts'
import { advance, findWork, finish, giveUp, lockWork, now, type RequestRecord, type Work } from './queries.ts'
import { toTotals } from './request.ts'
import { announceCompletion } from './announce-completion.ts'

/** Milliseconds after which a transaction starts no further chunk. */
const chunkMs = 50
/**
 * Seconds before the second pass. No statement runs longer than ten seconds, so writes that started before the first pass have ended by
 * then.
 */
const lateSeconds = 60
const subjectsPerChunk = 5_000

type Context = RunContext<NoInput, EraseBatch | null>
type Rerun = { againInSeconds: number } | undefined

/** Runs a chunk of a step that works outside the transaction. Null if the next step does not. */
export async function eraseOutside(context: OutsideContext<NoInput>): Promise<EraseBatch | null> {
  const { db, tenantId, key } = context
  const work = await db.first(findWork, { tenantId, id: parseKey(key).id })
  const step = work && isOpen(work, key) ? currentStep(work) : undefined
  return work && step?.outside ? step.erase({ ...context, erasure: await readErasure(db, context, work) }, work.position) : null
}

export async function eraseChunk(context: Context): Promise<Rerun> {
  const { tx, tenantId, key, found: outside } = context
  const { id } = parseKey(key)
  const work = await tx.first(lockWork, { tenantId, id })
  if (!work || !isOpen(work, key)) return undefined
  let current: Work = work
  const startedAt = performance.now()
  for (let isFirst = true; isFirst || performance.now() - startedAt < chunkMs; isFirst = false) {
    const step = currentStep(current)
    if (!step) return completeErasure(context, current)
    if (step.outside && !(isFirst && outside)) break
    const chunk = step.outside
      ? outside
      : await step.erase({ ...context, db: tx, erasure: await readErasure(tx, context, current) }, current.position)
    current = await recordProgress(tx, tenantId, current, step, chunk ?? { found: 0, next: null })
    if (step.outside) break
  }
  return { againInSeconds: 0 }
}

async function recordProgress(tx: Queryable, tenantId: Uuid, work: Work, step: EraseStep, { found, next }: EraseBatch): Promise<Work> {
  const steps = eraseSteps()
  const place = next === null ? (steps[steps.indexOf(step) + 1]?.name ?? afterLastStep) : step.name
  const sums = step.place === null || found === 0 ? work.found : { ...work.found, [step.place]: (work.found[step.place] ?? 0) + found }
  const state = work.state === 'DONE' ? 'DONE' : 'RUNNING'
  await tx.rows(advance, { tenantId, id: work.id, state, place, position: next, found: sums })
  // Read again, because steps store address hashes and times on the request.
  return fetchOne(tx, findWork, { tenantId, id: work.id })
}

/**
 * Completes the pass after its last step. The last pass deletes the request's list of object ids in chunks; the first leaves it for the
 * second.
 */
async function completeErasure(context: Context, work: Work): Promise<Rerun> {
  const { tx, effects, tenantId, key, secrets } = context
  const { id, dryRun } = work
  const isLast = dryRun || parseKey(key).isLate
  if (isLast && (await tx.rows(deleteSubjects, { tenantId, requestId: id, limit: subjectsPerChunk })).length === subjectsPerChunk)
    return { againInSeconds: 0 }
  const completedAt = work.finishedAt ?? (await fetchOne(tx, now, {})).now
  const receipt = dryRun ? null : createReceipt(secrets, work, completedAt)
  const record = await fetchOne(tx, finish, { tenantId, id, receipt, keepHashes: !isLast })
  if (!isLast) effects.enqueue('erase-personal-data', { key: `${id} late`, inSeconds: lateSeconds })
  if (work.state !== 'DONE') await announceCompletion(context, record)
  return undefined
}

/** Creates the receipt, which contains no erased data. */
function createReceipt(
  secrets: JobContext<NoInput>['secrets'],
  { id, mode, found, startedAt }: Work,
  completedAt: string,
): NonNullable<RequestRecord['receipt']> {
  const facts = { ...toTotals(found), startedAt: isoTime(startedAt ?? completedAt), completedAt: isoTime(completedAt) }
  return { ...facts, proof: computeProof(secrets, { id: toTypeId('prv', id), mode, ...facts }) }
}

export function computeProof(secrets: JobContext<NoInput>['secrets'], facts: object): string {
  return createHmac('sha256', secrets.derive('privacy receipt')).update(canonicalJson(facts)).digest('hex')
}

export async function giveUpErasure(context: Omit<Context, 'found'> & { error: string }): Promise<void> {
  const { tx, tenantId, key, error } = context
  const record = await tx.first(giveUp, { tenantId, id: parseKey(key).id, error })
  if (record) await announceCompletion(context, record)
}

/** `place` after all steps are done. */
const afterLastStep = 'over'

function currentStep({ place }: Work): EraseStep | undefined {
  const steps = eraseSteps()
  if (place === afterLastStep) return undefined
  // An earlier version stored a step that no longer exists. Start from the first step, which is safe because steps are idempotent.
  return steps.find(({ name }) => name === place) ?? steps[0]
}

function parseKey(key: string): { id: Uuid; isLate: boolean } {
  const [id = '', late] = key.split(' ')
  return { id, isLate: late !== undefined }
}

function isOpen({ state }: Work, key: string): boolean {
  return parseKey(key).isLate ? state === 'DONE' : state === 'QUEUED' || state === 'RUNNING'
}

async function readErasure(db: Queryable, { tenantId, key }: { tenantId: Uuid; key: string }, work: Work): Promise<Erasure> {
  const { id: requestId, type, mode, dryRun, keepSubjects, customerId, addressHashes } = work
  const customerIds = (await db.rows(findRequestCustomers, { tenantId, requestId })).map(({ id }) => id)
  return {
    tenantId,
    requestId,
    dryRun,
    keepSubjects,
    customerId,
    customerIds,
    addressHashes,
    type: type === 'RETENTION' ? 'RETENTION' : 'ERASURE',
    mode: mode ?? 'ANONYMIZE',
    isLate: parseKey(key).isLate,
  }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the request's id, with the suffix ` late` for the second pass. */
    'erase-personal-data': NoInput
  }
}

export const erasePersonalData = job({
  name: 'erase-personal-data',
  description: 'Erases what is held of a customer, or old threads, a chunk at a time.',
  atOnce: 1,
  outside: eraseOutside,
  run: eraseChunk,
  onDead: giveUpErasure,
})
