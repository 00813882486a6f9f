import { findChanges } from '#kit/changes.ts'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { checkMayControl, checkUrl, readEventTypes } from './endpoint-input.ts'
import { webhookNotFound, webhookUrlForbidden } from './errors.ts'
import { webhookId } from './get-webhook.ts'
import { mergeHeaders } from './headers.ts'
import { changeWebhook, findSealedHeaders, lockWebhook, reorderHeldDeliveries, toWebhook } from './queries.ts'
import { Webhook, WebhookUpdate } from './schema.ts'

export const updateWebhook = endpoint.write({
  operationId: 'updateWebhook',
  method: 'PATCH',
  path: '/webhooks/{id}',
  tag: 'webhooks',
  scope: 'webhooks:admin',
  summary: 'Change a webhook',
  description:
    'Changes the fields sent. `PAUSED` holds deliveries back without losing them, `ACTIVE` sends them. A disabled webhook stays ' +
    'disabled: use `enable` to reactivate it. The caller must be allowed to read every event that the webhook sends, or has yet to send.',
  params: { id: webhookId },
  body: WebhookUpdate,
  responds: { 200: item(Webhook, 'The webhook as it is now') },
  errors: [scopeEscalation, webhookUrlForbidden],
  etag: true,
  present: toWebhook,
  async before({ body, outbound }) {
    if (body.url !== undefined) await checkUrl(outbound, body.url)
  },
  async handle({ tx, principal, params, body, ifMatch, effects, secrets }) {
    const events = body.events && readEventTypes(body.events, principal.scopes)
    const key = { tenantId: principal.tenantId, id: params.id }
    const current = await tx.first(lockWebhook, key)
    if (!current) throw new ApiError(webhookNotFound)
    checkIfMatch(ifMatch, current.version)
    await checkMayControl(tx, principal, current)
    const stored = {
      headerNames: current.headerNames ?? [],
      headersSealed: (await tx.first(findSealedHeaders, key))?.headersSealed ?? null,
    }
    const { headerNames, headersSealed } = mergeHeaders(secrets, stored, {
      headers: body.headers,
      url: body.url ?? current.url,
      formerUrl: current.url,
    })
    const next = {
      url: body.url ?? current.url,
      description: body.description === undefined ? current.description : body.description,
      events: events ?? current.events,
      headerNames,
      status: current.status === 'DISABLED' ? current.status : (body.status ?? current.status),
    }
    // Values are never shown, so the event only shows that they changed by the names.
    const isResealed = headersSealed !== stored.headersSealed
    const changes = findChanges<Partial<typeof current>>(current, next) ?? (isResealed ? { after: { headerNames } } : null)
    if (!changes) return toUnchangedOutcome(current)
    if (current.status !== 'ACTIVE' && next.status === 'ACTIVE') await tx.rows(reorderHeldDeliveries, { ...key, enabled: false })
    const record = await tx.first(changeWebhook, { ...key, ...next, headersSealed })
    if (!record) throw new ApiError(webhookNotFound)
    const audited = effects.audit({ action: 'webhook.updated', target: { type: 'webhook', id: params.id }, ...changes })
    return toOutcome(record, audited)
  },
})
