import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { messageNotFound } from '../record/errors.ts'
import { findScheduled } from './scheduled-queries.ts'
import { findMessage, toReadMessage } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'

export const getMessage = endpoint.read({
  operationId: 'getMessage',
  path: '/messages/{id}',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'Get a message',
  description: 'Returns one message of a thread, an internal note or a scheduled reply. `threadId` is the thread that has it now.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: messageNotFound } },
  responds: { 200: item(Message, 'The message') },
  present: toReadMessage,
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = (await db.first(findMessage, { tenantId, id })) ?? (await db.first(findScheduled, { tenantId, id }))
    if (!record) throw new ApiError(messageNotFound)
    return { status: 200, record }
  },
})
