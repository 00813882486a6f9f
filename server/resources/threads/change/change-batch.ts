/** Makes the same change to many threads. Some may change while others are rejected. */
import { checkReferences } from '#kit/references.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference, validationFailed } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { findLabels } from '../../labels/index.ts'
import { leaveQueue, findAssignee } from '../queue/find-assignee.ts'
import type { BatchChanges, BatchError } from './batch-schema.ts'
import { computeLabels } from './change-labels.ts'
import { applyThreadChange } from './change-thread.ts'
import { invalidTransition, threadNotFound, timeOutOfRange } from '../record/errors.ts'
import { readTime, untilReply, type ThreadRecord, type ThreadFields } from '../record/queries.ts'
import { lockThreadsInOrder, threadReferences } from '../record/thread.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }
export type Changes = Static<typeof BatchChanges>
export type BatchOutcome = { threadId: Uuid; ok: boolean; error: Static<typeof BatchError> | null }

/** Throws for errors in the changes themselves, which do not depend on a thread and so reject the whole request. */
export async function checkChanges({ tx, effects, principal }: Context, changes: Changes): Promise<void> {
  const { assigneeId, teamId, addLabels = [], removeLabels = [], snoozedUntil, snoozedUntilReply, status } = changes
  if (snoozedUntilReply && snoozedUntil !== undefined)
    throw new ApiError(validationFailed, {
      details: [{ field: 'changes.snoozedUntilReply', code: 'NOT_ALLOWED', message: 'must not be sent together with snoozedUntil' }],
    })
  if ((snoozedUntil || snoozedUntilReply) && status !== undefined && status !== 'pending')
    throw new ApiError(validationFailed, {
      details: [{ field: 'changes.status', code: 'NOT_ALLOWED', message: 'must be pending or absent when threads are snoozed' }],
    })
  try {
    await checkReferences(tx, principal.tenantId, { teamId: threadReferences.teamId }, { teamId })
    await findLabels({ tx, effects, principal }, [
      { field: 'addLabels', references: addLabels },
      { field: 'removeLabels', references: removeLabels },
    ])
  } catch (error) {
    throw error instanceof ApiError && error.declaration === unknownReference ? prefixDetails('changes', error) : error
  }
  // Do not lock the user before the threads are locked: waiting for a thread while holding a user's lock could deadlock.
  await findAssignee(tx, principal.tenantId, assigneeId, { field: 'changes.assigneeId', locks: false })
  if (!snoozedUntil) return
  const { secondsLeft } = await fetchOne(tx, readTime, { at: snoozedUntil, inSeconds: null })
  if (secondsLeft <= 0)
    throw new ApiError(timeOutOfRange, { details: [{ field: 'changes.snoozedUntil', code: 'PAST', message: 'has passed already' }] })
}

/** Changes the threads. Returns an outcome for each, in the order of `threadIds`. Each thread changes completely or not at all. */
export async function changeBatch(context: Context, threadIds: readonly Uuid[], changes: Changes): Promise<BatchOutcome[]> {
  const { tx, principal } = context
  const locked = new Map((await lockThreadsInOrder(tx, principal.tenantId, [...threadIds])).map((row) => [row.id, row]))
  const same = await fieldsForAll(context, changes)
  // Concurrent on one connection: statements are pipelined, so the changes do not wait for each other's round trips.
  return Promise.all(threadIds.map(async (threadId) => ({ threadId, ...(await changeOne(context, locked.get(threadId), changes, same)) })))
}

async function changeOne(
  context: Context,
  thread: ThreadRecord | undefined,
  changes: Changes,
  same: Partial<ThreadFields>,
): Promise<Pick<BatchOutcome, 'ok' | 'error'>> {
  try {
    const current = requireUnmerged(thread)
    await applyThreadChange(context, current, { ...same, ...(await fieldsForThread(context, current, changes)) })
    return { ok: true, error: null }
  } catch (error) {
    return toRefusal(error)
  }
}

/** Returns the thread. Throws the batch's error for an unknown or merged thread. */
export function requireUnmerged(thread: ThreadRecord | undefined): ThreadRecord {
  if (!thread) throw new ApiError(threadNotFound)
  if (thread.mergedInto !== null)
    throw new ApiError(invalidTransition, { message: `The thread was merged into ${toTypeId('thr', thread.mergedInto)}.` })
  return thread
}

/**
 * Returns the outcome for a rejected thread. Client errors are thrown before anything is written for the thread, so the transaction can
 * continue. Rethrows all other errors, which roll it back.
 */
export function toRefusal(error: unknown): Pick<BatchOutcome, 'ok' | 'error'> {
  if (!(error instanceof ApiError) || error.declaration.status >= 500) throw error
  const { code, status } = error.declaration
  return { ok: false, error: { code, message: error.message, status, details: error.details ?? [] } }
}

/** Returns the fields that the changes set on a locked thread. Locks the team and the user in the changes. */
export async function resolveChanges(context: Context, thread: ThreadRecord, changes: Changes): Promise<Partial<ThreadFields>> {
  return { ...(await fieldsForAll(context, changes)), ...(await fieldsForThread(context, thread, changes)) }
}

/** Returns the fields that are the same for every thread. */
async function fieldsForAll(
  { tx, principal: { tenantId } }: Context,
  { status, priority, teamId, assigneeId, snoozedUntil, snoozedUntilReply }: Changes,
): Promise<Partial<ThreadFields>> {
  // Lock the team before the user, the lock order of all writers.
  await checkReferences(tx, tenantId, { 'changes.teamId': threadReferences.teamId }, { changes: { teamId } })
  const assignee = await findAssignee(tx, tenantId, assigneeId, { field: 'changes.assigneeId' })
  const until = snoozedUntilReply
    ? untilReply
    : snoozedUntil
      ? (await fetchOne(tx, readTime, { at: snoozedUntil, inSeconds: null })).at
      : null
  return {
    ...(status === undefined ? {} : { status }),
    ...(priority === undefined ? {} : { priority }),
    ...(teamId === undefined ? {} : { teamId }),
    ...assignee,
    ...(until ? { status: 'pending' as const, snoozedUntil: until } : {}),
  }
}

/** Returns the fields that depend on the thread. */
async function fieldsForThread(
  context: Context,
  thread: ThreadRecord,
  { status, assigneeId, teamId, addLabels, removeLabels, snoozedUntil }: Changes,
): Promise<Partial<ThreadFields>> {
  const wakes = snoozedUntil === null && thread.snoozedUntil !== null
  return {
    ...leaveQueue(thread, { assigneeId, teamId }),
    ...(wakes ? { status: status ?? 'open', snoozedUntil: null } : {}),
    ...(addLabels || removeLabels ? { labels: await computeLabels(context, thread, { add: addLabels, remove: removeLabels }) } : {}),
  }
}

/** Prefixes the paths in the error's details with `name`. */
function prefixDetails(name: string, error: ApiError): ApiError {
  const details = error.details?.map((detail) => Object.assign({}, detail, { field: `${name}.${detail.field}` }))
  return new ApiError(error.declaration, { message: error.message, cause: error, ...(details ? { details } : {}) })
}
