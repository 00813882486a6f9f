import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkReferences } from '#kit/references.ts'
import { lockResource, fetchOne } from '#kit/write.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { enqueue } from '#platform/jobs/enqueue.ts'
import { causedBy } from '#platform/outbox/attribution.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { queuedThreadKey } from '../queue/queue.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { mergeConflict } from '../record/errors.ts'
import { threadCreated } from '../record/events.ts'
import { ThreadSplit } from './merge-schema.ts'
import { toThread } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { updateClocks } from '../sla/plan.ts'
import { reindexThread } from '../../thread-search/index.ts'
import { insertSplitThread, takeMessages } from './merge-queries.ts'
import { fetchThread, thread, threadReferences } from '../record/thread.ts'

export const splitThread = endpoint.write({
  operationId: 'splitThread',
  method: 'POST',
  path: '/threads/{id}/split',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Split messages off into a new thread',
  description:
    'Creates a new open thread from some of the messages, which keep their ids and times. The new thread gets the customer, ' +
    'inbox, team, assignee, channel, priority, labels and custom fields of the original thread. At least one message must stay in ' +
    'the original thread.',
  params: { id: thread.id },
  body: ThreadSplit,
  responds: { 201: item(Thread, 'The new thread') },
  errors: [mergeConflict, unknownReference],
  etag: true,
  present: toThread,
  location: ({ id }) => `/threads/${id}`,
  async handle(given) {
    const key = { tenantId: given.principal.tenantId, id: newId() }
    const context = { ...given, effects: given.effects.attribute({ cause: causedBy('SPLIT', key.id) }) }
    const { tx, effects, body } = context
    const from = await lockResource(context, thread)
    const taken = new Set((await tx.rows(takeMessages, { ...key, fromId: from.id, messageIds: body.messageIds })).map(({ id }) => id))
    const details = body.messageIds.flatMap((id, i) =>
      taken.has(id) ? [] : [{ field: `messageIds[${i}]`, code: 'UNKNOWN', message: 'is not a message of this thread' }],
    )
    if (details.length > 0) throw new ApiError(unknownReference, { details })
    if (taken.size === from.messageCount)
      throw new ApiError(mergeConflict, {
        details: [{ field: 'messageIds', code: 'NO_MESSAGES', message: 'are all of the thread’s messages' }],
      })
    const split = { messagesMoved: true, action: 'thread.split', audited: { splitInto: key.id } } as const
    const { teamId, assigneeId, queuedFor } = (await applyThreadChange(context, from, {}, split)).record
    // The new thread is open, so it counts as one of the assignee's open threads (lock the assignee), or it is queued like the original.
    await checkReferences(tx, key.tenantId, threadReferences, { teamId, assigneeId })
    if (queuedFor !== null && teamId !== null)
      await enqueue(tx, 'hand-out-threads', { ...key, key: queuedThreadKey(teamId, key.id), input: { teamId } })
    await fetchOne(tx, insertSplitThread, { ...key, fromId: from.id, subject: body.subject })
    // The search index finds these messages by their events, which name the old thread, so reindex them.
    await reindexThread(tx, key.tenantId, key.id)
    const made = await fetchThread(tx, key)
    const record = {
      ...made,
      sla: await updateClocks(context, made, { rechoosesPolicy: true, messagesMoved: true, priorityChanged: true }),
    }
    effects.emit(threadCreated, key.id, record)
    effects.count('threads_open', 1)
    const after = { subject: body.subject, splitFrom: from.id }
    return toOutcome(record, effects.audit({ action: 'thread.created', target: { type: 'thread', id: key.id }, after }), 201)
  },
})
