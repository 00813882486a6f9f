import { ApiError, checkIfMatch, endpoint, item, newId, toOutcome } from '../../kit/index.ts'
import { checkUrl } from './endpoint-input.ts'
import { webhookNotFound, webhookUrlForbidden } from './errors.ts'
import { webhookTest } from './events.ts'
import { webhookId } from './get-webhook.ts'
import { findWebhook, insertDelivery, lockSequence, lockWebhook, toDelivery } from './queries.ts'
import { WebhookDelivery } from './schema.ts'

export const testWebhook = endpoint({
  operationId: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  tag: 'webhooks',
  scope: 'webhooks:write',
  summary: 'Test a webhook',
  description:
    'Sends a `webhook.test` event to this webhook only, regardless of its event types and status. Returns the queued delivery; ' +
    '`GET /webhooks/{id}/deliveries` shows the result shortly after. Tests never count towards disabling.',
  params: { id: webhookId },
  responds: { 200: item(WebhookDelivery, 'The queued delivery') },
  errors: [webhookUrlForbidden],
  writes: 'transaction',
  present: toDelivery,
  async before({ db, principal: { tenantId }, params, outbound }) {
    const webhook = await db.first(findWebhook, { tenantId, id: params.id })
    if (!webhook) throw new ApiError(webhookNotFound)
    await checkUrl(outbound, webhook.url)
  },
  async handle({ tx, principal: { tenantId }, params, ifMatch, effects }) {
    const locked = await tx.first(lockWebhook, { tenantId, id: params.id })
    const position = await tx.first(lockSequence, { tenantId })
    if (!position || !locked) throw new ApiError(webhookNotFound)
    checkIfMatch(ifMatch, locked.version)
    const { secretSealed: _, ...webhook } = locked
    const eventId = effects.emit(webhookTest, webhook.id, webhook)
    const audited = effects.audit({ action: 'webhook.tested', target: { type: 'webhook', id: webhook.id } })
    const record = await tx.first(insertDelivery, {
      // `lockSequence` has locked the counter, so the ledger gives the only event of this transaction the next number.
      tenantId,
      id: newId(),
      webhookId: webhook.id,
      eventSequence: position.sequence + 1,
      eventId,
      eventType: webhookTest.type,
      test: true,
      dueSince: null,
    })
    if (!record) throw new Error('The insert returned no row')
    return toOutcome(record, audited)
  },
})
