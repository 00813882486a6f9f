import { ApiError, endpoint, isHeld, item, keyOf, locked, touched, unchanged } from '../../kit/index.ts'
import { user, userNotFound } from '../users/index.ts'
import { memberId } from './add-team-member.ts'
import { deleteMember } from './queries.ts'
import { Team } from './schema.ts'
import { team } from './team.ts'

export const removeTeamMember = endpoint({
  operationId: 'removeTeamMember',
  method: 'DELETE',
  deletion: 'part',
  path: '/teams/{id}/members/{userId}',
  tag: team.tag,
  scope: team.scopes.write,
  summary: 'Remove a member from a team',
  description: 'Takes a person out of a team. Their threads stay theirs. Removing one who is no member changes nothing.',
  params: { id: team.id, userId: memberId },
  responds: { 200: item(Team, 'The team as it is now') },
  etag: true,
  writes: 'transaction',
  present: team.present,
  async handle(context) {
    const { tx, principal, params } = context
    const current = await locked(context, team)
    if (!(await isHeld(tx, principal.tenantId, user, params.userId))) throw new ApiError(userNotFound)
    const gone = await tx.first(deleteMember, { ...keyOf(context), userId: params.userId })
    return gone ? touched(context, team, current, 'member_removed') : unchanged(current)
  },
})
