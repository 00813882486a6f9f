import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, scopeEscalation, unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { checkMayRead } from './endpoint-input.ts'
import { deliveryNotFound } from './errors.ts'
import { findReplayable, insertDelivery, toDelivery } from './delivery-queries.ts'
import { lockWebhook } from './queries.ts'
import { WebhookDelivery } from './schema.ts'

export const replayDelivery = endpoint.write({
  operationId: 'replayDelivery',
  method: 'POST',
  path: '/webhook-deliveries/{id}/replay',
  tag: 'webhooks',
  scope: 'webhooks:write',
  summary: 'Replay a delivery',
  description:
    'Queues the delivery’s event for its webhook again, as a new delivery with a full number of attempts. The `webhook-id` header ' +
    'is the same, so that receivers recognise a replay. Deliveries of a paused or disabled webhook wait until it is active. The ' +
    'caller must be allowed to read the event.',
  params: { id: { prefix: 'dlv', description: 'The delivery.', notFound: deliveryNotFound, versioned: false } },
  responds: { 201: item(WebhookDelivery, 'The new delivery') },
  errors: [scopeEscalation, unknownReference],
  present: toDelivery,
  async handle({ tx, principal, params, effects }) {
    const { tenantId } = principal
    const found = await tx.first(findReplayable, { tenantId, id: params.id })
    if (!found) throw new ApiError(deliveryNotFound)
    checkMayRead(found.eventType, principal)
    const { eventAt, ...delivery } = found
    // Lock the webhook, so that a concurrent deletion waits and then also cancels the new delivery.
    const webhook = await tx.first(lockWebhook, { tenantId, id: delivery.webhookId })
    const gone = webhook ? 'event' : 'webhook'
    if (eventAt === null || !webhook)
      throw new ApiError(unknownReference, { details: [{ field: gone, code: 'UNKNOWN', message: 'no longer exists' }] })
    const id = newId()
    const record = await tx.first(insertDelivery, {
      ...delivery,
      tenantId,
      id,
      leaseSeconds: null,
      dueSince: delivery.test ? null : eventAt,
    })
    if (!record) throw new Error('The insert returned no row')
    const audited = effects.audit({
      action: 'webhook.delivery_replayed',
      target: { type: 'delivery', id: params.id },
      after: { eventType: delivery.eventType },
    })
    return toOutcome(record, audited, 201)
  },
})
