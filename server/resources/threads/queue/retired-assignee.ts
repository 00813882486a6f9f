/** Returns threads of suspended users and viewers to their teams. Customers' messages do the same in `append_message`. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ThreadRecord } from '../record/queries.ts'
import { findStrategy, lockAssignee } from './queries.ts'

type Returned = Pick<ThreadRecord, 'assigneeId' | 'assigneeName' | 'queuedFor'>

/**
 * Returns the new fields of a thread whose assignee cannot have threads: no assignee, and queued for the team's strategy. Null when the
 * assignee may keep it. Locks the assignee until the commit, so lock threads, inbox and team first.
 */
export async function returnFromRetired(
  tx: Queryable,
  tenantId: Uuid,
  { assigneeId, teamId }: Pick<ThreadRecord, 'assigneeId' | 'teamId'>,
): Promise<Returned | null> {
  if (assigneeId === null || !(await tx.first(lockAssignee, { tenantId, id: assigneeId }))?.isRetired) return null
  const team = teamId === null ? null : await tx.first(findStrategy, { tenantId, teamId })
  return { assigneeId: null, assigneeName: null, queuedFor: team?.strategy ?? null }
}

/**
 * Returns the team's strategy if a thread is taken from an assignee who cannot have threads. Any other thread that an agent unassigns stays
 * out of the queue.
 */
export async function findStrategyAfterRetired(
  tx: Queryable,
  tenantId: Uuid,
  before: Pick<ThreadRecord, 'assigneeId' | 'teamId'>,
  { assigneeId }: Partial<Pick<ThreadRecord, 'assigneeId'>>,
): Promise<ThreadRecord['queuedFor']> {
  return assigneeId === null ? ((await returnFromRetired(tx, tenantId, before))?.queuedFor ?? null) : null
}
