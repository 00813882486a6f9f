/** Who may be assigned by name: the one reader for assigning, batches and the actions of canned responses. */
import { ApiError, type Queryable, unknownReference, type Uuid } from '../../../kit/index.ts'
import type { ThreadFields } from '../change-thread.ts'
import type { ThreadRecord } from '../queries.ts'
import { findUser, lockUser } from './queries.ts'

type Assignee = Pick<ThreadFields, 'assigneeId' | 'assigneeName'>
/** `field`: where the id stands in the body. */
type Options = { field: string; holds?: boolean }

/**
 * Somebody by name, with the name that answers show: no matter how many threads they have, and also before they accepted their invitation,
 * but nobody who is suspended or a viewer. Null is nobody, and undefined what is there already.
 *
 * The person is held until the commit, after threads, inbox and team, as everywhere; `holds: false` is for looking before any thread is
 * locked.
 */
export async function findAssignee(
  tx: Queryable,
  tenantId: Uuid,
  id: Uuid | null | undefined,
  { field, holds = true }: Options,
): Promise<Partial<Assignee>> {
  if (id === undefined) return {}
  if (id === null) return { assigneeId: null, assigneeName: null }
  const person = await tx.first(holds ? lockUser : findUser, { tenantId, id })
  if (!person) throw assigneeError(field, 'UNKNOWN', 'does not exist in this tenant')
  if (person.status === 'SUSPENDED') throw assigneeError(field, 'SUSPENDED', 'is suspended and takes no threads')
  if (person.role === 'VIEWER') throw assigneeError(field, 'VIEWER', 'is a viewer and cannot reply')
  return { assigneeId: id, assigneeName: person.name }
}

/** Where nobody is who shall have a thread, it does not wait for somebody either, unless it comes to another team, which decides. */
export function leaveQueue(
  current: Pick<ThreadRecord, 'teamId'>,
  { assigneeId, teamId = current.teamId }: { assigneeId?: Uuid | null | undefined; teamId?: Uuid | null | undefined },
): Partial<Pick<ThreadFields, 'queuedFor'>> {
  return assigneeId === null && teamId === current.teamId ? { queuedFor: null } : {}
}

function assigneeError(field: string, code: string, message: string): ApiError {
  return new ApiError(unknownReference, { details: [{ field, code, message }] })
}
