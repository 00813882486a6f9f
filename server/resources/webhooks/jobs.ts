/** Queues and jobs of webhooks. Deliveries are their own queue, because the API shows and changes them (decision 12). */
import { job, queue, type Queue } from '#platform/jobs/job.ts'
import type { NoInput } from '#platform/jobs/orders.ts'
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { tenantUpdated } from '../tenant-settings/index.ts'
import { readSettings } from '../tenants/index.ts'
import { readBacklog, maintainTenant } from './worker/maintain.ts'
import { createDeliveryQueue, createFanOutQueue } from './worker/queue.ts'

export const deliverWebhooks: Queue = queue({
  name: 'deliver-webhooks',
  description: 'Sends events to the webhooks that subscribe to them.',
  shares: { inAll: 1_000, perTenant: 50 },
  claimAtLeast: 8,
  open: (services) => createDeliveryQueue(services, { name: 'deliver-webhooks' }),
  seen: {
    look: readBacklog,
    says: ({ depth, behind }) => `${depth} deliveries wait and ${behind} events before them`,
    attempts: 'webhook',
    gauges: [
      { name: 'webhook_events_waiting', help: 'Events that have not been turned into deliveries yet', value: ({ behind }) => behind },
      {
        name: 'webhook_deliveries_waiting',
        help: 'Deliveries that are waiting for an attempt or being attempted',
        value: ({ depth }) => depth,
      },
      {
        name: 'webhook_deliveries_oldest_due_seconds',
        help: 'How long the oldest due delivery or event has waited for a worker',
        value: ({ oldestSeconds }) => oldestSeconds ?? 0,
      },
      { name: 'webhook_deliveries_dead', help: 'Deliveries that failed permanently and are still stored', value: ({ dead }) => dead },
    ],
  },
})

export const fanOutEvents: Queue = queue({
  name: 'fan-out-events',
  description: 'Turns events into deliveries, exactly once.',
  shares: { inAll: 2, perTenant: 1 },
  // Fan-out needs no pacing: it is short, and the attempts that follow are paced. So deliveries are created even for a tenant without a
  // free attempt.
  paced: false,
  open: (services) => createFanOutQueue(services, { name: 'fan-out-events' }, deliverWebhooks),
  seen: null,
})

declare global {
  interface EnqueuedJobs {
    /** One job per tenant, with an empty key. */
    'prune-deliveries': NoInput
  }
}

export const pruneDeliveries = job({
  name: 'prune-deliveries',
  description: 'Cancels deliveries that were held back for too long, and deletes old ones.',
  every: { seconds: 3_600, for: 'tenant' },
  async run({ tx, tenantId, config }) {
    const days = (await readSettings(tx, tenantId))?.retention.deliveries ?? config.retentionDays.deliveries
    return (await maintainTenant(tx, tenantId, days)) ? { againInSeconds: 0 } : undefined
  },
})

export const pruneWhenRetentionChanges = eventJob(tenantUpdated, 'prune-deliveries', (_, { retention }) => (retention ? { key: '' } : null))
