import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { checkUnused } from '#kit/write.ts'
import { ApiError, catalogInUse } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { webhookNotFound } from './errors.ts'
import { webhookId } from './get-webhook.ts'
import { cancelDeliveriesOfDeleted } from './cancel-deliveries.ts'
import { deleteWebhookRow, lockWebhook, toWebhook } from './queries.ts'
import { Webhook } from './schema.ts'

export const deleteWebhook = endpoint.write({
  operationId: 'deleteWebhook',
  method: 'DELETE',
  deletion: 'final',
  path: '/webhooks/{id}',
  tag: 'webhooks',
  scope: 'webhooks:admin',
  summary: 'Delete a webhook',
  description:
    'Deletes the webhook and cancels pending deliveries; past deliveries stay in `GET /webhook-deliveries` until they are pruned.',
  params: { id: webhookId },
  responds: { 200: item(Webhook, 'The webhook as it was') },
  errors: [catalogInUse],
  present: toWebhook,
  async handle({ tx, principal, params, ifMatch, effects }) {
    const key = { tenantId: principal.tenantId, id: params.id }
    const record = await tx.first(lockWebhook, key)
    if (!record) throw new ApiError(webhookNotFound)
    checkIfMatch(ifMatch, record.version)
    await checkUnused({ tx, principal, effects }, { table: 'webhooks', words: 'webhook' }, key.id)
    await cancelDeliveriesOfDeleted(tx, key.tenantId, key.id)
    await tx.rows(deleteWebhookRow, key)
    const audited = effects.audit({
      action: 'webhook.deleted',
      target: { type: 'webhook', id: params.id },
      before: { url: record.url, events: record.events },
    })
    return toOutcome(record, audited)
  },
})
