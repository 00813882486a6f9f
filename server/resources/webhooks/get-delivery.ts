import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { readableTypes } from '#platform/outbox/events.ts'
import { deliveryNotFound } from './errors.ts'
import { findDelivery, hideUnreadable, toDelivery } from './delivery-queries.ts'
import { WebhookDelivery } from './schema.ts'

export const getDelivery = endpoint.read({
  operationId: 'getDelivery',
  path: '/webhook-deliveries/{id}',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'Get a delivery',
  description: 'Returns one delivery with its attempts. Bodies are null for events that the caller may not read.',
  params: { id: { prefix: 'dlv', description: 'The delivery.', notFound: deliveryNotFound } },
  responds: { 200: item(WebhookDelivery, 'The delivery') },
  present: toDelivery,
  async handle({ db, principal: { tenantId, scopes }, params }) {
    const found = await db.first(findDelivery, { tenantId, id: params.id })
    const [record] = found ? hideUnreadable([found], readableTypes(scopes)) : []
    if (!record) throw new ApiError(deliveryNotFound)
    return { status: 200, record }
  },
})
