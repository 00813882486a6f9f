/** The worker's two queues: one creates deliveries from events, the other attempts them. */
import { LockTimeoutError } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { OpenQueue, WorkerServices } from '#platform/jobs/job.ts'
import { fanOutTenant } from './fan-out.ts'
import { claimDeliveries, maxAttemptsPerWebhook, findTenantsBehind, findWebhooksDue, type Claimed } from './queries.ts'
import { attemptDelivery, SuccessRecorder } from './attempt-delivery.ts'

/** Seconds by which a lease exceeds the longest attempt, which leaves time to record the outcome under load. */
const leaseSlackSeconds = 5
const tenantsPerLook = 50

/** Creates the queue of deliveries. Each webhook is a lane. */
export function createDeliveryQueue(services: WorkerServices, queue: { name: string }): OpenQueue<Claimed> {
  const { db, config, observe } = services
  const leaseSeconds = config.webhooks.timeoutSeconds + leaseSlackSeconds
  return {
    due: async ({ tenants, lanes }, limit) =>
      (await db.rows(findWebhooksDue, { fullTenants: tenants, fullWebhooks: lanes.map(({ lane }) => lane), limit })).map(
        ({ tenantId, webhookId }) => ({ tenantId, lane: webhookId }),
      ),
    async claim({ tenantId, lane: webhookId }, limit) {
      const chance = Math.random()
      const claims = await db.rows(claimDeliveries, {
        tenantId,
        webhookId,
        concurrency: maxAttemptsPerWebhook,
        limit,
        leaseSeconds,
        chance,
      })
      const [first] = claims
      return { items: claims.filter((claim) => claim.id !== null), more: first?.more ?? false, prevented: first === undefined }
    },
    open({ tenantId, lane: webhookId }) {
      const place = { tenantId, webhookId }
      const successes = new SuccessRecorder(db, place)
      return (claimed) => attemptDelivery(services, place, claimed, successes, (outcome, seconds) => observe(queue, outcome, seconds))
    },
    atOnce: () => maxAttemptsPerWebhook,
  }
}

/** Creates the queue of tenants with new events. Each tenant is a lane, and the lock of its cursor's row replaces a lease. */
export function createFanOutQueue(
  { db, log, nudge, wake }: WorkerServices,
  own: { name: string },
  deliveries: { name: string },
): OpenQueue<Uuid> {
  return {
    due: async ({ tenants, lanes }, limit) =>
      (
        await db.rows(findTenantsBehind, {
          except: [...tenants, ...lanes.map(({ tenantId }) => tenantId)],
          limit: Math.min(limit, tenantsPerLook),
        })
      ).map(({ tenantId }) => ({ tenantId, lane: 'events' })),
    claim: ({ tenantId }) => Promise.resolve({ items: [tenantId], more: false, prevented: false }),
    open: () => async (tenantId) => {
      try {
        const webhookIds = await fanOutTenant(db, tenantId)
        for (const webhookId of webhookIds ?? []) wake(deliveries, { tenantId, lane: webhookId })
        // Search again: events may have arrived while this tenant was in progress and so was skipped. Wait until this item has ended,
        // because until then the search would skip the tenant again.
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
