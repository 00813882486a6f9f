import { standard } from '../../kit/index.ts'
import { TeamUpdate } from './schema.ts'
import { team } from './team.ts'

export const updateTeam = standard.update(team, {
  description: 'Changes the fields sent. Members are added and removed one by one.',
  body: TeamUpdate,
})
