/** What adding and removing a member have in common. */
import { ApiError, isHeld, item, locked, type TransactionContext, type Uuid } from '../../kit/index.ts'
import { user, userNotFound } from '../users/index.ts'
import { Team } from './schema.ts'
import { team } from './team.ts'

const userId = { prefix: 'usr', description: 'The person, with or without `usr_`.', notFound: userNotFound, versioned: false } as const

export const membership = {
  path: '/teams/{id}/members/{userId}',
  tag: team.tag,
  scope: team.scopes.write,
  params: { id: team.id, userId },
  responds: { 200: item(Team, 'The team as it is now') },
  etag: true,
  writes: 'transaction',
  present: team.present,
} as const

/** The team that the path names, locked. Throws 404 for a person who does not exist. */
export async function lockedTeam(context: TransactionContext<{ id: Uuid; userId: Uuid }, undefined, undefined>) {
  const { tx, principal, params } = context
  const current = await locked(context, team)
  if (!(await isHeld(tx, principal.tenantId, user, params.userId))) throw new ApiError(userNotFound)
  return current
}
