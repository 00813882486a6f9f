/** Erases threads: blanks their personal fields, or deletes the threads with everything in them. */
import type { EraseContext, EraseBatch } from '#kit/privacy/holding.ts'
import { toRequestKey, findThreadsAfter } from '#kit/privacy/subjects.ts'
import type { Uuid } from '#platform/ids.ts'
import { threadErased } from '../record/events.ts'
import {
  blankThreads,
  deleteThreads,
  findHeirs,
  forgetReopened,
  giveToHeir,
  countMessages,
  findThreadsToBlank,
  type ErasedThread,
} from './personal-queries.ts'
import { lockThreadRows } from '../record/queries.ts'
import { reindexThread, unindexThread } from '../../thread-search/index.ts'

const threadsPerChunk = 50
/** Maximum number of messages in the threads that one transaction deletes, unless a single thread has more. */
const maxMessagesPerChunk = 5_000

export async function eraseThreads(context: EraseContext, position: string | null): Promise<EraseBatch> {
  const { db, erasure } = context
  const { tenantId, mode, dryRun, type } = erasure
  const next = await findThreadsAfter(context, position, threadsPerChunk)
  const ids = mode === 'DELETE' ? await limitByMessages(context, next) : next
  const found = { next: ids.length < next.length || next.length === threadsPerChunk ? (ids.at(-1) ?? null) : null }
  if (ids.length === 0) return { ...found, found: 0 }
  if (!dryRun) await db.rows(lockThreadRows, { tenantId, ids })
  // Threads reopened since the request are no longer due for retention.
  const reopened =
    type === 'RETENTION' ? new Set((await db.rows(forgetReopened, { ...toRequestKey(erasure), ids })).map(({ id }) => id)) : null
  const due = reopened ? ids.filter((id) => !reopened.has(id)) : ids
  const count = mode === 'DELETE' ? await deleteOrGiveToHeirs(context, due) : await eraseFields(context, due)
  return { ...found, found: count }
}

/** Returns the first threads with at most `maxMessagesPerChunk` messages in total. */
async function limitByMessages({ db, erasure: { tenantId } }: EraseContext, ids: Uuid[]): Promise<Uuid[]> {
  const sizes = new Map((await db.rows(countMessages, { tenantId, ids })).map(({ id, messages }) => [id, messages]))
  let sum = 0
  return ids.filter((id, i) => (sum += sizes.get(id) ?? 0) <= maxMessagesPerChunk || i === 0)
}

async function eraseFields({ db, effects, erasure }: EraseContext, ids: Uuid[]): Promise<number> {
  const { tenantId, keepSubjects, dryRun } = erasure
  const found = await db.rows(findThreadsToBlank, { tenantId, ids, keepSubjects })
  if (dryRun || found.length === 0) return found.length
  await db.rows(blankThreads, { tenantId, ids: found.map(({ id }) => id), keepSubjects })
  for (const thread of found) {
    await reindexThread(db, tenantId, thread.id)
    announceErasure(effects, erasure.requestId, thread, false)
  }
  return found.length
}

async function deleteOrGiveToHeirs(context: EraseContext, ids: Uuid[]): Promise<number> {
  const { db, effects, erasure } = context
  const { tenantId, requestId, customerIds, type, dryRun } = erasure
  const heirs = type === 'RETENTION' ? [] : await db.rows(findHeirs, { tenantId, ids, customerIds })
  const shared = heirs.map(({ id }) => id)
  const own = ids.filter((id) => !shared.includes(id))
  const kept = await eraseFields(context, shared)
  if (dryRun) return kept + (await db.rows(countMessages, { tenantId, ids: own })).length
  for (const heir of heirs) {
    await db.rows(giveToHeir, { tenantId, ...heir })
    // Conditions of SLA policies can test custom fields of the new customer.
    effects.enqueue('choose-sla-again', { key: heir.heirId })
  }
  const gone = await db.rows(deleteThreads, { tenantId, ids: own })
  for (const { status, ...thread } of gone) {
    await unindexThread(db, tenantId, { id: thread.id, number: thread.publicNumber })
    effects.count(`threads_${status}`, -1)
    announceErasure(effects, requestId, thread, true)
  }
  return kept + gone.length
}

function announceErasure(effects: EraseContext['effects'], requestId: Uuid, thread: ErasedThread, isDeleted: boolean): void {
  effects.emit(threadErased, thread.id, { ...thread, deleted: isDeleted, requestId })
  effects.audit({ action: 'thread.erased', target: { type: 'thread', id: thread.id }, after: { deleted: isDeleted, requestId } })
}
