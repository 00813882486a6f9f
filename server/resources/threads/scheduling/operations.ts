import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { invalidTransition, threadNotFound } from '../errors.ts'
import { findMergedInto } from '../merging/merge-queries.ts'
import { toReadMessage } from '../messages/message-queries.ts'
import { Message } from '../messages/message-schema.ts'
import { scheduledList } from './scheduled-queries.ts'
import { thread } from '../thread.ts'
import { applyThreadChange } from '../change-thread.ts'
import { toThread } from '../queries.ts'
import { Thread } from '../schema.ts'

export const listScheduledMessages = endpoint({
  operationId: 'listScheduledMessages',
  method: 'GET',
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

export const unsnoozeThread = endpoint({
  operationId: 'unsnoozeThread',
  method: 'DELETE',
  path: '/threads/{id}/snooze',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Wake a thread',
  description: 'Ends the snooze of a thread and opens it. A thread that is not snoozed does not change.',
  params: { id: thread.id },
  responds: { 200: item(Thread, 'The thread') },
  errors: [invalidTransition],
  deletion: 'part',
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const current = await lockResource(context, thread)
    if (current.snoozedUntil === null) return toUnchangedOutcome(current)
    return applyThreadChange(context, current, { status: 'open', snoozedUntil: null }, { action: 'thread.unsnoozed' })
  },
})
