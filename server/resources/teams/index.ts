/**
 * Teams: users who work on threads together. New threads of an inbox belong to the inbox's team.
 *
 * Names are unique within the tenant, ignoring letter case. A team can only be deleted while no thread and no inbox refers to it.
 * The users module adds and removes members.
 */
import { module } from '#kit/module.ts'
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from './operations.ts'
import { team } from './team.ts'

export { Team } from './schema.ts'
export { team } from './team.ts'

export const teams = module({
  name: 'teams',
  description: 'Groups of agents.',
  resources: [team],
  endpoints: [listTeams, createTeam, getTeam, updateTeam, deleteTeam],
  personal: { excused: { teams: 'of the tenant' } },
})
