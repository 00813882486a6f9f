import { standard } from '../../kit/index.ts'
import { businessHours } from './business-hours.ts'

export const listBusinessHours = standard.list(businessHours)
