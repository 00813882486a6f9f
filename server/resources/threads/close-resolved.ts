/** Closes threads that have been resolved for the tenant's number of days. */
import { follow, job, type NoInput, type RunContext } from '../../kit/index.ts'
import { applyThreadChange } from './change-thread.ts'
import { findLongestResolved } from './closing-queries.ts'
import { lockThreadsInOrder } from './thread.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'

/** The number of threads closed in one transaction, which takes some tens of milliseconds. */
const portion = 50

/** How often tenants are checked. A thread that becomes resolved between two checks is not due before the next: days are longer. */
export const closingPeriodSeconds = 3_600

/** Closes a portion of the due threads. Comes back for threads that become due before the next check, to close them on time. */
export async function closeResolved({
  tx,
  effects,
  tenantId,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const longest = await tx.rows(findLongestResolved, { tenantId, limit: portion + 1 })
  const due = longest.slice(0, portion).filter(({ secondsLeft }) => secondsLeft <= 0)
  const resolvedAt = new Map(due.map((thread) => [thread.id, thread.resolvedAt]))
  const locked = await lockThreadsInOrder(tx, tenantId, [...resolvedAt.keys()])
  // Others were reopened before they were locked, and perhaps resolved again: their days start anew.
  const closing = locked.filter(({ id, status, resolvedAt: at }) => status === 'resolved' && at === resolvedAt.get(id))
  const context = { tx, effects, principal: { tenantId } }
  // All at once: the database answers in order, and nobody waits for each answer before sending the next statement.
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

/** A new number of days changes when resolved threads are due. */
export const closeWhenPeriodChanges = follow(tenantUpdated, 'close-resolved-threads', (_, previous) =>
  'autoCloseDays' in previous ? { key: '' } : null,
)
