import { standard } from '../../kit/index.ts'
import { businessHours, kept } from './business-hours.ts'
import { BusinessHoursUpdate } from './schema.ts'

export const updateBusinessHours = standard.update(businessHours, {
  summary: 'Change business hours',
  description:
    'Changes the fields sent; `weekly` and `holidays` are replaced as a whole. Deadlines that threads have stay as they were promised: the change holds for clocks that start from now on.',
  body: BusinessHoursUpdate,
  fields: (body) => kept(body),
})
