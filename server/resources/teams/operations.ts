import { standard } from '#kit/standard.ts'
import { team } from './team.ts'
import { TeamCreate, TeamUpdate } from './schema.ts'

export const listTeams = standard.list(team)

export const getTeam = standard.get(team, { description: 'Returns one team with its members.' })

export const createTeam = standard.create(team, {
  description: 'Creates a team without members. The name must be unique within the tenant, ignoring letter case.',
  body: TeamCreate,
})

export const updateTeam = standard.update(team, {
  description: 'Changes the fields sent. Members are added and removed one by one.',
  body: TeamUpdate,
})

export const deleteTeam = standard.remove(team, {
  description:
    'Deletes a team permanently; its members stay. A team that threads or inboxes refer to is not deleted; the error has their numbers.',
})
