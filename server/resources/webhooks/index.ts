/**
 * Webhooks: the tenant's endpoints that events are sent to.
 *
 * Every event that a webhook subscribes to is delivered at least once, signed (Standard Webhooks), in bounded time; the event's
 * id stays the same over attempts and replays. A delivery has ten attempts; ten failures in a row, of any event, disable the
 * webhook, which keeps its deliveries for seven days without losing any. The background work is declared in jobs.ts; the
 * deliveries are the queue.
 */
import { room } from '../../kit/index.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { enableWebhook } from './enable-webhook.ts'
import * as events from './events.ts'
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
  deliveryBacklog,
  disabledWebhooks,
  opensWebhookSecrets,
  recountDeliveries,
  tenantsWithDisabledWebhooks,
} from './worker/maintain.ts'

export const webhooks = room({
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
    replayDelivery,
  ],
  jobs: [fanOutEvents, deliverWebhooks, pruneDeliveries],
  follows: [pruneWhenRetentionChanges],
  personal,
  totals: { deliveries: recountDeliveries },
  events: Object.values(events),
  targets: { webhook: 'whk', delivery: 'dlv' },
})
