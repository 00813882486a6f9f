/** Closes threads that have been resolved for the tenant's number of days, in a job. */
import { job, type RunContext } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { causedBy } from '#platform/outbox/attribution.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { applyThreadChange } from './change-thread.ts'
import { findLongestResolved } from './closing-queries.ts'
import { lockThreadsInOrder } from '../record/thread.ts'
import { tenantUpdated } from '../../tenant-settings/index.ts'

/** Maximum number of threads per transaction, which then takes a few tens of milliseconds. */
const chunk = 50

/**
 * Seconds between runs of the job for a tenant. Periods are whole days, so a thread resolved between two runs is never due before the next
 * run.
 */
export const closingPeriodSeconds = 3_600

/** Closes the next due threads. Schedules another run when a thread becomes due before the next regular run. */
export async function closeResolved({
  tx,
  effects,
  tenantId,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const longest = await tx.rows(findLongestResolved, { tenantId, limit: chunk + 1 })
  const due = longest.slice(0, chunk).filter(({ secondsLeft }) => secondsLeft <= 0)
  const resolvedAt = new Map(due.map((thread) => [thread.id, thread.resolvedAt]))
  const locked = await lockThreadsInOrder(tx, tenantId, [...resolvedAt.keys()])
  // Skip threads that were reopened before they were locked. If they were resolved again, they have a new `resolvedAt`.
  const closing = locked.filter(({ id, status, resolvedAt: at }) => status === 'resolved' && at === resolvedAt.get(id))
  const context = { tx, effects: effects.attribute({ cause: causedBy('AUTO_CLOSE') }), principal: { tenantId } }
  // Concurrent on one connection: statements are pipelined, so the changes do not wait for each other's round trips.
  await Promise.all(closing.map((thread) => applyThreadChange(context, thread, { status: 'closed' }, { action: 'thread.closed' })))
  const next = longest[due.length]
  return next && next.secondsLeft < 2 * closingPeriodSeconds ? { againInSeconds: Math.max(0, next.secondsLeft) } : undefined
}

declare global {
  interface EnqueuedJobs {
    /** One job per tenant, with an empty key. */
    'close-resolved-threads': NoInput
  }
}

export const closeResolvedThreads = job({
  name: 'close-resolved-threads',
  description: 'Closes threads that have been resolved for as many days as the tenant says.',
  every: { seconds: closingPeriodSeconds, for: 'tenant' },
  atOnce: 1,
  run: closeResolved,
})

/** Runs the job after a change of the number of days, when other threads may be due immediately. */
export const closeWhenPeriodChanges = eventJob(tenantUpdated, 'close-resolved-threads', (_, previous) =>
  'autoCloseDays' in previous ? { key: '' } : null,
)
