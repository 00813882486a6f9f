/** Changes a thread's fields; no other code does. Checks rules and references, and writes row, events, audit row and totals. */
import { findChanges } from '#kit/changes.ts'
import { checkReferences } from '#kit/references.ts'
import type { Sent } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { cancel, enqueue } from '#platform/jobs/enqueue.ts'
import { type Effects, type Outcome, toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { callProcedure } from '#platform/postgres/procedure.ts'
import { checkFields } from '../../custom-fields/index.ts'
import { invalidTransition } from '../record/errors.ts'
import {
  threadAssigned,
  threadLabelsChanged,
  threadMerged,
  threadPriorityChanged,
  threadSnoozed,
  threadStatusChanged,
  threadUnmerged,
  threadUnsnoozed,
  threadUpdated,
} from '../record/events.ts'
import { findFreedAssignee, enqueueHandOut, findQueueStrategy } from '../queue/queue.ts'
import { writeQueue } from '../queue/queries.ts'
import { findStrategyAfterRetired, returnFromRetired } from '../queue/retired-assignee.ts'
import { changeThread, type MessageFacts } from './change-queries.ts'
import type { LockedThread } from '../record/lock-queries.ts'
import { untilReply, type ThreadFields, type ThreadRecord } from '../record/queries.ts'
import { updateClocks } from '../sla/plan.ts'
import { reindexThread } from '../../thread-search/index.ts'
import { agentMayMove } from '../record/status.ts'
import { threadReferences } from '../record/thread.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

type Options = {
  /** Action of the audit row, by default `thread.updated`, and additional data for the audit row. */
  action?: string
  audited?: object
  /** The caller has moved messages: recomputes the message fields, and the thread always counts as changed. */
  messagesMoved?: boolean
  /** A message's status as a reply has changed: recomputes the message fields and the clocks accordingly. */
  answersChanged?: boolean
  /** Allows status changes that agents may not make. Set by merge and unmerge. */
  merges?: boolean
  /** The wake job makes the change, so it does not have to be cancelled. */
  isWaking?: boolean
  /** The caller has already locked team and assignee. */
  isLocked?: boolean
}

type Before = Partial<ThreadFields & MessageFacts>

/**
 * Changes a locked thread; omitted fields keep their values. Returns an unchanged outcome when nothing changes. A change of status also
 * ends a snooze. `snoozedUntil` is a time in PostgreSQL's format; the wake job is enqueued or cancelled accordingly. A thread that opens,
 * or gets messages, returns to its team if its assignee has been suspended or has become a viewer. Throws SVC-THREAD-INVALID_TRANSITION for
 * an impossible status, SVC-VALIDATION-UNKNOWN_REFERENCE for a new reference to an unknown object, and 400 for invalid custom field values
 * and for missing values that resolving requires.
 */
export async function applyThreadChange(
  context: Context,
  locked: LockedThread,
  wanted: Sent<ThreadFields>,
  options: Options = {},
): Promise<Outcome<ThreadRecord>> {
  const { action = 'thread.updated', audited = {}, messagesMoved = false, answersChanged = false, merges = false } = options
  const { isWaking = false, isLocked = false } = options
  const { tx, effects, principal } = context
  const { reachedFrom, ...current } = locked
  const { id } = current
  if (!merges) checkNotMerged(current, reachedFrom, wanted)
  const sleep = wanted.status !== undefined && wanted.status !== current.status ? { snoozedUntil: null } : {}
  const { queuedFor: asked, ...fields } = dropUndefined(wanted)
  const queuedFor =
    asked === undefined
      ? await findQueueStrategy(tx, principal.tenantId, current, { ...current, ...fields })
      : (asked ?? (await findStrategyAfterRetired(tx, principal.tenantId, current, fields)))
  const changes = findChanges<ThreadFields>(current, { ...sleep, ...fields }) ?? { before: {}, after: {} }
  if (Object.keys(changes.before).length === 0 && !messagesMoved && !answersChanged)
    return toUnchangedOutcome(await saveQueue(context, current, queuedFor))
  const next = { ...current, ...changes.after, queuedFor }
  if (!merges) checkTransition(current, next.status)
  if (!isLocked) await checkReferences(tx, principal.tenantId, threadReferences, changes.after)
  // Reopening a thread adds an open thread to its assignee. Lock the assignee, because strategies count open threads under that lock.
  const returns = changes.after.status === 'open' || (messagesMoved && next.mergedInto === null)
  if (changes.after.assigneeId === undefined && returns) {
    const returned = await returnFromRetired(tx, principal.tenantId, next)
    if (returned) return applyThreadChange(context, locked, { ...wanted, ...returned }, options)
  }
  await checkFieldsOfChange(tx, principal.tenantId, { before: current, after: next, isMerge: merges })
  const key = { tenantId: principal.tenantId, id }
  const labelIds = next.labels.map((label) => label.id)
  const newCustomerId = changes.after.customerId ?? null
  const labelsBefore = changes.before.labels?.map((label) => label.id) ?? labelIds
  const {
    freesLimitedMember,
    hasSlaPolicies,
    facts: changed,
  } = await callProcedure(tx, changeThread, {
    ...key,
    ...next,
    labelIds,
    addedLabelIds: labelIds.filter((label) => !labelsBefore.includes(label)),
    removedLabelIds: labelsBefore.filter((label) => !labelIds.includes(label)),
    newCustomerId,
    freedId: findFreedAssignee(current, next),
    recounts: messagesMoved || answersChanged,
  })
  if (changes.before.snoozedUntil !== undefined && !isWaking) await scheduleWaking(tx, key, changes.before.snoozedUntil, next.snoozedUntil)
  if (messagesMoved || changes.before.subject !== undefined || newCustomerId !== null) await reindexThread(tx, principal.tenantId, id)
  // Conditions of SLA policies can test custom fields of the new customer.
  if (newCustomerId !== null) effects.enqueue('choose-sla-again', { key: newCustomerId })
  const timed = { ...next, ...changed }
  const rechoosesPolicy = hasSlaPolicies && policyFields.some((name) => changes.before[name] !== undefined)
  const affectsClocks = current.sla && (messagesMoved || answersChanged || merges || changes.before.status !== undefined)
  // Moving messages without merging is a split, which cannot be undone.
  const undoable = (messagesMoved && !merges) || answersChanged ? null : current
  const cause = {
    rechoosesPolicy,
    messagesMoved,
    answersChanged,
    priorityChanged: changes.before.priority !== undefined,
    merges,
    undoableFrom: undoable,
  }
  const record = rechoosesPolicy || affectsClocks ? { ...timed, sla: await updateClocks(context, timed, cause) } : timed
  enqueueHandOut(effects, current, record, freesLimitedMember)
  const facts = findChanges<MessageFacts>(toMessageFacts(current, answersChanged), toMessageFacts(record, answersChanged))
  emitChangeEvents(effects, record, { ...changes.before, ...facts?.before })
  const [before, after] = [
    { ...changes.before, ...facts?.before },
    { ...changes.after, ...facts?.after, ...audited },
  ]
  return toOutcome(record, effects.audit({ action, target: { type: 'thread', id }, before, after }))
}

/**
 * Runs the checks of `applyThreadChange` without writing: the status change and the custom fields. For callers that must know that a change
 * will succeed before they write anything, or that only preview it.
 */
export async function checkThreadChange(
  tx: Queryable,
  tenantId: Uuid,
  current: ThreadRecord,
  fields: Partial<ThreadFields>,
): Promise<void> {
  const next = { ...current, ...fields }
  checkTransition(current, next.status)
  await checkFieldsOfChange(tx, tenantId, { before: current, after: next, isMerge: false })
}

function checkTransition({ status, mergedInto }: ThreadRecord, next: ThreadRecord['status']): void {
  if (!agentMayMove(status, next, mergedInto !== null))
    throw new ApiError(invalidTransition, { message: `A ${status} thread cannot become ${next}.` })
}

async function checkFieldsOfChange(
  tx: Queryable,
  tenantId: Uuid,
  { before, after, isMerge }: { before: ThreadRecord; after: ThreadRecord; isMerge: boolean },
): Promise<void> {
  // Closing an open thread resolves it. The source of a merge is merely set aside.
  const moment = isOver(after) && !isOver(before) && !isMerge ? 'ON_RESOLVE' : null
  await checkFields(tx, tenantId, 'THREAD', { before: before.customFields, after: after.customFields, moment })
}

function isOver({ status }: ThreadRecord): boolean {
  return status === 'resolved' || status === 'closed'
}

/** Fields that conditions of SLA policies can test. If one of them changes, the policy is chosen again. */
const policyFields = ['priority', 'inboxId', 'teamId', 'labels'] as const

/**
 * Throws for a merged thread, which cannot be changed, and for a status change that would reach the merge target. `lockThread` returns the
 * target of a merged thread; statements that lock threads by id can return the merged thread itself.
 */
function checkNotMerged({ id, mergedInto }: ThreadRecord, reachedFrom: Uuid | null | undefined, { status }: Sent<ThreadFields>): void {
  const into = mergedInto ?? (reachedFrom && status !== undefined ? id : null)
  if (into === null) return
  const message = `The thread is closed because it was merged into ${toTypeId('thr', into)}: change that one, or unmerge this one first.`
  throw new ApiError(invalidTransition, { message })
}

/**
 * Returns the message fields for the change's event. Leaves out the fields that depend on replies unless a message's status as a reply
 * changed, because these fields also change with every message and status.
 */
function toMessageFacts(record: ThreadRecord, withAnswers: boolean): MessageFacts {
  const { messageCount, lastMessageId, lastMessageAt, lastMessageAuthorType, waitingSince, notSentMessageId = null } = record
  const facts = { messageCount, lastMessageId, lastMessageAt, lastMessageAuthorType }
  return withAnswers ? { ...facts, waitingSince, notSentMessageId } : facts
}

/** Records that the thread joined or left its team's queue. The API does not show the queue, so the thread's version does not change. */
async function saveQueue(
  { tx, effects, principal }: Context,
  current: ThreadRecord,
  queuedFor: ThreadRecord['queuedFor'],
): Promise<ThreadRecord> {
  const record = { ...current, queuedFor }
  if (queuedFor !== current.queuedFor) await tx.rows(writeQueue, { tenantId: principal.tenantId, id: current.id, queuedFor })
  enqueueHandOut(effects, current, record, false)
  return record
}

/** Enqueues or cancels the wake job. A message that wakes a thread leaves the job in place; the job checks the thread when it runs. */
async function scheduleWaking(
  tx: Queryable,
  { tenantId, id: key }: { tenantId: Uuid; id: Uuid },
  before: string | null,
  at: string | null,
): Promise<void> {
  if (at !== null && at !== untilReply) await enqueue(tx, 'wake-thread', { tenantId, key, at })
  else if (before !== null && before !== untilReply) await cancel(tx, 'wake-thread', { tenantId, key })
}

/** Emits an event for each kind of change, with the old values, and updates the totals by status. */
function emitChangeEvents(effects: Effects, record: ThreadRecord, before: Before): void {
  const { id } = record
  const { status, snoozedUntil, priority, teamId, assigneeId, assigneeName, labels, mergedInto, ...rest } = before
  if (status !== undefined) {
    effects.emit(threadStatusChanged, id, record, { status })
    effects.count(`threads_${status}`, -1)
    effects.count(`threads_${record.status}`, 1)
  }
  if (snoozedUntil !== undefined) effects.emit(record.snoozedUntil === null ? threadUnsnoozed : threadSnoozed, id, record, { snoozedUntil })
  if (priority !== undefined) effects.emit(threadPriorityChanged, id, record, { priority })
  if (teamId !== undefined || assigneeId !== undefined) {
    const team = teamId === undefined ? {} : { teamId }
    const assignee = assigneeId === undefined ? {} : { assigneeId, assigneeName: assigneeName ?? null }
    effects.emit(threadAssigned, id, record, { ...team, ...assignee })
  }
  if (labels !== undefined) effects.emit(threadLabelsChanged, id, record, { labels })
  // A merge also changes the message fields. Its event shows those changes, too.
  if (mergedInto !== undefined)
    effects.emit(record.mergedInto === null ? threadUnmerged : threadMerged, id, record, { mergedInto, ...rest })
  else if (Object.keys(rest).length > 0) effects.emit(threadUpdated, id, record, rest)
}

/** Drops undefined fields. */
function dropUndefined<Fields extends object>(fields: Sent<Fields>): Partial<Fields> {
  // Safe because only undefined fields are dropped.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
