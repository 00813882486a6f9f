/** Closing threads that have been resolved for the tenant's number of days. */
import type { NoInput, RunContext } from '../../kit/jobs.ts'
import { changedThread } from './change-thread.ts'
import { findLongestResolved } from './closing-queries.ts'
import { lockedThreads } from './thread.ts'

/** Threads closed in one transaction, which takes some tens of milliseconds. */
const portion = 50

/** Tenants are looked at this often. Between two looks a thread may become resolved, but not due: days are longer. */
export const closingPeriodSeconds = 3_600

/** Closes a portion of what is due. What becomes due before the next look is waited for, so that it is closed on time. */
export async function closeResolved({
  tx,
  effects,
  tenantId,
}: RunContext<NoInput, unknown>): Promise<{ againInSeconds: number } | undefined> {
  const longest = await tx.rows(findLongestResolved, { tenantId, limit: portion + 1 })
  const due = longest.slice(0, portion).filter(({ secondsLeft }) => secondsLeft <= 0)
  const resolvedAt = new Map(due.map((thread) => [thread.id, thread.resolvedAt]))
  for (const thread of await lockedThreads(tx, tenantId, [...resolvedAt.keys()])) {
    // Opened before its lock was there, and perhaps resolved again: its days have begun anew.
    if (thread.status !== 'resolved' || thread.resolvedAt !== resolvedAt.get(thread.id)) continue
    await changedThread({ tx, effects, principal: { tenantId } }, thread, { status: 'closed' }, { action: 'thread.closed' })
  }
  const next = longest[due.length]
  return next && next.secondsLeft < 2 * closingPeriodSeconds ? { againInSeconds: Math.max(0, next.secondsLeft) } : undefined
}
