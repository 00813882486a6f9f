import { presenterOf } from '../../kit/index.ts'
import { CalendarFeed } from './schema.ts'

export const presentFeed = presenterOf(CalendarFeed)
