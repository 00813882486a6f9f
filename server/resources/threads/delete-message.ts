import { ApiError, endpoint, item, written } from '../../kit/index.ts'
import { cancel } from '../../kit/jobs.ts'
import { messageNotFound, messageSent } from './errors.ts'
import { messageDeleted } from './events.ts'
import { sendScheduledMessage } from './job-names.ts'
import { toMessage } from './message-queries.ts'
import { Message } from './message-schema.ts'
import { deleteScheduled, lockScheduled } from './scheduled-queries.ts'

export const deleteMessage = endpoint({
  operationId: 'deleteMessage',
  method: 'DELETE',
  path: '/messages/{id}',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Take back a scheduled reply',
  description:
    'Removes a reply that waits to be sent, or that could not be sent. One that was sent already answers 409 and stays: of this request and the sending, ' +
    'one wins, and the answer says which. Messages that were never scheduled cannot be taken back: there is none of that id waiting, which is 404.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: messageNotFound, versioned: false } },
  responds: { 200: item(Message, 'The reply, which is not sent') },
  errors: [messageSent],
  deletion: 'final',
  writes: 'transaction',
  present: toMessage,
  async handle({ tx, principal: { tenantId }, params: { id }, effects }) {
    const reply = await tx.first(lockScheduled, { tenantId, id })
    if (!reply) throw new ApiError(messageNotFound)
    if (reply.deliveryState === 'SENT') throw new ApiError(messageSent)
    await tx.rows(deleteScheduled, { tenantId, id })
    await cancel(tx, sendScheduledMessage, { tenantId, key: id })
    effects.emit(messageDeleted, id, reply)
    const before = { threadId: reply.threadId, sendAt: reply.sendAt }
    return written(reply, effects.audit({ action: 'message.deleted', target: { type: 'message', id }, before }))
  },
})
