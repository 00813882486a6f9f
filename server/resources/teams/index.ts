/**
 * Teams: people who work on threads together. An inbox names the team whose threads its new ones become.
 *
 * Names are unique within the tenant without regard to letter case. A team is deleted only while no thread and no inbox names it.
 * Members are added and removed by the users room.
 */
import { room } from '../../kit/index.ts'
import { createTeam } from './create-team.ts'
import { deleteTeam } from './delete-team.ts'
import { getTeam } from './get-team.ts'
import { listTeams } from './list-teams.ts'
import { team } from './team.ts'
import { updateTeam } from './update-team.ts'

export { Team } from './schema.ts'
export { team } from './team.ts'

export const teams = room({
  name: 'teams',
  description: 'People who work on threads together.',
  resources: [team],
  endpoints: [listTeams, createTeam, getTeam, updateTeam, deleteTeam],
})
