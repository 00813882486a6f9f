import { endpoint, relink, touched, unchanged } from '../../kit/index.ts'
import { team } from '../teams/index.ts'
import { lockedTeam, members, membership } from './membership.ts'

export const removeTeamMember = endpoint({
  ...membership,
  operationId: 'removeTeamMember',
  method: 'DELETE',
  deletion: 'part',
  summary: 'Remove a member from a team',
  description: 'Removes a person from a team. They keep their threads. Removing somebody who is not a member changes nothing.',
  async handle(context) {
    const current = await lockedTeam(context)
    const rest = current.memberIds.filter((id) => id !== context.params.userId)
    const removed = await relink(context, members, current.id, rest)
    return removed ? touched(context, team, current, 'member_removed') : unchanged(current)
  },
})
