import { standard } from '../../kit/index.ts'
import { user } from './user.ts'

export const getUser = standard.get(user, { description: 'One person, with their teams.' })
