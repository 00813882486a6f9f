/**
 * Business hours: weekly working periods and holidays in a time zone. SLA clocks only run within them; teams and SLA policies refer to
 * them. A week has at least one period, and its periods never overlap, not even across midnight. All working-time arithmetic is in
 * `working-time.ts`. Changing business hours never moves an existing deadline: each SLA clock stores the hours that it was started with.
 */
import { module } from '#kit/module.ts'
import { businessHours as resource } from './business-hours.ts'
import { createBusinessHours, deleteBusinessHours, getBusinessHours, listBusinessHours, updateBusinessHours } from './operations.ts'
import { importHolidays } from './import-holidays.ts'

export { businessHours as businessHoursResource } from './business-hours.ts'
export { workingHoursSql } from './hours-sql.ts'
export { addWorkingTime, findNextOpening, findNextWorkingDay, workingTimeBetween, type WorkingHours } from './working-time.ts'

export const businessHours = module({
  name: 'business-hours',
  description: 'Working hours and holidays.',
  resources: [resource],
  endpoints: [listBusinessHours, createBusinessHours, getBusinessHours, updateBusinessHours, deleteBusinessHours, importHolidays],
  personal: { excused: { business_hours: 'of the tenant' } },
})
