import { standard } from '../../kit/index.ts'
import { businessHours } from './business-hours.ts'

export const getBusinessHours = standard.get(businessHours, {
  summary: 'Get business hours',
  description: 'The periods of the week and the holidays.',
})
