/**
 * Webhooks: endpoints of the tenant's that events are sent to.
 *
 * Every event that a webhook wants is delivered at least once, signed (Standard Webhooks), in bounded time; the event's
 * id stays the same over attempts and replays. Ten attempts a delivery; ten failures in a row, of whatever event,
 * disable the webhook, which holds its deliveries back for seven days and loses none meanwhile. What is done in the
 * background is declared in jobs.ts; deliveries are the queue.
 */
import { room } from '../../kit/index.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { enableWebhook } from './enable-webhook.ts'
import * as events from './events.ts'
import { getWebhook } from './get-webhook.ts'
import { deliverWebhooks, fanOutEvents, pruneDeliveries } from './jobs.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
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
  description: 'Endpoints of yours that events are sent to, and what was sent.',
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
  totals: { deliveries: recountDeliveries },
  events: Object.values(events),
  targets: { webhook: 'whk', delivery: 'dlv' },
})
