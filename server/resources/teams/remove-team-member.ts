import { endpoint, keyOf, touched, unchanged } from '../../kit/index.ts'
import { lockedTeam, membership } from './membership.ts'
import { deleteMember } from './queries.ts'
import { team } from './team.ts'

export const removeTeamMember = endpoint({
  ...membership,
  operationId: 'removeTeamMember',
  method: 'DELETE',
  deletion: 'part',
  summary: 'Remove a member from a team',
  description: 'Takes a person out of a team. Their threads stay theirs. Removing one who is no member changes nothing.',
  async handle(context) {
    const current = await lockedTeam(context)
    const removed = await context.tx.first(deleteMember, { ...keyOf(context), userId: context.params.userId })
    return removed ? touched(context, team, current, 'member_removed') : unchanged(current)
  },
})
