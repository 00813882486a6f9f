import { standard } from '../../kit/index.ts'
import { team } from './team.ts'

export const getTeam = standard.get(team, { description: 'One team, with its members.' })
