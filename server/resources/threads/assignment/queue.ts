/**
 * The queue of a team: its open threads that nobody has and a strategy is to hand out (`queuedFor`).
 *
 * Two moments meet there: a thread begins to wait, and somebody can take one. Each enqueues a job in its own transaction, which looks when
 * that is committed. Of two at the same time the later job therefore sees both, although neither transaction sees the other one.
 */
import type { Effects, Queryable, Uuid } from '../../../kit/index.ts'
import { handOutThreads } from '../job-names.ts'
import type { ThreadRecord } from '../queries.ts'
import { findStrategy, type Strategy } from './queries.ts'

type Placed = Pick<ThreadRecord, 'teamId' | 'assigneeId' | 'queuedFor'>

/**
 * By which strategy a thread waits after a change of its team or assignee, unless the change itself says so. One that comes to a team and
 * has no assignee is handed out as the team's `assignment` says; what somebody assigned or took back does not wait.
 */
export async function queueAfter(
  tx: Queryable,
  tenantId: Uuid,
  before: Placed,
  after: Omit<Placed, 'queuedFor'>,
): Promise<Strategy | null> {
  const { teamId, assigneeId } = after
  if (teamId === before.teamId) return assigneeId === before.assigneeId ? before.queuedFor : null
  if (teamId === null || assigneeId !== null) return null
  return (await tx.first(findStrategy, { tenantId, teamId }))?.strategy ?? null
}

/** The person who has one open thread less after a change, or null. */
export function freedBy(before: ThreadRecord, after: Pick<ThreadRecord, 'assigneeId' | 'status'>): Uuid | null {
  const kept = after.status === 'open' && after.assigneeId === before.assigneeId
  return before.status === 'open' && !kept ? before.assigneeId : null
}

/** Enqueues what a change of a thread makes due. `frees`: somebody has one less whom a team's limit had kept from more. */
export function planHandingOut(effects: Effects, before: ThreadRecord, after: ThreadRecord, frees: boolean): void {
  const { id, teamId } = after
  if (waits(after) && teamId !== null && !(waits(before) && before.teamId === teamId))
    effects.enqueue(handOutThreads, { key: arrivalKey(teamId, id), input: { teamId } })
  const userId = freedBy(before, after)
  if (frees && userId !== null) effects.enqueue(handOutThreads, { key: `user ${userId} ${id}`, input: { userId } })
}

/** Of the job that is due when a thread comes to a queue. */
export const arrivalKey = (teamId: Uuid, threadId: Uuid): string => `team ${teamId} ${threadId}`

function waits({ queuedFor, assigneeId, status }: ThreadRecord): boolean {
  return queuedFor !== null && assigneeId === null && status === 'open'
}
