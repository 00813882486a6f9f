/** The only code that changes a thread's fields: rules, references, the row, its events, audit row and totals. */
import {
  ApiError,
  cancel,
  changesOf,
  checkReferences,
  type Effects,
  enqueue,
  fetchOne,
  type Outcome,
  OutdatedRead,
  type Queryable,
  type Sent,
  toTypeId,
  unchanged,
  type Uuid,
  written,
} from '../../kit/index.ts'
import { checkFields } from '../custom-fields/index.ts'
import { invalidTransition } from './errors.ts'
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
} from './events.ts'
import { findFreedAssignee, enqueueHandOut, findQueueStrategy } from './assignment/queue.ts'
import { writeQueue } from './assignment/queries.ts'
import {
  changeThread,
  changeThreadAndRecount,
  untilReply,
  writeThreadLabels,
  type LockedThread,
  type MessageFacts,
  type ThreadChange,
  type ThreadChangeOutcome,
  type ThreadRecord,
} from './queries.ts'
import { updateClocks } from './sla/plan.ts'
import { reindexThread } from '../thread-search/index.ts'
import { agentMayMove } from './status.ts'
import { threadReferences } from './thread.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** The fields that operations change. The assignee and the labels include their names, which the answer shows. */
export type ThreadFields = Pick<
  ThreadRecord,
  | 'subject'
  | 'status'
  | 'priority'
  | 'inboxId'
  | 'teamId'
  | 'assigneeId'
  | 'assigneeName'
  | 'labels'
  | 'customFields'
  | 'snoozedUntil'
  | 'mergedInto'
  | 'queuedFor'
>

type Options = {
  /** The action of the audit row, and what it shows in addition to the fields. */
  action?: string
  audited?: object
  /** Messages were added or removed before: the message fields are computed again, and the thread always counts as changed. */
  messagesMoved?: boolean
  /** For merge and unmerge, which may close and reopen threads in ways that agents may not. */
  merges?: boolean
  /** The change is made by the job that wakes the thread, which ends by itself. */
  isWaking?: boolean
  /** Team and assignee are already locked and known to exist. */
  isHeld?: boolean
}

type Before = Partial<ThreadFields & MessageFacts>

/**
 * Changes a locked thread; omitted fields stay. Returns `unchanged` when nothing changes. Leaving a status also ends a snooze. Throws
 * SVC-THREAD-INVALID_TRANSITION, SVC-VALIDATION-UNKNOWN_REFERENCE for a new reference to something that does not exist, and 400 for values
 * of custom fields that do not fit, or are missing when the thread is resolved.
 *
 * `snoozedUntil` is a time in the database's format. Also updates the job that wakes the thread.
 */
