/** Reopens snoozed threads when due, in a job. */
import { checkReferences } from '#kit/references.ts'
import { job, type TogetherContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { causedBy } from '#platform/outbox/attribution.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { findSecondsLeft, untilReply, type ThreadRecord } from '../record/queries.ts'
import { lockThreadsInOrder, threadReferences } from '../record/thread.ts'

/** Maximum number of threads per transaction, which then takes a few tens of milliseconds. */
export const wakingChunk = 50

const awake = { status: 'open', snoozedUntil: null } as const

/**
 * Reopens threads that are still snoozed and due. Skips threads opened or snoozed again since the job was enqueued. Returns the threads
 * that are not due yet, with the remaining seconds.
 */
export async function wakeAll({ tx, effects, tenantId, keys: ids }: TogetherContext): Promise<Map<string, number>> {
  // Skip merged threads: merging ends a snooze, and the target has its own job.
  const asleep = (await lockThreadsInOrder(tx, tenantId, [...ids])).filter(isSnoozedUntilTime)
  const left = new Map(
    (await tx.rows(findSecondsLeft, { times: asleep.map(({ id, snoozedUntil }) => ({ id, at: snoozedUntil })) })).map(
      ({ id, secondsLeft }) => [id, secondsLeft],
    ),
  )
  // Not due: the database's clock was set back, or the thread was snoozed again and the job replaced by a later one.
  const again = new Map([...left].filter(([, secondsLeft]) => secondsLeft > 0))
  const due = asleep.filter(({ id }) => !again.has(id))
  // Assignees get one more open thread each, so lock them: after all threads, in id order, like all writers.
  const assigneeIds = [...new Set(due.flatMap(({ assigneeId }) => assigneeId ?? []))]
  await checkReferences(tx, tenantId, { assigneeIds: threadReferences.assigneeId }, { assigneeIds })
  const options = { action: 'thread.unsnoozed', isWaking: true, isLocked: true } as const
  const snooze = effects.attribute({ cause: causedBy('SNOOZE') })
  // Concurrent on one connection: statements are pipelined, so the changes do not wait for each other's round trips.
  await Promise.all(due.map((thread) => applyThreadChange({ tx, effects: snooze, principal: { tenantId } }, thread, awake, options)))
  return again
}

function isSnoozedUntilTime({ mergedInto, snoozedUntil }: ThreadRecord): boolean {
  return mergedInto === null && snoozedUntil !== null && snoozedUntil !== untilReply
}

declare global {
  interface EnqueuedJobs {
    /** The key is the thread's id. */
    'wake-thread': NoInput
  }
}

export const wakeThread = job({
  name: 'wake-thread',
  description: 'Reopens a snoozed thread at its time.',
  leaseSeconds: 20,
  // One transaction at a time: a second would only wait for the tenant's counters, and take processor time from requests.
  atOnce: 1,
  together: { atMost: wakingChunk, run: wakeAll },
})
