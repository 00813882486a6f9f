import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { readableTypes } from '#platform/outbox/events.ts'
import { resolveDeliveryFilters, deliveryList, hideUnreadable, toDelivery } from './delivery-queries.ts'
import { findWebhook, toWebhook, webhookList } from './queries.ts'
import { DeliveryFilters, Webhook, WebhookDelivery } from './schema.ts'
import { webhookNotFound } from './errors.ts'
import { webhookId } from './get-webhook.ts'

export const listDeliveries = endpoint.read({
  operationId: 'listDeliveries',
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
    const { records, ...reply } = await deliveryList.fetch(db, tenantId, page, resolveDeliveryFilters(query))
    return { ...reply, records: hideUnreadable(records, readableTypes(scopes)) }
  },
})

export const listWebhookDeliveries = endpoint.read({
  operationId: 'listWebhookDeliveries',
  path: '/webhooks/{id}/deliveries',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'List the deliveries of a webhook',
  description:
    'All deliveries of one webhook, past and pending, newest first. Bodies are null for events that the caller may not read. The cost of a total does not depend on the number of deliveries.',
  params: { id: webhookId },
  query: DeliveryFilters,
  responds: { 200: list(WebhookDelivery) },
  present: toDelivery,
  async handle({ db, principal: { tenantId, scopes }, params, page, query }) {
    if (!(await db.first(findWebhook, { tenantId, id: params.id }))) throw new ApiError(webhookNotFound)
    const { records, ...reply } = await deliveryList.fetch(db, tenantId, page, { ...resolveDeliveryFilters(query), webhookId: params.id })
    return { ...reply, records: hideUnreadable(records, readableTypes(scopes)) }
  },
})

export const listWebhooks = endpoint.read({
  operationId: 'listWebhooks',
  path: '/webhooks',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'List webhooks',
  description: 'The tenant’s webhooks, newest first. Secrets are never shown again.',
  responds: { 200: list(Webhook) },
  present: toWebhook,
  handle: ({ db, principal, page }) => webhookList.fetch(db, principal.tenantId, page),
})
