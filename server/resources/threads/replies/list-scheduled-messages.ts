import { findMergedInto } from '../record/read-queries.ts'
import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { threadNotFound } from '../record/errors.ts'
import { toReadMessage } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'
import { scheduledList } from './scheduled-queries.ts'
import { thread } from '../record/thread.ts'

export const listScheduledMessages = endpoint.read({
  operationId: 'listScheduledMessages',
  path: '/threads/{id}/scheduled-messages',
  tag: 'threads',
  scope: 'threads:read',
  summary: 'List the scheduled replies of a thread',
  description:
    'Replies that are waiting to be sent (`delivery.state` is `QUEUED`, `sendAt` is the time) and replies that could not be sent ' +
    '(`FAILED`), latest scheduled first. They become messages of the thread when they are sent. If the thread is merged, they ' +
    'move with its messages.',
  params: { id: thread.id },
  responds: { 200: list(Message) },
  present: toReadMessage,
  async handle({ db, principal: { tenantId }, params: { id }, page }) {
    const found = await scheduledList.fetch(db, tenantId, page, { threadId: id })
    if (found.records.length > 0) return found
    const merged = await db.first(findMergedInto, { tenantId, id })
    if (!merged) throw new ApiError(threadNotFound)
    return merged.mergedInto === null ? found : scheduledList.fetch(db, tenantId, page, { threadId: merged.mergedInto })
  },
})