export async function applyThreadChange(
  context: Context,
  { reachedFrom, ...current }: LockedThread,
  wanted: Sent<ThreadFields>,
  { action = 'thread.updated', audited = {}, messagesMoved = false, merges = false, isWaking = false, isHeld = false }: Options = {},
): Promise<Outcome<ThreadRecord>> {
  const { tx, effects, principal } = context
  const { id } = current
  if (!merges) checkNotMerged(current, reachedFrom, wanted)
  const sleep = wanted.status !== undefined && wanted.status !== current.status ? { snoozedUntil: null } : {}
  const { queuedFor: asked, ...fields } = dropUndefined(wanted)
  const queuedFor = asked === undefined ? await findQueueStrategy(tx, principal.tenantId, current, { ...current, ...fields }) : asked
  const changes = changesOf<ThreadFields>(current, { ...sleep, ...fields }) ?? { before: {}, after: {} }
  if (Object.keys(changes.before).length === 0 && !messagesMoved) return unchanged(await saveQueue(context, current, queuedFor))
  const next = { ...current, ...changes.after, queuedFor }
  if (!merges && !agentMayMove(current.status, next.status, current.mergedInto !== null))
    throw new ApiError(invalidTransition, { message: `A ${current.status} thread cannot become ${next.status}.` })
  // Reopening an assigned thread gives its assignee one more, like assigning does, so the assignee is locked against concurrent counts.
  const reopened = changes.after.status === 'open' ? { assigneeId: next.assigneeId } : {}
  if (!isHeld) await checkReferences(tx, principal.tenantId, threadReferences, { ...reopened, ...changes.after })
  await checkFields(tx, principal.tenantId, 'THREAD', {
    before: current.customFields,
    after: next.customFields,
    moment: changes.after.status === 'resolved' && !merges ? 'ON_RESOLVE' : null,
  })
  const key = { tenantId: principal.tenantId, id }
  const labelIds = next.labels.map((label) => label.id)
  const change: ThreadChange = { ...key, ...next, labelIds, freedId: findFreedAssignee(current, next) }
  const { sorted, frees, mayTime, ...changed }: ThreadChangeOutcome = await fetchOne(
    tx,
    messagesMoved ? changeThreadAndRecount : changeThread,
    change,
  )
  if (sorted !== 1) throw new Error('A thread and its row in thread_activity differ')
  if (changes.before.labels) {
    const before = changes.before.labels.map((label) => label.id)
    await tx.rows(writeThreadLabels, {
      ...key,
      createdAt: current.createdAt,
      added: labelIds.filter((label) => !before.includes(label)),
      removed: before.filter((label) => !labelIds.includes(label)),
    })
  }
  if (changes.before.snoozedUntil !== undefined && !isWaking) await scheduleWaking(tx, key, changes.before.snoozedUntil, next.snoozedUntil)
  if (messagesMoved || changes.before.subject !== undefined) await reindexThread(tx, principal.tenantId, id)
  const timed = { ...next, ...changed }
  const chooses = mayTime && policyFields.some((name) => changes.before[name] !== undefined)
  const reclocks = current.sla && (messagesMoved || merges || changes.before.status !== undefined)
  // Splitting a thread cannot be undone.
  const undoable = messagesMoved && !merges ? null : current
  const cause = { chooses, moved: messagesMoved, promoted: changes.before.priority !== undefined, merges, before: undoable }
  const record = chooses || reclocks ? { ...timed, sla: await updateClocks(context, timed, cause) } : timed
  enqueueHandOut(effects, current, record, frees)
  const facts = changesOf<MessageFacts>(toMessageFacts(current), toMessageFacts(record))
  emitChangeEvents(effects, record, { ...changes.before, ...facts?.before })
  const [before, after] = [
    { ...changes.before, ...facts?.before },
    { ...changes.after, ...facts?.after, ...audited },
  ]
  return written(record, effects.audit({ action, target: { type: 'thread', id }, before, after }))
}

/** What conditions of SLA policies are about. */
const policyFields = ['priority', 'inboxId', 'teamId', 'labels'] as const

/**
 * A merged thread cannot change any more. `readLockedThread` returns the thread that has its messages, unless it was merged at that very moment;
 * other statements that lock return the merged one.
 */
function checkNotMerged({ id, mergedInto }: ThreadRecord, reachedFrom: Uuid | null | undefined, { status }: Sent<ThreadFields>): void {
  if (mergedInto !== null && reachedFrom === null) throw new OutdatedRead('The thread was merged in the meantime')
  const into = mergedInto ?? (reachedFrom && status !== undefined ? id : null)
  if (into === null) return
  const message = `The thread is closed because it was merged into ${toTypeId('thr', into)}: change that one, or unmerge this one first.`
  throw new ApiError(invalidTransition, { message })
}

function toMessageFacts(record: ThreadRecord): MessageFacts {
  const { messageCount, lastMessageId, lastMessageAt, lastMessageAuthorType } = record
  return { messageCount, lastMessageId, lastMessageAt, lastMessageAuthorType }
}

/** Joining or leaving a queue is not a change that callers see. */
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

/** Messages that wake a thread do not cancel its job, which therefore checks the thread's state when it runs. */
async function scheduleWaking(
  tx: Queryable,
  { tenantId, id: key }: { tenantId: Uuid; id: Uuid },
  before: string | null,
  at: string | null,
): Promise<void> {
  if (at !== null && at !== untilReply) await enqueue(tx, 'wake-thread', { tenantId, key, at })
  else if (before !== null && before !== untilReply) await cancel(tx, 'wake-thread', { tenantId, key })
}

/** Emits an event for each kind of change, with the previous values. */
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
  // A merge also moves messages: the merge event covers both.
  if (mergedInto !== undefined)
    effects.emit(record.mergedInto === null ? threadUnmerged : threadMerged, id, record, { mergedInto, ...rest })
  else if (Object.keys(rest).length > 0) effects.emit(threadUpdated, id, record, rest)
}

/** The fields that have a value. */
function dropUndefined<Fields extends object>(fields: Sent<Fields>): Partial<Fields> {
  // Safe because only fields without a value are left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
