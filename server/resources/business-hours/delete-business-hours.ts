import { standard } from '../../kit/index.ts'
import { businessHours } from './business-hours.ts'

export const deleteBusinessHours = standard.remove(businessHours, {
  summary: 'Delete business hours',
  description:
    'Deletes business hours permanently, unless SLA policies or teams refer to them; the error says how many. Threads keep what was promised by them.',
})
