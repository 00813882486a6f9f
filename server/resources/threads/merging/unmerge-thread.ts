import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { OutdatedRead } from '#platform/db.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { causedBy } from '#platform/outbox/attribution.ts'
import { isoTimeOrNull } from '#platform/time.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { mergeConflict, threadNotFound } from '../record/errors.ts'
import {
  deleteMerge,
  findMerges,
  hasLaterMerge,
  passLabelsToOtherMerges,
  passStateToLaterMerge,
  returnMessages,
  type Merge,
} from './merge-queries.ts'
import { toThread, type ThreadRecord } from '../record/queries.ts'
import { Thread } from '../record/schema.ts'
import { lockThreadsInOrder, thread } from '../record/thread.ts'

type Context = TransactionContext<{ readonly id: Uuid }, undefined, undefined>
/** A merge and its locked target. */
type Step = { merge: Merge; target: ThreadRecord }

export const unmergeThread = endpoint.write({
  operationId: 'unmergeThread',
  method: 'POST',
  path: '/threads/{id}/unmerge',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Undo the merge of this thread',
  description:
    'Moves the messages of a merged thread back from the target, and restores the thread’s status and snooze. The target loses ' +
    'labels that came only from this thread. Its earlier status returns, unless the target changed or got messages since, or ' +
    'another merge requires its status. Messages written since the merge, and messages that were split off, stay where they are. ' +
    'Other merges of the target stay.',
  params: { id: thread.id },
  responds: { 200: item(Thread, 'The thread as it is now') },
  errors: [mergeConflict],
  etag: true,
  present: toThread,
  async handle(given) {
    const { source, merge, between, root } = await lockForUnmerge(given)
    const context = { ...given, effects: given.effects.attribute({ cause: causedBy('MERGE', root.target.id) }) }
    const { tx, principal } = context
    const key = { tenantId: principal.tenantId, sourceId: source.id, rootId: root.target.id }
    if (!(await tx.first(returnMessages, key))) throw mergeError('NO_MESSAGES', 'has no messages in the target any more')
    const labels = await findLabelsToKeep(context, [...between, root])
    const state = between.length === 0 ? await findStateToRestore(context, root) : {}
    await tx.rows(deleteMerge, key)
    for (const { target } of between)
      await applyThreadChange(context, target, { labels: labels.get(target.id) }, { merges: true, action: 'thread.unmerged_from' })
    const moved = { messagesMoved: true, merges: true } as const
    const audited = { sourceId: source.id }
    const left = await applyThreadChange(
      context,
      root.target,
      { ...state, labels: labels.get(root.target.id) },
      { ...moved, audited, action: 'thread.unmerged_from' },
    )
    if (left.record.messageCount === 0) throw mergeError('NO_MESSAGES', 'has all messages of its target')
    const before = merge.isOver
      ? ({ status: 'open', snoozedUntil: null } as const)
      : { status: merge.status, snoozedUntil: merge.snoozedUntil }
    return applyThreadChange(context, source, { ...before, mergedInto: null }, { ...moved, action: 'thread.unmerged' })
  },
})

/** Locks the source and all its targets up to the merge root, in id order. */
async function lockForUnmerge({ tx, principal: { tenantId }, params: { id }, ifMatch }: Context) {
  const read = () => tx.rows(findMerges, { tenantId, sourceId: id })
  const ids = listIds(id, await read())
  const locked = await lockThreadsInOrder(tx, tenantId, ids)
  const merges = await read()
  if (listIds(id, merges).some((each) => !ids.includes(each))) throw new OutdatedRead('A thread was merged in the meantime')
  const found = new Map(locked.map((record) => [record.id, record]))
  const source = found.get(id)
  if (!source) throw new ApiError(threadNotFound)
  checkIfMatch(ifMatch, source.version)
  const steps = merges.flatMap((merge): Step[] => {
    const target = found.get(merge.targetId)
    return target ? [{ merge, target }] : []
  })
  const [merge, root] = [merges[0], steps.at(-1)]
  if (!merge || !root) throw mergeError('NOT_MERGED', 'is not merged into another thread')
  return { source, merge, between: steps.slice(0, -1), root }
}

function listIds(id: Uuid, merges: readonly Merge[]): Uuid[] {
  return [id, ...merges.map(({ targetId }) => targetId)]
}

/** Returns the target's state before the merge; nothing when its current state has another cause. */
async function findStateToRestore(
  { tx, principal: { tenantId } }: Context,
  { merge, target }: Step,
): Promise<Partial<Pick<ThreadRecord, 'status' | 'snoozedUntil'>>> {
  const { sourceId, targetId, target: states, isTargetOver, isFollowed } = merge
  if (!states) return {}
  const key = { tenantId, sourceId, targetId }
  await tx.rows(passStateToLaterMerge, key)
  if (isFollowed || (await tx.first(hasLaterMerge, key))) return {}
  const { before, given } = states
  const snoozed = isoTimeOrNull(target.snoozedUntil)
  if (target.status !== given.status || snoozed !== isoTimeOrNull(given.snoozedUntil)) return {}
  return isTargetOver ? { status: 'open', snoozedUntil: null } : before
}

/**
 * Returns the labels that each target keeps. A target loses labels that only the source contributed, and passes the loss on to the next
 * target.
 */
async function findLabelsToKeep(
  { tx, principal: { tenantId } }: Context,
  steps: readonly Step[],
): Promise<Map<Uuid, ThreadRecord['labels']>> {
  const left = new Map<Uuid, ThreadRecord['labels']>()
  const rootId = steps.at(-1)?.target.id ?? ''
  let gone: Uuid[] | null = null
  for (const { merge, target } of steps) {
    const { sourceId, targetId, labelIds: given } = merge
    const labelIds: Uuid[] = gone === null ? given : gone.filter((labelId) => given.includes(labelId))
    if (labelIds.length === 0) break
    const heirs = await tx.rows(passLabelsToOtherMerges, { tenantId, sourceId, targetId, rootId, labelIds })
    const inherited = new Set(heirs.map(({ labelId }) => labelId))
    const taken = labelIds.filter((labelId) => !inherited.has(labelId))
    left.set(
      target.id,
      target.labels.filter((label) => !taken.includes(label.id)),
    )
    gone = taken
  }
  return left
}

function mergeError(code: string, message: string): ApiError {
  return new ApiError(mergeConflict, { details: [{ field: 'id', code, message }] })
}
