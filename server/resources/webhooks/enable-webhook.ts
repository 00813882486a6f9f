import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { checkMayControl } from './endpoint-input.ts'
import { webhookNotFound } from './errors.ts'
import { webhookId } from './get-webhook.ts'
import { cancelMissedDeliveries } from './cancel-deliveries.ts'
import { enableWebhookRow, lockWebhook, reorderHeldDeliveries, toWebhook } from './queries.ts'
import { Webhook, WebhookEnable } from './schema.ts'

export const enableWebhook = endpoint.write({
  operationId: 'enableWebhook',
  method: 'POST',
  path: '/webhooks/{id}/enable',
  tag: 'webhooks',
  scope: 'webhooks:admin',
  summary: 'Enable a webhook',
  description:
    'Activates a disabled or paused webhook and resets its failure count. With `replayMissed: true` it sends the events missed in ' +
    'the last seven days, oldest first; otherwise they are discarded. Enabling an active webhook changes nothing. The caller must ' +
    'be allowed to read every event that the webhook sends, or has yet to send.',
  params: { id: webhookId },
  body: WebhookEnable,
  responds: { 200: item(Webhook, 'The webhook as it is now') },
  errors: [scopeEscalation],
  etag: true,
  present: toWebhook,
  async handle({ tx, principal, params, body, ifMatch, effects }) {
    const key = { tenantId: principal.tenantId, id: params.id }
    const current = await tx.first(lockWebhook, key)
    if (!current) throw new ApiError(webhookNotFound)
    checkIfMatch(ifMatch, current.version)
    await checkMayControl(tx, principal, current)
    if (current.status === 'ACTIVE') return toUnchangedOutcome(current)
    const replayMissed = body.replayMissed ?? false
    if (replayMissed) await tx.rows(reorderHeldDeliveries, { ...key, enabled: true })
    else await cancelMissedDeliveries(tx, key.tenantId, key.id)
    const record = await tx.first(enableWebhookRow, key)
    if (!record) throw new ApiError(webhookNotFound)
    const audited = effects.audit({
      action: 'webhook.enabled',
      target: { type: 'webhook', id: params.id },
      before: { status: current.status },
      after: { status: 'ACTIVE', replayMissed },
    })
    return toOutcome(record, audited)
  },
})
