import { changesOf } from '../../kit/changes.ts'
import { endpoint, item, type TransactionContext } from '../../kit/endpoint.ts'
import { ApiError, unknownReference } from '../../kit/errors.ts'
import type { Uuid } from '../../kit/ids.ts'
import { checkIfMatch } from '../../kit/if-match.ts'
import type { Static } from '../../kit/schema.ts'
import { mergeCustomFields } from '../customers/index.ts'
import { invalidTransition, threadNotFound } from './errors.ts'
import { threadAssigned, threadPriorityChanged, threadStatusChanged, threadUpdated } from './events.ts'
import { threadId } from './get-thread.ts'
import { changeThread, findActiveInbox, lockThread, toThread, type ThreadRecord } from './queries.ts'
import { Thread, ThreadUpdate } from './schema.ts'
import { agentMayMove } from './status.ts'

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
  params: { id: threadId },
  body: ThreadUpdate,
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [invalidTransition, unknownReference],
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const { tx, principal, params, ifMatch } = context
    const key = { tenantId: principal.tenantId, id: params.id }
    const current = await tx.first(lockThread, key)
    if (!current) throw new ApiError(threadNotFound)
    checkIfMatch(ifMatch, current.version)
    const next = wanted(current, context.body)
    const changes = changesOf<Changeable>(current, next)
    if (!changes) return { status: 200, record: current }
    if (!agentMayMove(current.status, next.status, current.mergedInto !== null)) {
      throw new ApiError(invalidTransition, { message: `A ${current.status} thread cannot become ${next.status}.` })
    }
    await checkReferences(context, changes.after)
    const written = await tx.first(changeThread, { ...key, ...next })
    if (!written) throw new ApiError(threadNotFound)
    const record = { ...current, ...next, ...written }
    announce(context, record, changes)
    return { status: 200, record }
  },
})

function wanted(current: ThreadRecord, body: Static<typeof ThreadUpdate>): Changeable {
  return {
    status: body.status ?? current.status,
    // Safe because the choice's values are those of a record in upper case.
    priority: (body.priority?.toLowerCase() as ThreadRecord['priority'] | undefined) ?? current.priority,
    subject: body.subject ?? current.subject,
    inboxId: body.inboxId ?? current.inboxId,
    teamId: body.teamId === undefined ? current.teamId : body.teamId,
    customFields: mergeCustomFields(current.customFields, body.customFields),
  }
}

async function checkReferences({ tx, principal }: Context, after: Partial<Changeable>): Promise<void> {
  const unknown = (field: string) =>
    new ApiError(unknownReference, { details: [{ field, code: 'UNKNOWN', message: 'does not exist in this tenant' }] })
  if (after.inboxId && !(await tx.first(findActiveInbox, { tenantId: principal.tenantId, id: after.inboxId }))) throw unknown('inboxId')
  // No tenant has teams yet, so none can be referred to.
  if (after.teamId) throw unknown('teamId')
}

function announce(
  { effects, params: { id } }: Context,
  record: ThreadRecord,
  { before, after }: { before: Partial<Changeable>; after: Partial<Changeable> },
): void {
  effects.audit({ action: 'thread.updated', target: { type: 'thread', id }, before, after })
  const { status, priority, teamId, ...rest } = before
  if (status !== undefined) {
    effects.emit(threadStatusChanged, id, record, { status })
    effects.count(`threads_${status}`, -1)
    effects.count(`threads_${record.status}`, 1)
  }
  if (priority !== undefined) effects.emit(threadPriorityChanged, id, record, { priority })
  if (teamId !== undefined) effects.emit(threadAssigned, id, record, { teamId })
  if (Object.keys(rest).length > 0) effects.emit(threadUpdated, id, record, rest)
}
