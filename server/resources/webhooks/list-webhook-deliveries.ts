import { endpoint, list } from '../../kit/endpoint.ts'
import { ApiError } from '../../kit/errors.ts'
import { webhookNotFound } from './errors.ts'
import { webhookId } from './get-webhook.ts'
import { deliveryList, findWebhook, toDelivery } from './queries.ts'
import { DeliveryFilters, WebhookDelivery } from './schema.ts'

export const listWebhookDeliveries = endpoint({
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'List the deliveries of a webhook',
  description:
    'All deliveries of one webhook, past and pending, newest first. The cost of a total does not depend on the number of deliveries.',
  params: { id: webhookId },
  query: DeliveryFilters,
  responds: { 200: list(WebhookDelivery) },
  present: toDelivery,
  async handle({ db, principal, params, page, query }) {
    if (!(await db.first(findWebhook, { tenantId: principal.tenantId, id: params.id }))) throw new ApiError(webhookNotFound)
    return deliveryList.fetch(db, principal.tenantId, page, { ...query, webhookId: params.id })
  },
})
