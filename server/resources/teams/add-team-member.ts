import { ApiError, endpoint, isHeld, item, keyOf, locked, touched, unchanged } from '../../kit/index.ts'
import { user, userNotFound } from '../users/index.ts'
import { insertMember } from './queries.ts'
import { Team } from './schema.ts'
import { team } from './team.ts'

export const memberId = {
  prefix: 'usr',
  description: 'The person, with or without `usr_`.',
  notFound: userNotFound,
  versioned: false,
} as const

export const addTeamMember = endpoint({
  operationId: 'addTeamMember',
  method: 'PUT',
  path: '/teams/{id}/members/{userId}',
  tag: team.tag,
  scope: team.scopes.write,
  summary: 'Add a member to a team',
  description: 'Adds a person to a team. Adding one who is a member already changes nothing.',
  params: { id: team.id, userId: memberId },
  responds: { 200: item(Team, 'The team as it is now') },
  etag: true,
  writes: 'transaction',
  present: team.present,
  async handle(context) {
    const { tx, principal, params } = context
    const current = await locked(context, team)
    if (!(await isHeld(tx, principal.tenantId, user, params.userId))) throw new ApiError(userNotFound)
    const added = await tx.first(insertMember, { ...keyOf(context), userId: params.userId })
    return added ? touched(context, team, current, 'member_added') : unchanged(current)
  },
})
