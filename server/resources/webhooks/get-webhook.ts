import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { webhookNotFound } from './errors.ts'
import { findWebhook, toWebhook } from './queries.ts'
import { Webhook } from './schema.ts'

export const webhookId = { prefix: 'whk', description: 'The webhook.', notFound: webhookNotFound } as const

export const getWebhook = endpoint.read({
  operationId: 'getWebhook',
  path: '/webhooks/{id}',
  tag: 'webhooks',
  scope: 'webhooks:read',
  summary: 'Get a webhook',
  description: 'Returns one webhook with its number of consecutive failures.',
  params: { id: webhookId },
  responds: { 200: item(Webhook, 'The webhook') },
  etag: true,
  present: toWebhook,
  async handle({ db, principal, params }) {
    const record = await db.first(findWebhook, { tenantId: principal.tenantId, id: params.id })
    if (!record) throw new ApiError(webhookNotFound)
    return { status: 200, record }
  },
})
