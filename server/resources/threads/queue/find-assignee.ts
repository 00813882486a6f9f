/** Checks an explicitly assigned user: by the assign operation, a batch, or an action of a canned response. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { ThreadRecord, ThreadFields } from '../record/queries.ts'
import { findUser, lockUser } from './queries.ts'

type Assignee = Pick<ThreadFields, 'assigneeId' | 'assigneeName'>
/** `field` is the path of the id in the body. */
type Options = { field: string; locks?: boolean }

/**
 * Returns the assignee fields for a user, including the name that responses show. Allows any number of open threads, and invited users;
 * throws 422 for suspended users and viewers. A null id unassigns; an undefined id returns no fields. Locks the user until the commit, so
 * lock threads, inbox and team first. With `locks: false` only reads the user, for checks before any thread is locked.
 */
export async function findAssignee(
  tx: Queryable,
  tenantId: Uuid,
  id: Uuid | null | undefined,
  { field, locks = true }: Options,
): Promise<Partial<Assignee>> {
  if (id === undefined) return {}
  if (id === null) return { assigneeId: null, assigneeName: null }
  const person = await tx.first(locks ? lockUser : findUser, { tenantId, id })
  if (!person) throw assigneeError(field, 'UNKNOWN', 'does not exist in this tenant')
  if (person.status === 'SUSPENDED') throw assigneeError(field, 'SUSPENDED', 'is suspended and takes no threads')
  if (person.role === 'VIEWER') throw assigneeError(field, 'VIEWER', 'is a viewer and cannot reply')
  return { assigneeId: id, assigneeName: person.name }
}

/** Removes an explicitly unassigned thread from its team's queue. If it moves to another team, that team's strategy decides. */
export function leaveQueue(
  current: Pick<ThreadRecord, 'teamId'>,
  { assigneeId, teamId = current.teamId }: { assigneeId?: Uuid | null | undefined; teamId?: Uuid | null | undefined },
): Partial<Pick<ThreadFields, 'queuedFor'>> {
  return assigneeId === null && teamId === current.teamId ? { queuedFor: null } : {}
}

function assigneeError(field: string, code: string, message: string): ApiError {
  return new ApiError(unknownReference, { details: [{ field, code, message }] })
}
