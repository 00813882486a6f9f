import { endpoint, item, locked, unchanged } from '../../../kit/index.ts'
import { changedThread } from '../change-thread.ts'
import { invalidTransition } from '../errors.ts'
import { toThread } from '../queries.ts'
import { Thread } from '../schema.ts'
import { thread } from '../thread.ts'

export const unsnoozeThread = endpoint({
  operationId: 'unsnoozeThread',
  method: 'DELETE',
  path: '/threads/{id}/snooze',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Wake a thread',
  description: 'Ends the snooze of a thread, which becomes open. A thread that is not snoozed is not changed.',
  params: { id: thread.id },
  responds: { 200: item(Thread, 'The thread') },
  errors: [invalidTransition],
  deletion: 'part',
  etag: true,
  writes: 'transaction',
  present: toThread,
  async handle(context) {
    const current = await locked(context, thread)
    if (current.snoozedUntil === null) return unchanged(current)
    return changedThread(context, current, { status: 'open', snoozedUntil: null }, { action: 'thread.unsnoozed' })
  },
})
