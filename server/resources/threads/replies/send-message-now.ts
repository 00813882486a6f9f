import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { invalidTransition, messageNotFailed, messageNotFound, messageSent, threadClosed } from '../record/errors.ts'
import { toMessage, type MessageRecord } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'
import { resend } from '../outgoing/resend.ts'
import { findSent } from './scheduled-queries.ts'
import { appendScheduled, lockForSending } from './send-scheduled.ts'

export const sendMessageNow = endpoint.write({
  operationId: 'sendMessageNow',
  method: 'POST',
  path: '/messages/{id}/send',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Send a reply now, or again',
  description:
    'Sends a scheduled reply now, or retries one that could not be sent, with its files. The author does not change. On a closed ' +
    'thread the request is refused, and the reply stays scheduled. A message whose mail FAILED, BOUNCED or was KEPT as a file is mailed ' +
    'again, with the same Message-ID, to the recipients in those states. Any other message has been sent already: 409.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: messageNotFound, versioned: false } },
  responds: { 200: item(Message, 'The message as it was sent') },
  errors: [messageSent, messageNotFailed, threadClosed, invalidTransition, unknownReference],
  // File URLs expire relative to the time of sending, so that a retry gets the same response.
  present: (record: MessageRecord, links) => toMessage(record, { links, from: new Date(record.createdAt) }),
  async handle({ tx, principal: { tenantId }, params: { id }, effects }) {
    // The job that sends the reply takes the same locks. The second of the two then sees that the reply was sent.
    const reply = await lockForSending(tx, { tenantId, id })
    if (!reply) return resend({ tx, effects, tenantId }, id, (await tx.first(findSent, { tenantId, id })) !== null)
    await cancel(tx, 'send-scheduled-message', { tenantId, key: id })
    const message = await appendScheduled(tx, tenantId, reply)
    if (!message) throw new ApiError(threadClosed)
    const before = { threadId: reply.threadId, sendAt: reply.sendAt, state: reply.deliveryState }
    return toOutcome(message, effects.audit({ action: 'message.sent_now', target: { type: 'message', id }, before }))
  },
})
