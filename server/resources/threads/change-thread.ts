/** The one way in which operations change a thread's fields: rules, references, the row, its events, audit row and totals. */
import {
  ApiError,
  changesOf,
  checkReferences,
  one,
  unchanged,
  written,
  type Effects,
  type Outcome,
  type Queryable,
  type Sent,
  type Uuid,
} from '../../kit/index.ts'
import { cancel, enqueue } from '../../kit/jobs.ts'
import { checkFields } from '../custom-fields/index.ts'
import { invalidTransition } from './errors.ts'
import {
  threadAssigned,
  threadLabelsChanged,
  threadPriorityChanged,
  threadSnoozed,
  threadStatusChanged,
  threadUnsnoozed,
  threadUpdated,
} from './events.ts'
import { wakeThread } from './job-names.ts'
import { changeThread, untilReply, writeThreadLabels, type ThreadRecord } from './queries.ts'
import { agentMayMove } from './status.ts'
import { threadReferences } from './thread.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** The fields that change by operations. An assignee is changed with the name, a label with its name: that is what the answer shows. */
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
>

/**
 * Changes a locked thread; fields left out stay. What changes nothing is `unchanged`. A status that is left takes its sleep along. Throws
 * SVC-THREAD-INVALID_TRANSITION, SVC-VALIDATION-UNKNOWN_REFERENCE for what it would newly refer to and is not there, and 400 for values of
 * custom fields that do not fit, or are missing when the thread is resolved.
 *
 * `snoozedUntil` is a time as the database writes it. The job that wakes the thread is kept in step here. `isWaking` is for that job alone,
 * which ends by itself.
 */
export async function changedThread(
  context: Context,
  current: ThreadRecord,
  wanted: Sent<ThreadFields>,
  { action = 'thread.updated', isWaking = false } = {},
): Promise<Outcome<ThreadRecord>> {
  const { tx, effects, principal } = context
  const { id } = current
  const sleep = wanted.status !== undefined && wanted.status !== current.status ? { snoozedUntil: null } : {}
  const changes = changesOf<ThreadFields>(current, { ...sleep, ...sentOnly(wanted) })
  if (!changes) return unchanged(current)
  const next = { ...current, ...changes.after }
  if (!agentMayMove(current.status, next.status, current.mergedInto !== null))
    throw new ApiError(invalidTransition, { message: `A ${current.status} thread cannot become ${next.status}.` })
  await checkReferences(tx, principal.tenantId, threadReferences, changes.after)
  await checkFields(tx, principal.tenantId, 'THREAD', {
    before: current.customFields,
    after: next.customFields,
    moment: changes.after.status === 'resolved' ? 'ON_RESOLVE' : null,
  })
  const key = { tenantId: principal.tenantId, id }
  const labelIds = next.labels.map((label) => label.id)
  const { sorted, ...changed } = await one(tx, changeThread, { ...key, ...next, labelIds })
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
  if (changes.before.snoozedUntil !== undefined && !isWaking) await planWaking(tx, key, changes.before.snoozedUntil, next.snoozedUntil)
  const record = { ...next, ...changed }
  announce(effects, record, changes.before)
  return written(record, effects.audit({ action, target: { type: 'thread', id }, ...changes }))
}

/** Messages that wake a thread leave its job behind: it asks what is true when it runs. */
async function planWaking(
  tx: Queryable,
  { tenantId, id: key }: { tenantId: Uuid; id: Uuid },
  before: string | null,
  at: string | null,
): Promise<void> {
  if (at !== null && at !== untilReply) await enqueue(tx, wakeThread, { tenantId, key, at })
  else if (before !== null && before !== untilReply) await cancel(tx, wakeThread, { tenantId, key })
}

/** An event for each kind of change, with the fields of before. */
function announce(effects: Effects, record: ThreadRecord, before: Partial<ThreadFields>): void {
  const { id } = record
  const { status, snoozedUntil, priority, teamId, assigneeId, assigneeName, labels, ...rest } = before
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
  if (Object.keys(rest).length > 0) effects.emit(threadUpdated, id, record, rest)
}

/** The fields that have a value. */
function sentOnly<Fields extends object>(fields: Sent<Fields>): Partial<Fields> {
  // Safe because only fields without a value are left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
