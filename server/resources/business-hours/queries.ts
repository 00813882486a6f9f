import { nameKey, table } from '../../kit/index.ts'
import { BusinessHours } from './schema.ts'

export const businessHoursTable = table({
  from: 'business_hours h',
  shape: BusinessHours,
  derived: { nameKey: ({ name }) => nameKey(name) },
  beginnings: ['nameKey'],
})
