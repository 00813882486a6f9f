/**
 * The work of an erasure: the steps that rooms declare, portion after portion. What a portion did and how far it came commit together, so a
 * worker that is killed at any moment loses nothing: the next one goes on with the next portion.
 */
import { createHmac } from 'node:crypto'
import {
  canonicalJson,
  customersOfRequest,
  type EraseStep,
  eraseSteps,
  type Erasure,
  forgetSubjects,
  isoTime,
  job,
  type JobContext,
  type NoInput,
  fetchOne,
  type OutsideContext,
  type Portion,
  type Queryable,
  type RunContext,
  toTypeId,
  type Uuid,
} from '../../kit/index.ts'
import { advance, findWork, finish, giveUp, lockWork, now, type RequestRecord, type Work } from './queries.ts'
import { summed } from './request.ts'
import { tellCompleted } from './tell-completed.ts'

/** A transaction does short portions together until this time has passed. */
const portionMs = 50
/** No statement runs longer than ten seconds, so that what began before the first round is over by then. */
const lateSeconds = 60
const subjectsForgotten = 5_000

type Context = RunContext<NoInput, Portion | null>
type Again = { againInSeconds: number } | undefined

/** The portion of a step that works outside the transaction; null when another one is next. */
export async function eraseOutside(context: OutsideContext<NoInput>): Promise<Portion | null> {
  const { db, tenantId, key } = context
  const work = await db.first(findWork, { tenantId, id: requestOf(key).id })
  const step = work && isOpen(work, key) ? stepOf(work) : undefined
  return work && step?.outside ? step.erase({ ...context, erasure: await erasureOf(db, context, work) }, work.position) : null
}

export async function erasePortion(context: Context): Promise<Again> {
  const { tx, tenantId, key, found: outside } = context
  const { id } = requestOf(key)
  const work = await tx.first(lockWork, { tenantId, id })
  if (!work || !isOpen(work, key)) return undefined
  let here: Work = work
  const startedAt = performance.now()
  for (let isFirst = true; isFirst || performance.now() - startedAt < portionMs; isFirst = false) {
    const step = stepOf(here)
    if (!step) return ended(context, here)
    if (step.outside && !(isFirst && outside)) break
    const portion = step.outside
      ? outside
      : await step.erase({ ...context, db: tx, erasure: await erasureOf(tx, context, here) }, here.position)
    here = await advanced(tx, tenantId, here, step, portion ?? { found: 0, next: null })
    if (step.outside) break
  }
  return { againInSeconds: 0 }
}

async function advanced(tx: Queryable, tenantId: Uuid, work: Work, step: EraseStep, { found, next }: Portion): Promise<Work> {
  const steps = eraseSteps()
  const place = next === null ? (steps[steps.indexOf(step) + 1]?.name ?? over) : step.name
  const sums = step.place === null || found === 0 ? work.found : { ...work.found, [step.place]: (work.found[step.place] ?? 0) + found }
  const state = work.state === 'DONE' ? 'DONE' : 'RUNNING'
  await tx.rows(advance, { tenantId, id: work.id, state, place, position: next, found: sums })
  // Steps note addresses and times in the request.
  return fetchOne(tx, findWork, { tenantId, id: work.id })
}

/** After the last step. The ids that the request is about are deleted in portions, unless a second round needs them. */
async function ended(context: Context, work: Work): Promise<Again> {
  const { tx, effects, tenantId, key, secrets } = context
  const { id, dryRun } = work
  const isLast = dryRun || requestOf(key).isLate
  if (isLast && (await tx.rows(forgetSubjects, { tenantId, requestId: id, limit: subjectsForgotten })).length === subjectsForgotten)
    return { againInSeconds: 0 }
  const completedAt = work.finishedAt ?? (await fetchOne(tx, now, {})).now
  const receipt = dryRun ? null : receiptOf(secrets, work, completedAt)
  const record = await fetchOne(tx, finish, { tenantId, id, receipt, keepHashes: !isLast })
  if (!isLast) effects.enqueue('erase-personal-data', { key: `${id} late`, inSeconds: lateSeconds })
  if (work.state !== 'DONE') await tellCompleted(context, record)
  return undefined
}

/** Without anything of what was erased. */
function receiptOf(
  secrets: JobContext<NoInput>['secrets'],
  { id, mode, found, startedAt }: Work,
  completedAt: string,
): NonNullable<RequestRecord['receipt']> {
  const facts = { ...summed(found), startedAt: isoTime(startedAt ?? completedAt), completedAt: isoTime(completedAt) }
  return { ...facts, proof: proofOf(secrets, { id: toTypeId('prv', id), mode, ...facts }) }
}

export function proofOf(secrets: JobContext<NoInput>['secrets'], facts: object): string {
  return createHmac('sha256', secrets.derive('privacy receipt')).update(canonicalJson(facts)).digest('hex')
}

export async function giveUpErasure(context: Omit<Context, 'found'> & { error: string }): Promise<void> {
  const { tx, tenantId, key, error } = context
  const record = await tx.first(giveUp, { tenantId, id: requestOf(key).id, error })
  if (record) await tellCompleted(context, record)
}

/** The step after all others. */
const over = 'over'

function stepOf({ place }: Work): EraseStep | undefined {
  const steps = eraseSteps()
  if (place === over) return undefined
  // One that no longer exists was in a version before this one: all over again does no harm.
  return steps.find(({ name }) => name === place) ?? steps[0]
}

function requestOf(key: string): { id: Uuid; isLate: boolean } {
  const [id = '', late] = key.split(' ')
  return { id, isLate: late !== undefined }
}

function isOpen({ state }: Work, key: string): boolean {
  return requestOf(key).isLate ? state === 'DONE' : state === 'QUEUED' || state === 'RUNNING'
}

async function erasureOf(db: Queryable, { tenantId, key }: { tenantId: Uuid; key: string }, work: Work): Promise<Erasure> {
  const { id: requestId, type, mode, dryRun, keepSubjects, customerId, addressHashes } = work
  const customerIds = (await db.rows(customersOfRequest, { tenantId, requestId })).map(({ id }) => id)
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
    isLate: requestOf(key).isLate,
  }
}

declare global {
  interface EnqueuedJobs {
    /** The key is the request, with the suffix `late` for the second round. */
    'erase-personal-data': NoInput
  }
}

export const erasePersonalData = job({
  name: 'erase-personal-data',
  description: 'Erases what is held of a customer, or old threads, a portion at a time.',
  atOnce: 1,
  outside: eraseOutside,
  run: erasePortion,
  onDead: giveUpErasure,
})
