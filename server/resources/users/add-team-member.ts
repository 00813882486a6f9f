import { endpoint, relink, touched, unchanged } from '../../kit/index.ts'
import { team } from '../teams/index.ts'
import { lockedTeam, members, membership } from './membership.ts'

export const addTeamMember = endpoint({
  ...membership,
  operationId: 'addTeamMember',
  method: 'PUT',
  summary: 'Add a member to a team',
  description: 'Adds a person to a team. Adding an existing member changes nothing.',
  async handle(context) {
    const current = await lockedTeam(context)
    const added = await relink(context, members, current.id, [...new Set([...current.memberIds, context.params.userId])])
    return added ? touched(context, team, current, 'member_added') : unchanged(current)
  },
})
