import { standard } from '#kit/standard.ts'
import { businessHours, normaliseFields } from './business-hours.ts'
import { BusinessHoursCreate, BusinessHoursUpdate } from './schema.ts'

export const listBusinessHours = standard.list(businessHours)

export const getBusinessHours = standard.get(businessHours, {
  summary: 'Get business hours',
  description: 'Returns the periods of the week and the holidays.',
})

export const createBusinessHours = standard.create(businessHours, {
  summary: 'Create business hours',
  description:
    'Creates business hours: a time zone, weekly periods, several a day and over midnight, and holidays. SLA policies and teams ' +
    'refer to them.',
  body: BusinessHoursCreate,
  fields: ({ timezone, weekly, ...sent }) => ({ weekly, timezone, ...normaliseFields({ timezone, ...sent }) }),
})

export const updateBusinessHours = standard.update(businessHours, {
  summary: 'Change business hours',
  description:
    'Changes the fields sent; `weekly` and `holidays` are replaced completely. Existing deadlines do not move: the change applies ' +
    'to clocks that start from now on.',
  body: BusinessHoursUpdate,
  fields: (body) => normaliseFields(body),
})

export const deleteBusinessHours = standard.remove(businessHours, {
  summary: 'Delete business hours',
  description:
    'Deletes business hours permanently, unless SLA policies or teams refer to them; the error has their numbers. Existing ' +
    'deadlines do not move.',
})
