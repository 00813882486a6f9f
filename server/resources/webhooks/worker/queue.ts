/** The two queues of the worker: events become deliveries, and deliveries are attempted. */
import { LockTimeoutError, type OpenQueue, type Uuid, type WorkerServices } from '../../../kit/index.ts'
import { fanOutTenant } from './fan-out.ts'
import { claimDeliveries, perWebhook, tenantsBehind, webhooksDue, type Claimed } from './queries.ts'
import { attemptDelivery, Successes } from './attempt-delivery.ts'

/** How much longer a lease is than the longest attempt: time to record its outcome under load. */
const leaseSlackSeconds = 5
const tenantsPerLook = 50

/** A lane is a webhook. */
export function createDeliveryQueue(services: WorkerServices, queue: { name: string }): OpenQueue<Claimed> {
  const { db, config, observe } = services
  const leaseSeconds = config.webhooks.timeoutSeconds + leaseSlackSeconds
  return {
    due: async ({ tenants, lanes }, limit) =>
      (await db.rows(webhooksDue, { fullTenants: tenants, fullWebhooks: lanes.map(({ lane }) => lane), limit })).map(
        ({ tenantId, webhookId }) => ({ tenantId, lane: webhookId }),
      ),
    async claim({ tenantId, lane: webhookId }, limit) {
      const chance = Math.random()
      const claims = await db.rows(claimDeliveries, { tenantId, webhookId, concurrency: perWebhook, limit, leaseSeconds, chance })
      const [first] = claims
      return { items: claims.filter((claim) => claim.id !== null), more: first?.more ?? false, prevented: first === undefined }
    },
    open({ tenantId, lane: webhookId }) {
      const place = { tenantId, webhookId }
      const successes = new Successes(db, place)
      return (claimed) => attemptDelivery(services, place, claimed, successes, (outcome, seconds) => observe(queue, outcome, seconds))
    },
    atOnce: () => perWebhook,
  }
}

/** A lane is a tenant: the lock of its cursor's row is the lease. */
export function createFanOutQueue(
  { db, log, nudge, wake }: WorkerServices,
  own: { name: string },
  deliveries: { name: string },
): OpenQueue<Uuid> {
  return {
    due: async ({ tenants, lanes }, limit) =>
      (
        await db.rows(tenantsBehind, {
          except: [...tenants, ...lanes.map(({ tenantId }) => tenantId)],
          limit: Math.min(limit, tenantsPerLook),
        })
      ).map(({ tenantId }) => ({ tenantId, lane: 'events' })),
    claim: ({ tenantId }) => Promise.resolve({ items: [tenantId], more: false, prevented: false }),
    open: () => async (tenantId) => {
      try {
        const webhookIds = await fanOutTenant(db, tenantId)
        for (const webhookId of webhookIds ?? []) wake(deliveries, { tenantId, lane: webhookId })
        // New events may have arrived in the meantime, and a search skipped this tenant because it was in progress. Deferred until this
        // item has ended, or the next search would skip it again.
        if (webhookIds) setImmediate(() => nudge(own))
      } catch (error) {
        log[error instanceof LockTimeoutError ? 'debug' : 'warn'](
          { error, tenantId },
          'events could not be turned into deliveries and will be retried',
        )
      }
    },
    atOnce: () => 1,
  }
}
