import { standard } from '../../kit/index.ts'
import { team } from './team.ts'

export const deleteTeam = standard.remove(team, {
  description:
    'Deletes a team permanently; its members stay. A team that threads or inboxes refer to is not deleted; the error says how many.',
})
