import { standard } from '../../kit/index.ts'
import { team } from './team.ts'

export const listTeams = standard.list(team)
