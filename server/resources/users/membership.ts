/** Declares team membership. Teams list their members and users list their teams, so both change when a user joins or leaves. */
import { item } from '#kit/endpoint-declaration.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { link, linkEnd } from '#kit/link-tables.ts'
import { lockReference } from '#kit/references.ts'
import { lockResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { team, Team } from '../teams/index.ts'
import { user, userNotFound } from './user.ts'

/** Both sides of membership. Teams are locked before users. */
export const [members, memberships] = link('team_members', linkEnd(team, 'team_id'), linkEnd(user, 'user_id'))

const userId = { prefix: 'usr', description: 'The user, with or without `usr_`.', notFound: userNotFound, versioned: false } as const

/** Declaration parts shared by adding and removing a member. */
export const membership = {
  path: '/teams/{id}/members/{userId}',
  tag: team.tag,
  scope: team.scopes.write,
  params: { id: team.id, userId },
  responds: { 200: item(Team, 'The team as it is now') },
  etag: true,
  present: team.present,
} as const

/** Locks the team in the path. Throws 404 if the team or the user does not exist. */
export async function lockTeam(context: TransactionContext<{ id: Uuid; userId: Uuid }, undefined, undefined>) {
  const { tx, principal, params } = context
  const current = await lockResource(context, team)
  if (!(await lockReference(tx, principal.tenantId, user, params.userId))) throw new ApiError(userNotFound)
  return current
}
