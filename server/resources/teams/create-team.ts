import { standard } from '../../kit/index.ts'
import { TeamCreate } from './schema.ts'
import { team } from './team.ts'

export const createTeam = standard.create(team, {
  description: 'Makes a team without members. The name must be new within the tenant, without regard to letter case.',
  body: TeamCreate,
})
