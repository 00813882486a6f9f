/** Reopens snoozed threads. */
import { checkReferences, job, type NoInput, type TogetherContext } from '../../../kit/index.ts'
import { applyThreadChange } from '../change-thread.ts'
import { findSecondsLeft, untilReply, type ThreadRecord } from '../queries.ts'
import { lockThreadsInOrder, threadReferences } from '../thread.ts'

/** The number of threads that wake in one transaction, which takes some tens of milliseconds. */
export const wakingPortion = 50

const awake = { status: 'open', snoozedUntil: null } as const

/** Reopens those that are still snoozed and whose time has been reached: they may have been reopened, or snoozed until a reply, since. */
export async function wakeAll({ tx, effects, tenantId, keys: ids }: TogetherContext): Promise<Map<string, number>> {
  // Merging a thread ends its snooze; the target has its own job.
  const asleep = (await lockThreadsInOrder(tx, tenantId, [...ids])).filter(isSnoozedUntilTime)
  const left = new Map(
    (await tx.rows(findSecondsLeft, { times: asleep.map(({ id, snoozedUntil }) => ({ id, at: snoozedUntil })) })).map(
      ({ id, secondsLeft }) => [id, secondsLeft],
    ),
  )
  // The database's clock was set back, or a job with a later time replaced this one, whose run then has no effect.
  const again = new Map([...left].filter(([, secondsLeft]) => secondsLeft > 0))
  const due = asleep.filter(({ id }) => !again.has(id))
  // Assignees get one more open thread each. They are locked after all threads and in the order of their ids, as everywhere.
  const assigneeIds = [...new Set(due.flatMap(({ assigneeId }) => assigneeId ?? []))]
  await checkReferences(tx, tenantId, { assigneeIds: threadReferences.assigneeId }, { assigneeIds })
  const options = { action: 'thread.unsnoozed', isWaking: true, isHeld: true } as const
  // All at once: the database answers in order, and nobody waits for each answer before sending the next statement.
  await Promise.all(due.map((thread) => applyThreadChange({ tx, effects, principal: { tenantId } }, thread, awake, options)))
  return again
}

function isSnoozedUntilTime({ mergedInto, snoozedUntil }: ThreadRecord): boolean {
  return mergedInto === null && snoozedUntil !== null && snoozedUntil !== untilReply
}

declare global {
  interface EnqueuedJobs {
    /** The key is the thread. */
    'wake-thread': NoInput
  }
}

export const wakeThread = job({
  name: 'wake-thread',
  description: 'Reopens a snoozed thread at its time.',
  leaseSeconds: 20,
  // A second transaction would wait for the tenant's counters, and take the processor from requests.
  atOnce: 1,
  together: { atMost: wakingPortion, run: wakeAll },
})
