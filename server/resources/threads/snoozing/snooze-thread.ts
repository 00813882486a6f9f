import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { lockResource, fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Static } from '#platform/schema.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { invalidTransition, timeOutOfRange } from '../record/errors.ts'
import { ThreadSnooze } from '../record/input-schema.ts'
import { readTime, toThread, untilReply } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { thread } from '../record/thread.ts'

export const snoozeThread = endpoint.write({
  operationId: 'snoozeThread',
  method: 'POST',
  path: '/threads/{id}/snooze',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Snooze a thread',
  description:
    'Makes the thread pending and snoozes it until a time, for a number of seconds, or until the customer writes. The thread ' +
    'opens at that time or with the customer’s next message, whichever comes first. Another snooze replaces the time. A change of ' +
    'status ends the snooze. A resolved thread can be snoozed, a closed one cannot.',
  params: { id: thread.id },
  body: ThreadSnooze,
  responds: { 200: item(Thread, 'The snoozed thread') },
  errors: [invalidTransition, timeOutOfRange],
  etag: true,
  present: toThread,
  async handle(context) {
    const current = await lockResource(context, thread)
    const snoozedUntil = await readWakeTime(context.tx, context.body)
    return applyThreadChange(context, current, { status: 'pending', snoozedUntil }, { action: 'thread.snoozed' })
  },
})

async function readWakeTime(tx: Queryable, { until, durationSeconds }: Static<typeof ThreadSnooze>): Promise<string> {
  if (until === undefined && durationSeconds === undefined) return untilReply
  const { at, secondsLeft } = await fetchOne(tx, readTime, { at: until ?? null, inSeconds: durationSeconds ?? null })
  if (secondsLeft <= 0) throw new ApiError(timeOutOfRange, { details: [{ field: 'until', code: 'PAST', message: 'has passed already' }] })
  return at
}
