/** Writes replies that also change their thread, atomically. */
import type { TransactionContext } from '#kit/handler.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { checkReferences } from '#kit/references.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { type Audited, type Outcome, toOutcome } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { type WriteIdentity, writeIdentity } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import { mergeCustomFields } from '../../custom-fields/index.ts'
import { attachIfAny } from '../../uploads/index.ts'
import { appendToLockedThread, type Author, newMessage } from '../messages/append-message.ts'
import { readBody } from '../record/message-body.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { checkChanges, resolveChanges } from '../change/change-batch.ts'
import { freezeReply } from '../sending/freeze-reply.ts'
import { storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'
import { threadClosed, threadNotFound } from '../record/errors.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import type { ReplyChanges, ReplyCreate } from '../messages/reply-schema.ts'
import { checkExpectedMessage } from '../messages/stale-reply.ts'
import { fetchThread, lockMergeRoot, threadReferences } from '../record/thread.ts'
import type { NewMessage, NewMessageOutcome } from '../messages/append-queries.ts'

export type Changes = Static<typeof ReplyChanges>
type Context = TransactionContext<{ readonly id: Uuid }, undefined, Static<typeof ReplyCreate>>

/** True when the changes open the thread, so that even a closed thread accepts the reply. */
export const opensThread = ({ status }: Changes): boolean => status?.toLowerCase() === 'open'

/** Sends a reply immediately and changes its thread. */
export async function replyAndChange(context: Context, changes: Changes): Promise<Outcome<MessageRecord>> {
  const { tx, principal, params, body, requestId, ifMatch } = context
  const { tenantId, user } = principal
  const messageId = newId()
  const attachments = await attachIfAny(tx, { tenantId, messageId }, body.attachments)
  const thread = await lockMergeRoot(tx, { tenantId, id: params.id })
  if (!thread) throw new ApiError(threadNotFound)
  checkIfMatch(ifMatch, thread.version)
  await checkExpectedMessage(tx, { tenantId, ...thread }, body.expectedLastMessageId)
  await checkChanges({ tx, effects: new CollectedEffects(), principal }, changes)
  const frozen = await freezeReply(context, { threadId: thread.id, messageId }, body)
  if (frozen) await storeOutgoing(tx, { tenantId, messageId }, frozen)
  const mail = frozen && toMessageChannel(frozen)
  const write = writeIdentity(principal, requestId, null)
  const message = {
    ...readBody(body),
    messageId,
    attachments,
    mail,
    authorType: 'AGENT',
    internal: false,
    action: 'thread.replied',
  } as const
  const outcome = await appendAndChange(tx, { tenantId, write, author: user }, newMessage(write, thread.id, user, message), changes)
  if (!outcome.record) throw new ApiError(threadClosed)
  return toOutcome(outcome.record, outcome, 201)
}

/**
 * Appends a reply to a locked thread and changes the thread. The reply comes first, so that the changes can close the thread. If the thread
 * is closed and the changes open it, the changes come first. An outcome with `closed` means that nothing was written.
 */
export async function appendAndChange(
  tx: Queryable,
  { tenantId, write, author }: { tenantId: Uuid; write: WriteIdentity; author: Author },
  message: NewMessage,
  changes: Changes,
): Promise<NewMessageOutcome & Audited> {
  const { threadId } = message
  const effects = new CollectedEffects()
  const context = { tx, effects, principal: { tenantId } }
  const read = () => fetchThread(tx, { tenantId, id: threadId })
  const own = { ...write, auditId: newId(), keyHash: null, fingerprint: null }
  const current = await read()
  const { customFields, note, noteFormat, ...others } = changes
  const fields = {
    ...(await resolveChanges(context, current, others)),
    ...(customFields ? { customFields: mergeCustomFields(current.customFields, customFields) } : {}),
  }
  // Appending locks the tenant's counters, which come last in the lock order. So first lock everything that the change needs.
  await checkReferences(tx, tenantId, threadReferences, { assigneeId: current.assigneeId, ...fields })
  const change = async (): Promise<void> => {
    await applyThreadChange(context, { ...(await read()), reachedFrom: null }, fields)
    await writeLedger(tx, own, effects, { status: 200, record: null })
  }
  const opensFirst = current.status === 'closed' && opensThread(changes)
  if (opensFirst) await change()
  const outcome = await appendToLockedThread(tx, message)
  if (!outcome.record) return outcome
  if (note !== undefined) {
    const internal = { ...readBody({ body: note, bodyFormat: noteFormat }), authorType: 'AGENT', internal: true } as const
    await appendToLockedThread(
      tx,
      newMessage({ ...own, auditId: newId() }, threadId, author, { ...internal, action: 'thread.message_added' }),
    )
  }
  if (!opensFirst) await change()
  return outcome
}
