import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource } from '#kit/write.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { invalidTransition } from '../record/errors.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'

export const unsnoozeThread = endpoint.write({
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
  present: toThread,
  async handle(context) {
    const current = await lockResource(context, thread)
    if (current.snoozedUntil === null) return toUnchangedOutcome(current)
    return applyThreadChange(context, current, { status: 'open', snoozedUntil: null }, { action: 'thread.unsnoozed' })
  },
})
