import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { ApiError, type ErrorDetail, unknownReference } from '#platform/errors.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { causedBy } from '#platform/outbox/attribution.ts'
import type { Static } from '#platform/schema.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { mergeConflict, threadNotFound } from '../record/errors.ts'
import { announceFollowers } from '../followers/announce-followers.ts'
import { followTarget } from '../followers/follower-queries.ts'
import { findBroughtLabels, targetAfterMerge, targetStates } from './merge-rules.ts'
import { insertMerges, moveMessages } from './merge-queries.ts'
import { ThreadMerge } from './merge-schema.ts'
import { toThread, type ThreadRecord } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { lockThreadsInOrder, thread } from '../record/thread.ts'

/**
 * Maximum number of messages per merge, which one statement moves in a few seconds even on a slow machine. Undoing a merge never moves more
 * than the merge did.
 */
const maxMessages = 100_000

type Context = TransactionContext<{ readonly id: Uuid }, undefined, Static<typeof ThreadMerge>>

export const mergeThread = endpoint.write({
  operationId: 'mergeThread',
  method: 'POST',
  path: '/threads/{id}/merge',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Merge threads into this one',
  description:
    'Moves the messages of up to 20 threads into this one, with their ids and times, and combines the labels. The sources become ' +
    '`closed` with `mergedInto`; later replies, messages and changes to them go to this thread. All sources together may have ' +
    '100,000 messages. This thread opens if a source is open or its customer is waiting. Threads of different customers require ' +
    '`allowCrossCustomer`. `POST /threads/{id}/unmerge` on a source undoes its merge.',
  params: { id: thread.id },
  body: ThreadMerge,
  responds: { 200: item(Thread, 'The thread with all messages') },
  errors: [mergeConflict, unknownReference],
  etag: true,
  present: toThread,
  async handle(given) {
    const { target, sources } = await lockForMerge(given)
    const context = { ...given, effects: given.effects.attribute({ cause: causedBy('MERGE', target.id) }) }
    const { tx, principal } = context
    const { tenantId } = principal
    const sourceIds = sources.map(({ id }) => id)
    const into = { tenantId, sourceIds, targetId: target.id }
    const brought = new Map(findBroughtLabels(target, sources).map(({ sourceId, labelIds }) => [sourceId, labelIds]))
    await tx.rows(moveMessages, into)
    const followed = await tx.rows(followTarget, into)
    if (followed.length > 0) await announceFollowers(tx, tenantId, [{ threadId: target.id, effects: context.effects }])
    await tx.rows(insertMerges, {
      ...into,
      merges: sources.map(({ id, status, snoozedUntil }, i) => ({
        sourceId: id,
        status,
        snoozedUntil,
        labelIds: brought.get(id) ?? [],
        target: i === 0 ? targetStates(target, sources) : null,
      })),
    })
    const moved = { messagesMoved: true, merges: true } as const
    for (const source of sources)
      await applyThreadChange(context, source, { status: 'closed', mergedInto: target.id }, { ...moved, action: 'thread.merged_into' })
    return applyThreadChange(context, target, targetAfterMerge(target, sources), {
      ...moved,
      action: 'thread.merged',
      audited: { sourceIds },
    })
  },
})

/** Locks the target and the distinct sources in id order. Throws when they cannot be merged. */
async function lockForMerge({ tx, principal: { tenantId }, params: { id }, body, ifMatch }: Context) {
  const ids = [...new Set([id, ...body.sourceIds])]
  const found = new Map((await lockThreadsInOrder(tx, tenantId, ids)).map((record) => [record.id, record]))
  const target = found.get(id)
  if (!target) throw new ApiError(threadNotFound)
  checkIfMatch(ifMatch, target.version)
  const unknown = body.sourceIds.flatMap((sourceId, i) =>
    found.has(sourceId) ? [] : [{ field: `sourceIds[${i}]`, code: 'UNKNOWN', message: 'does not exist in this tenant' }],
  )
  if (unknown.length > 0) throw new ApiError(unknownReference, { details: unknown })
  const details = [
    ...findMergeOf('id', target),
    ...body.sourceIds.flatMap((sourceId, i) =>
      findConflicts(`sourceIds[${i}]`, found.get(sourceId), target, body.allowCrossCustomer ?? false),
    ),
  ]
  if (details.length > 0) throw new ApiError(mergeConflict, { details })
  const sources = [...new Set(body.sourceIds)].flatMap((sourceId) => found.get(sourceId) ?? [])
  checkSize(sources)
  return { target, sources }
}

function checkSize(sources: readonly ThreadRecord[]): void {
  const messages = sources.reduce((sum, { messageCount }) => sum + messageCount, 0)
  if (messages <= maxMessages) return
  const figures = [messages, maxMessages].map((count) => count.toLocaleString('en'))
  const message = `have ${figures[0]} messages together, and a merge moves at most ${figures[1]}`
  throw new ApiError(mergeConflict, { details: [{ field: 'sourceIds', code: 'TOO_MANY_MESSAGES', message }] })
}

function findConflicts(field: string, source: ThreadRecord | undefined, target: ThreadRecord, allowCrossCustomer: boolean): ErrorDetail[] {
  if (!source) return []
  if (source.id === target.id) return [{ field, code: 'SAME_THREAD', message: 'is the thread to merge into' }]
  if (source.mergedInto !== null) return findMergeOf(field, source)
  if (source.customerId === target.customerId || allowCrossCustomer) return []
  return [
    { field, code: 'OTHER_CUSTOMER', message: `belongs to the customer ${toTypeId('cst', source.customerId)}; send allowCrossCustomer` },
  ]
}

function findMergeOf(field: string, { mergedInto }: ThreadRecord): ErrorDetail[] {
  if (mergedInto === null) return []
  return [{ field, code: 'MERGED', message: `was merged into ${toTypeId('thr', mergedInto)}` }]
}
