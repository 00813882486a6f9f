import { endpoint, keyOf, touched, unchanged } from '../../kit/index.ts'
import { lockedTeam, membership } from './membership.ts'
import { insertMember } from './queries.ts'
import { team } from './team.ts'

export const addTeamMember = endpoint({
  ...membership,
  operationId: 'addTeamMember',
  method: 'PUT',
  summary: 'Add a member to a team',
  description: 'Adds a person to a team. Adding one who is a member already changes nothing.',
  async handle(context) {
    const current = await lockedTeam(context)
    const added = await context.tx.first(insertMember, { ...keyOf(context), userId: context.params.userId })
    return added ? touched(context, team, current, 'member_added') : unchanged(current)
  },
})
