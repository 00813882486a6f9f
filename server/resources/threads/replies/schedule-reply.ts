/** Schedules replies, which can be cancelled until they are sent. */
import type { TransactionContext } from '#kit/handler.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { type Outcome, toOutcome } from '#platform/outbox/effects.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import type { Static } from '#platform/schema.ts'
import { isFrozenMail } from '../outgoing/frozen.ts'
import { freezeReply } from '../sending/freeze-reply.ts'
import { readBody } from '../record/message-body.ts'
import { checkChanges } from '../change/change-batch.ts'
import { threadClosed, threadNotFound, timeOutOfRange } from '../record/errors.ts'
import { messageScheduled } from '../record/events.ts'
import type { MessageRecord } from '../record/message-queries.ts'
import { opensThread } from './reply-changes.ts'
import type { ReplyCreate } from '../messages/reply-schema.ts'
import { readTime } from '../record/queries.ts'
import { insertScheduled } from './scheduled-queries.ts'
import { checkExpectedMessage } from '../messages/stale-reply.ts'
import { attachIfAny } from '../../uploads/index.ts'
import { lockMergeRoot } from '../record/thread.ts'

type Context = TransactionContext<{ readonly id: Uuid }, undefined, Static<typeof ReplyCreate>>

/** Maximum number of days ahead for a scheduled reply. */
export const maxDaysAhead = 30

/** True when the body schedules the reply. Throws 400 when it sets both `sendAt` and `undoSeconds`. */
export function isForLater({ sendAt, undoSeconds }: Static<typeof ReplyCreate>): boolean {
  if (sendAt !== undefined && undoSeconds !== undefined)
    throw new ApiError(validationFailed, {
      details: [{ field: 'undoSeconds', code: 'NOT_ALLOWED', message: 'must not be sent together with sendAt' }],
    })
  return sendAt !== undefined || (undoSeconds ?? 0) > 0
}

/**
 * Stores the reply and enqueues the job that sends it. Rejects a reply that the thread would not accept now. When the reply is due, the
 * thread's state at that time decides.
 */
export async function scheduleReply(context: Context): Promise<Outcome<MessageRecord>> {
  const { tx, effects, principal, params, body, ifMatch } = context
  const { tenantId, user } = principal
  const id = newId()
  const attachments = await attachIfAny(tx, { tenantId, messageId: id }, body.attachments)
  const thread = await lockMergeRoot(tx, { tenantId, id: params.id })
  if (!thread) throw new ApiError(threadNotFound)
  checkIfMatch(ifMatch, thread.version)
  const { changes = null } = body
  if (changes) await checkChanges({ tx, effects: new CollectedEffects(), principal }, changes)
  if (thread.status === 'closed' && thread.mergedInto === null && !(changes && opensThread(changes))) throw new ApiError(threadClosed)
  await checkExpectedMessage(tx, { tenantId, ...thread }, body.expectedLastMessageId)
  const sendAt = await readSendTime(tx, body)
  const mail = await freezeReply(context, { threadId: thread.id, messageId: id }, body)
  const author = { authorId: user.id, authorName: user.name }
  const record = await fetchOne(tx, insertScheduled, {
    tenantId,
    id,
    threadId: thread.id,
    ...author,
    ...readBody(body),
    attachments,
    sendAt,
    changes,
    email: mail && isFrozenMail(mail) ? mail.email : null,
    mail,
  })
  await enqueue(tx, 'send-scheduled-message', { tenantId, key: id, at: sendAt })
  effects.emit(messageScheduled, id, record)
  const audited = effects.audit({
    action: 'thread.reply_scheduled',
    target: { type: 'thread', id: thread.id },
    after: { messageId: id, sendAt },
  })
  return toOutcome<MessageRecord>(record, audited, 201)
}

/** Returns the time at which to send a reply. Throws 422 if it is in the past or too far ahead. */
export async function readSendTime(
  tx: Queryable,
  { sendAt, undoSeconds }: Pick<Static<typeof ReplyCreate>, 'sendAt' | 'undoSeconds'>,
): Promise<string> {
  const { at, secondsLeft } = await fetchOne(tx, readTime, { at: sendAt ?? null, inSeconds: undoSeconds ?? null })
  const outside =
    secondsLeft <= 0 ? 'is in the past' : secondsLeft > maxDaysAhead * 86_400 ? `is more than ${maxDaysAhead} days ahead` : null
  if (outside === null) return at
  throw new ApiError(timeOutOfRange, { details: [{ field: 'sendAt', code: secondsLeft <= 0 ? 'PAST' : 'TOO_FAR', message: outside }] })
}
