/**
 * Webhooks: a tenant's endpoints to which events are sent.
 *
 * These rules always hold:
 * - Every event that a webhook subscribes to is delivered at least once and signed (Standard Webhooks). All attempts and replays of an event
 *   have the same id.
 * - A delivery has at most ten attempts, and ten more when `enable` with `replayMissed` sends it.
 * - Ten failed attempts in a row, of any events, or a 410 disable the webhook. Its deliveries are then kept for seven days, including the one
 *   whose attempt disabled it.
 *
 * The deliveries are their own queue, which jobs.ts declares.
 */
import { module } from '#kit/module.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { enableWebhook } from './enable-webhook.ts'
import * as events from './events.ts'
import { getDelivery } from './get-delivery.ts'
import { getWebhook } from './get-webhook.ts'
import { deliverWebhooks, fanOutEvents, pruneDeliveries, pruneWhenRetentionChanges } from './jobs.ts'
import { listDeliveries, listWebhookDeliveries, listWebhooks } from './operations.ts'
import { personal } from './personal.ts'
import { replayDelivery } from './replay-delivery.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'
import { recountDeliveries } from './worker/maintain.ts'

export {
  readBacklog,
  countDisabledWebhooks,
  canDecryptSecrets,
  recountDeliveries,
  findTenantsWithDisabledWebhooks,
} from './worker/maintain.ts'

export const webhooks = module({
  name: 'webhooks',
  description: 'Your endpoints that receive events, and their deliveries.',
  endpoints: [
    listWebhooks,
    createWebhook,
    getWebhook,
    updateWebhook,
    deleteWebhook,
    testWebhook,
    rotateWebhookSecret,
    enableWebhook,
    listWebhookDeliveries,
    listDeliveries,
    getDelivery,
    replayDelivery,
  ],
  jobs: [fanOutEvents, deliverWebhooks, pruneDeliveries],
  eventJobs: [pruneWhenRetentionChanges],
  personal,
  totals: { deliveries: recountDeliveries },
  events: Object.values(events),
  targets: { webhook: 'whk', delivery: 'dlv' },
})
