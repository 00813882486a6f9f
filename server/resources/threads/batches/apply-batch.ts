/** Applies a canned response to many threads, to each completely or not at all. */
import { countUses } from '../../canned-responses/index.ts'
import type { Uuid } from '#platform/ids.ts'
import { lockActionTargets, prepareActions, type PreparedActions, type RunContext } from '../actions/prepare-actions.ts'
import { writeActions } from '../actions/run-actions.ts'
import { createEmitter, type LockedCannedResponse, toPlan, toRunAudit } from '../canned-responses/canned-run.ts'
import { lockThreadsInOrder } from '../record/thread.ts'
import { requireUnmerged, toRefusal, type BatchOutcome } from '../change/change-batch.ts'

/**
 * Returns an outcome for each thread, in the order of `threadIds`. Checks every thread before writing the first, because writing locks the
 * tenant's counters, which come last in the lock order.
 */
export async function applyBatch(
  run: Omit<RunContext, 'emitForWebhook'>,
  threadIds: readonly Uuid[],
  lockResponse: () => Promise<LockedCannedResponse>,
): Promise<BatchOutcome[]> {
  const { tx, effects, by } = run
  const { tenantId } = by
  const locked = await lockThreadsInOrder(tx, tenantId, [...threadIds])
  const threads = new Map(locked.map((row) => [row.id, row]))
  const response = await lockResponse()
  const context = { ...run, emitForWebhook: createEmitter(response) }
  const plan = toPlan(response)
  await lockActionTargets(context, locked, plan.actions)
  // Concurrent on one connection: statements are pipelined, so the threads do not wait for each other's round trips.
  const checked = await Promise.all(
    threadIds.map(async (threadId): Promise<{ threadId: Uuid; prepared: PreparedActions } | BatchOutcome> => {
      try {
        return { threadId, prepared: await prepareActions(context, requireUnmerged(threads.get(threadId)), plan) }
      } catch (error) {
        return { threadId, ...toRefusal(error) }
      }
    }),
  )
  const outcomes = await Promise.all(
    checked.map(async (each): Promise<BatchOutcome> => {
      if (!('prepared' in each)) return each
      const { record } = await writeActions(context, each.prepared, toRunAudit(response))
      const target = { type: 'canned_response', id: response.id }
      effects.audit({ action: 'canned_response.applied', target, after: { threadId: record.id } })
      return { threadId: record.id, ok: true, error: null }
    }),
  )
  const uses = outcomes.filter(({ ok }) => ok).length
  if (uses > 0) await tx.rows(countUses, { tenantId, id: response.id, uses })
  return outcomes
}
