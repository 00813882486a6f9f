import {
  ApiError,
  changesOf,
  checkReferences,
  endpoint,
  item,
  keyOf,
  locked,
  one,
  unchanged,
  unknownReference,
  written,
  type Outcome,
  type Static,
  type TransactionContext,
  type Uuid,
} from '../../kit/index.ts'
import { mergeCustomFields } from '../customers/index.ts'
import { invalidTransition } from './errors.ts'
import { threadAssigned, threadPriorityChanged, threadStatusChanged, threadUpdated } from './events.ts'
import { ThreadUpdate } from './input-schema.ts'
import { changeThread, toThread, type ThreadRecord } from './queries.ts'
import { Thread } from './schema.ts'
import { agentMayMove } from './status.ts'
import { thread, threadReferences } from './thread.ts'

type Context = TransactionContext<{ id: Uuid }, undefined, Static<typeof ThreadUpdate>>

/** The fields of a thread that an agent changes, as they stand in a record. */
type Changeable = Pick<ThreadRecord, 'status' | 'priority' | 'subject' | 'inboxId' | 'teamId' | 'customFields'>

export const updateThread = endpoint({
  operationId: 'updateThread',
  method: 'PATCH',
  path: '/threads/{id}',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Change a thread',
  description:
    'Changes the fields sent. Status: open, pending and resolved threads may go anywhere; a closed one may only be opened again. ' +
    'Custom fields merge; null removes one. What does not change anything answers 200 and emits nothing.',
  params: { id: thread.id },
  body: ThreadUpdate,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [invalidTransition, unknownReference],
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const { tx, principal } = context
    const current = await locked(context, thread)
    const next = wanted(current, context.body)
    const changes = changesOf<Changeable>(current, next)
    if (!changes) return unchanged(current)
    if (!agentMayMove(current.status, next.status, current.mergedInto !== null)) {
      throw new ApiError(invalidTransition, { message: `A ${current.status} thread cannot become ${next.status}.` })
    }
    await checkReferences(tx, principal.tenantId, threadReferences, changes.after)
    const changed = await one(tx, changeThread, { ...keyOf(context), ...next })
    return announced(context, { ...current, ...next, ...changed }, changes)
  },
})

function wanted(current: ThreadRecord, body: Static<typeof ThreadUpdate>): Changeable {
  return {
    status: body.status ?? current.status,
    priority: body.priority ?? current.priority,
    subject: body.subject ?? current.subject,
    inboxId: body.inboxId ?? current.inboxId,
    teamId: body.teamId === undefined ? current.teamId : body.teamId,
    customFields: mergeCustomFields(current.customFields, body.customFields),
  }
}

function announced(
  { effects, params: { id } }: Context,
  record: ThreadRecord,
  { before, after }: { before: Partial<Changeable>; after: Partial<Changeable> },
): Outcome<ThreadRecord> {
  const audited = effects.audit({ action: 'thread.updated', target: { type: 'thread', id }, before, after })
  const { status, priority, teamId, ...rest } = before
  if (status !== undefined) {
    effects.emit(threadStatusChanged, id, record, { status })
    effects.count(`threads_${status}`, -1)
    effects.count(`threads_${record.status}`, 1)
  }
  if (priority !== undefined) effects.emit(threadPriorityChanged, id, record, { priority })
  if (teamId !== undefined) effects.emit(threadAssigned, id, record, { teamId })
  if (Object.keys(rest).length > 0) effects.emit(threadUpdated, id, record, rest)
  return written(record, audited)
}
