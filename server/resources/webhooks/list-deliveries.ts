import { endpoint, list, readableTypes } from '../../kit/index.ts'
import { deliveryFilters, deliveryList, hideUnreadable, toDelivery } from './queries.ts'
import { DeliveryFilters, WebhookDelivery } from './schema.ts'

export const listDeliveries = endpoint({
  operationId: 'listDeliveries',
  method: 'GET',
  path: '/webhook-deliveries',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'List deliveries',
  description:
    'Deliveries of all webhooks, including deleted webhooks, newest first. Bodies are null for events that the caller may not read.',
  query: DeliveryFilters,
  responds: { 200: list(WebhookDelivery) },
  present: toDelivery,
  async handle({ db, principal: { tenantId, scopes }, page, query }) {
    const { records, ...reply } = await deliveryList.fetch(db, tenantId, page, deliveryFilters(query))
    return { ...reply, records: hideUnreadable(records, readableTypes(scopes)) }
  },
})
