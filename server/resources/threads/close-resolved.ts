/** Closes threads that have been resolved for the tenant's number of days. */
import type { NoInput, RunContext } from '../../kit/jobs.ts'
import { changedThread } from './change-thread.ts'
import { findLongestResolved } from './closing-queries.ts'
import { lockedThreads } from './thread.ts'

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
  for (const thread of await lockedThreads(tx, tenantId, [...resolvedAt.keys()])) {
    // Reopened before it was locked, and perhaps resolved again: its days start anew.
    if (thread.status !== 'resolved' || thread.resolvedAt !== resolvedAt.get(thread.id)) continue
    await changedThread({ tx, effects, principal: { tenantId } }, thread, { status: 'closed' }, { action: 'thread.closed' })
  }
  const next = longest[due.length]
  return next && next.secondsLeft < 2 * closingPeriodSeconds ? { againInSeconds: Math.max(0, next.secondsLeft) } : undefined
}
