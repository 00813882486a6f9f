/**
 * Business hours: when people work, by the week, with holidays, in a time zone. SLA clocks run within them; teams and SLA policies refer
 * to them.
 *
 * Periods of a week never overlap, also over midnight, and there is at least one. `working-time.ts` is the only arithmetic of working time.
 * A change never moves a deadline that was promised: promises keep the hours that they were made by.
 */
import { room } from '../../kit/index.ts'
import { businessHours as resource } from './business-hours.ts'
import { createBusinessHours, deleteBusinessHours, getBusinessHours, listBusinessHours, updateBusinessHours } from './operations.ts'
import { importHolidays } from './import-holidays.ts'

export { businessHours as businessHoursResource } from './business-hours.ts'
export { addWorkingTime, workingTimeBetween, type WorkingHours } from './working-time.ts'

export const businessHours = room({
  name: 'business-hours',
  description: 'Working hours and holidays.',
  resources: [resource],
  endpoints: [listBusinessHours, createBusinessHours, getBusinessHours, updateBusinessHours, deleteBusinessHours, importHolidays],
  personal: { excused: { business_hours: 'of the tenant' } },
})
