/** Background jobs of the outbox: count events by type in advance, and delete old events. */
import { job } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { readSettings } from '../tenants/index.ts'
import { pruneTenant, rollUpEvents, rollUpTenant } from './maintain.ts'

export const countEvents = job({
  name: 'count-events',
  description: 'Pre-counts events by type, for tenants with many uncounted events.',
  every: { seconds: 60, for: 'service' },
  leaseSeconds: 600,
  outside: ({ db }) => rollUpEvents(db),
})

declare global {
  interface EnqueuedJobs {
    /** One job per tenant, with an empty key. */
    'prune-events': NoInput
  }
}

/** Seconds until the job looks again for old events that a reader had not read yet. */
const heldSeconds = 0.2

export const pruneEvents = job({
  name: 'prune-events',
  description: 'Deletes events that are older than the retention period.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId, config }) {
    // Only counted events are deleted, so that totals stay exact.
    await rollUpTenant(tx, tenantId)
    const days = (await readSettings(tx, tenantId))?.retention.events ?? config.retentionDays.events
    const { isMore, isHeld } = await pruneTenant(tx, tenantId, days)
    // Readers rarely lag for longer than a moment.
    return isMore ? { againInSeconds: 0 } : isHeld ? { againInSeconds: heldSeconds } : undefined
  },
})

export const pruneWhenRetentionChanges = eventJob(tenantUpdated, 'prune-events', (_, { retention }) => (retention ? { key: '' } : null))
