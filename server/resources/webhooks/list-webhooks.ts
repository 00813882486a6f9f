import { endpoint, list } from '../../kit/index.ts'
import { toWebhook, webhookList } from './queries.ts'
import { Webhook } from './schema.ts'

export const listWebhooks = endpoint({
  operationId: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'List webhooks',
  description: 'The tenant’s webhooks, newest first. Secrets are never shown again.',
  responds: { 200: list(Webhook) },
  present: toWebhook,
  handle: ({ db, principal, page }) => webhookList.fetch(db, principal.tenantId, page),
})
