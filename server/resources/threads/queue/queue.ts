/**
 * A team's queue: its open, unassigned threads that wait for its strategy (`queuedFor`). Two kinds of changes require an assignment: a
 * thread is queued, or an agent becomes free. Each enqueues the assignment job in its own transaction, and the job runs after the commit.
 * If both happen concurrently, neither transaction sees the other, but the job that runs last sees both.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { ThreadRecord } from '../record/queries.ts'
import { findStrategy, type Strategy } from './queries.ts'

type QueuePlace = Pick<ThreadRecord, 'teamId' | 'assigneeId' | 'queuedFor'>

/**
 * Returns the strategy that a thread is queued for after a change of its team or assignee; null when it leaves the queue. An unassigned
 * thread that moves to a team is queued for that team's strategy. A thread that an agent assigned or unassigned is not queued.
 */
export async function findQueueStrategy(
  tx: Queryable,
  tenantId: Uuid,
  before: QueuePlace,
  after: Omit<QueuePlace, 'queuedFor'>,
): Promise<Strategy | null> {
  const { teamId, assigneeId } = after
  if (teamId === before.teamId) return assigneeId === before.assigneeId ? before.queuedFor : null
  if (teamId === null || assigneeId !== null) return null
  return (await tx.first(findStrategy, { tenantId, teamId }))?.strategy ?? null
}

/** Returns the user who has one fewer open thread after a change, or null. */
export function findFreedAssignee(before: ThreadRecord, after: Pick<ThreadRecord, 'assigneeId' | 'status'>): Uuid | null {
  const kept = after.status === 'open' && after.assigneeId === before.assigneeId
  return before.status === 'open' && !kept ? before.assigneeId : null
}

/**
 * Enqueues the assignment job if a change queued the thread or freed an agent. `freesLimitedMember` is true when the freed agent is in a team
 * with a limit; other agents can always take threads.
 */
export function enqueueHandOut(effects: Effects, before: ThreadRecord, after: ThreadRecord, freesLimitedMember: boolean): void {
  const { id, teamId } = after
  if (isQueued(after) && teamId !== null && !(isQueued(before) && before.teamId === teamId))
    effects.enqueue('hand-out-threads', { key: queuedThreadKey(teamId, id), input: { teamId } })
  const userId = findFreedAssignee(before, after)
  if (freesLimitedMember && userId !== null) effects.enqueue('hand-out-threads', { key: `user ${userId} ${id}`, input: { userId } })
}

/** Returns the key of the assignment job for a thread that was queued. */
export const queuedThreadKey = (teamId: Uuid, threadId: Uuid): string => `team ${teamId} ${threadId}`

function isQueued({ queuedFor, assigneeId, status }: ThreadRecord): boolean {
  return queuedFor !== null && assigneeId === null && status === 'open'
}
