import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { messageNotFound, messageSent, timeOutOfRange } from '../record/errors.ts'
import { messageScheduled } from '../record/events.ts'
import { toMessage, type MessageRecord } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'
import { readSendTime } from './schedule-reply.ts'
import { lockScheduled, reschedule } from './scheduled-queries.ts'
import { Rescheduling } from './waiting-schema.ts'

export const rescheduleMessage = endpoint.write({
  operationId: 'rescheduleMessage',
  method: 'POST',
  path: '/messages/{id}/reschedule',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Change the time of a scheduled reply',
  description:
    'Sends a reply that is waiting to be sent, or that could not be sent, at another time. Its text, recipients and changes stay. If the ' +
    'reply has already been sent, the response is 409; other messages are 404.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: messageNotFound, versioned: false } },
  body: Rescheduling,
  responds: { 200: item(Message, 'The scheduled reply') },
  errors: [messageSent, timeOutOfRange],
  present: (record: MessageRecord) => toMessage(record),
  async handle({ tx, principal: { tenantId }, params: { id }, body, effects }) {
    const found = await tx.first(lockScheduled, { tenantId, id })
    if (found === null) throw new ApiError(messageNotFound)
    if (found.deliveryState === 'SENT') throw new ApiError(messageSent)
    const sendAt = await readSendTime(tx, body)
    const reply = await fetchOne(tx, reschedule, { tenantId, id, sendAt })
    // Replaces the job of the former time.
    await enqueue(tx, 'send-scheduled-message', { tenantId, key: id, at: sendAt })
    effects.emit(messageScheduled, id, reply)
    const audited = effects.audit({
      action: 'message.rescheduled',
      target: { type: 'message', id },
      before: { sendAt: found.sendAt },
      after: { sendAt },
    })
    return toOutcome<MessageRecord>(reply, audited)
  },
})
