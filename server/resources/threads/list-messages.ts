import { endpoint, list } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { threadNotFound } from './errors.ts'
import { thread } from './thread.ts'
import { messageList, toMessage } from './message-queries.ts'
import { threadExists } from './queries.ts'
import { Message } from './message-schema.ts'

export const listMessages = endpoint({
  operationId: 'listMessages',
  method: 'GET',
  path: '/threads/{id}/messages',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List the messages of a thread',
  description: 'Messages of one thread, newest first, internal notes included.',
  params: { id: thread.id },
  responds: { 200: list(Message) },
  present: toMessage,
  async handle({ db, principal, params, page }) {
    const found = await messageList.fetch(db, principal.tenantId, page, { threadId: params.id })
    // A thread has at least one message, so only an absent thread has an empty first page.
    if (found.records.length === 0 && !(await db.first(threadExists, { tenantId: principal.tenantId, id: params.id })))
      throw new ApiError(threadNotFound)
    return found
  },
})
