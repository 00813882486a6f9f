/** Team membership. Teams show their members, people their teams, and both change when a person joins or leaves. */
import { ApiError, isHeld, item, link, linkEnd, lockResource, type TransactionContext, type Uuid } from '../../kit/index.ts'
import { team, Team } from '../teams/index.ts'
import { user, userNotFound } from './user.ts'

/** The two sides of membership. Teams are locked first. */
export const [members, memberships] = link('team_members', linkEnd(team, 'team_id'), linkEnd(user, 'user_id'))

const userId = { prefix: 'usr', description: 'The user, with or without `usr_`.', notFound: userNotFound, versioned: false } as const

/** Shared by adding and removing a member. */
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

/** The team in the path, locked. Throws 404 for a person who does not exist. */
export async function lockedTeam(context: TransactionContext<{ id: Uuid; userId: Uuid }, undefined, undefined>) {
  const { tx, principal, params } = context
  const current = await lockResource(context, team)
  if (!(await isHeld(tx, principal.tenantId, user, params.userId))) throw new ApiError(userNotFound)
  return current
}
