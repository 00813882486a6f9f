import { standard } from '../../kit/index.ts'
import { businessHours, kept } from './business-hours.ts'
import { BusinessHoursCreate } from './schema.ts'

export const createBusinessHours = standard.create(businessHours, {
  summary: 'Create business hours',
  description:
    'Creates business hours: periods of the week on the clock of a time zone, several a day and over midnight too, and holidays. SLA policies and teams refer to them.',
  body: BusinessHoursCreate,
  fields: ({ timezone, weekly, ...sent }) => ({ weekly, timezone, ...kept({ timezone, ...sent }) }),
})
