/**
 * The queue of a team: its open, unassigned threads that a strategy is to assign (`queuedFor`).
 *
 * Two events can make work due: a thread is queued, or somebody becomes able to take one. Each enqueues a job in its own transaction, which
 * runs after the commit. When both happen concurrently, the later job sees both, although neither transaction sees the other.
 */
import type { Effects, Queryable, Uuid } from '../../../kit/index.ts'
import type { ThreadRecord } from '../queries.ts'
import { findStrategy, type Strategy } from './queries.ts'

type QueuePlace = Pick<ThreadRecord, 'teamId' | 'assigneeId' | 'queuedFor'>

/**
 * The strategy by which a thread waits after a change of its team or assignee, unless the change itself sets it. An unassigned thread that
 * is moved to a team waits according to the team's `assignment`; a thread that somebody assigned or unassigned does not wait.
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

/** The person who has one open thread less after a change, or null. */
export function findFreedAssignee(before: ThreadRecord, after: Pick<ThreadRecord, 'assigneeId' | 'status'>): Uuid | null {
  const kept = after.status === 'open' && after.assigneeId === before.assigneeId
  return before.status === 'open' && !kept ? before.assigneeId : null
}

/** Enqueues the jobs that a change of a thread makes due. `frees`: a person whom a team's limit had blocked has one thread less. */
export function enqueueHandOut(effects: Effects, before: ThreadRecord, after: ThreadRecord, frees: boolean): void {
  const { id, teamId } = after
  if (isQueued(after) && teamId !== null && !(isQueued(before) && before.teamId === teamId))
    effects.enqueue('hand-out-threads', { key: queuedThreadKey(teamId, id), input: { teamId } })
  const userId = findFreedAssignee(before, after)
  if (frees && userId !== null) effects.enqueue('hand-out-threads', { key: `user ${userId} ${id}`, input: { userId } })
}

/** The key of the job for a thread that is queued. */
export const queuedThreadKey = (teamId: Uuid, threadId: Uuid): string => `team ${teamId} ${threadId}`

function isQueued({ queuedFor, assigneeId, status }: ThreadRecord): boolean {
  return queuedFor !== null && assigneeId === null && status === 'open'
}
