import { standard } from '../../kit/index.ts'
import { TeamCreate } from './schema.ts'
import { team } from './team.ts'

export const createTeam = standard.create(team, {
  description: 'Creates a team without members. The name must be unique within the tenant, ignoring letter case.',
  body: TeamCreate,
})
