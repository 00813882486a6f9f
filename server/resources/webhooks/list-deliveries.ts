import { endpoint, list } from '../../kit/endpoint.ts'
import { deliveryList, toDelivery } from './queries.ts'
import { DeliveryFilters, WebhookDelivery } from './schema.ts'

export const listDeliveries = endpoint({
  operationId: 'listDeliveries',
  method: 'GET',
  path: '/webhook-deliveries',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'List deliveries',
  description: 'Deliveries of all webhooks, including deleted webhooks, newest first.',
  query: DeliveryFilters,
  responds: { 200: list(WebhookDelivery) },
  present: toDelivery,
  handle: ({ db, principal, page, query }) => deliveryList.fetch(db, principal.tenantId, page, query),
})
