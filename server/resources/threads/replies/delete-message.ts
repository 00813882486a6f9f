import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { removeUploads } from '../../uploads/index.ts'
import { cancelSending } from '../outgoing/resend.ts'
import { messageNotFound, messageSent } from '../record/errors.ts'
import { messageDeleted } from '../record/events.ts'
import { toMessage, type MessageRecord } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'
import { deleteScheduled, lockScheduled } from './scheduled-queries.ts'

export const deleteMessage = endpoint.write({
  operationId: 'deleteMessage',
  method: 'DELETE',
  path: '/messages/{id}',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Cancel a scheduled reply',
  description:
    'Removes a reply that is waiting to be sent, or that could not be sent, with its files. If the reply has already been sent, ' +
    'the response is 409. A message whose mail waits for its first attempt stays, and its mail is cancelled: `delivery.state` becomes ' +
    'FAILED. Other messages cannot be cancelled: the response is 404.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: messageNotFound, versioned: false } },
  responds: { 200: item(Message, 'The cancelled reply') },
  errors: [messageSent],
  deletion: 'final',
  present: (record: MessageRecord) => toMessage(record),
  async handle({ tx, principal: { tenantId }, params: { id }, effects }) {
    const found = await tx.first(lockScheduled, { tenantId, id })
    if (found === null || found.deliveryState === 'SENT') return cancelSending({ tx, effects, tenantId }, id, found !== null)
    const { changes: _changes, mail: _mail, ...reply } = found
    await tx.rows(deleteScheduled, { tenantId, id })
    await cancel(tx, 'send-scheduled-message', { tenantId, key: id })
    await removeUploads({ tx, effects, tenantId }, reply.attachments?.map((file) => file.id) ?? [])
    effects.emit(messageDeleted, id, reply)
    const before = { threadId: reply.threadId, sendAt: reply.sendAt }
    return toOutcome(reply, effects.audit({ action: 'message.deleted', target: { type: 'message', id }, before }))
  },
})
