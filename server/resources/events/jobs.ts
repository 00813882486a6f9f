/** The background work of the outbox: counts events by type in advance, and deletes old events. */
import { job } from '../../kit/jobs.ts'
import { pruneTenant, rollUpEvents, rollUpTenant } from './maintain.ts'

export const countEvents = job({
  name: 'count-events',
  description: 'Counts events by type ahead of the readers, for tenants whose uncounted tail has grown long.',
  every: { seconds: 60, for: 'service' },
  leaseSeconds: 600,
  outside: ({ db }) => rollUpEvents(db),
})

export const pruneEvents = job({
  name: 'prune-events',
  description: 'Deletes events that are past their time.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId, config }) {
    // Only counted events are deleted, so that totals stay exact.
    await rollUpTenant(tx, tenantId)
    const { isMore } = await pruneTenant(tx, tenantId, config.retentionDays.events)
    return isMore ? { againInSeconds: 0 } : undefined
  },
})
