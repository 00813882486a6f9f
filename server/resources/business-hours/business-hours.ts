import { nameKey } from '#kit/name-key.ts'
import { resource } from '#kit/resource.ts'
import { table } from '#kit/table.ts'
import { absent, defineError } from '#platform/define-error.ts'
import type { Static } from '#platform/schema.ts'
import { readTimezone } from '#platform/time.ts'
import { BusinessHours } from './schema.ts'

export const businessHoursTable = table({
  from: 'business_hours h',
  shape: BusinessHours,
  derived: { nameKey: ({ name }) => nameKey(name) },
  isFoundByName: true,
})

export const businessHours = resource({
  noun: 'business_hours',
  words: 'set of business hours',
  path: '/business-hours',
  prefix: 'bhr',
  scopes: { read: 'catalog:read', write: 'catalog:admin' },
  notFound: defineError('SVC-BUSINESSHOURS-NOT_FOUND', 404, 'There are no such business hours.', absent('business hours')),
  shape: BusinessHours,
  table: businessHoursTable,
  limit: { of: 'sets of business hours', atMost: 200 },
  defaults: { name: 'Business hours', holidays: [] },
})

type Holidays = Static<typeof BusinessHours>['holidays']

/** Normalises the fields for storage: the time zone by its IANA name, the holidays sorted by date. */
export function normaliseFields<Sent extends { timezone?: string | undefined; holidays?: Holidays | undefined }>({
  timezone,
  holidays,
  ...sent
}: Sent) {
  return {
    ...sent,
    ...(timezone === undefined ? {} : { timezone: readTimezone(timezone) ?? timezone }),
    ...(holidays ? { holidays: holidays.toSorted((a, b) => (a.date < b.date ? -1 : 1)) } : {}),
  }
}
