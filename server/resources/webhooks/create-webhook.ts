import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { newWebhookSecret } from '#platform/outbound/sign-webhook.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { secretPurpose } from './worker/send-request.ts'
import { checkUrl, readEventTypes } from './endpoint-input.ts'
import { webhookLimitReached, webhookUrlForbidden } from './errors.ts'
import { sealHeaders } from './headers.ts'
import { countWebhooks, insertWebhook, lockSequence, toWebhookWithSecret } from './queries.ts'
import { WebhookCreate, WebhookWithSecret } from './schema.ts'

export const maxWebhooksPerTenant = 25

export const createWebhook = endpoint.write({
  operationId: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  tag: 'webhooks',
  scope: 'webhooks:admin',
  summary: 'Register a webhook',
  description:
    'Registers your endpoint. It receives all later events of its types, each at least once, signed as Standard Webhooks ' +
    'specifies. Only this response shows the secret. A tenant has at most 25 webhooks.',
  body: WebhookCreate,
  responds: { 201: item(WebhookWithSecret, 'The new webhook, with its secret') },
  errors: [scopeEscalation, webhookUrlForbidden, webhookLimitReached],
  etag: true,
  secret: true,
  present: toWebhookWithSecret,
  location: ({ id }) => `/webhooks/${id}`,
  before: ({ body, outbound }) => checkUrl(outbound, body.url),
  async handle({ tx, principal: { tenantId, scopes }, body, effects, secrets }) {
    const events = readEventTypes(body.events ?? ['*'], scopes)
    const position = await tx.first(lockSequence, { tenantId })
    const counted = await tx.first(countWebhooks, { tenantId })
    if (!position || !counted) throw new Error('The tenant has no counters')
    if (counted.count >= maxWebhooksPerTenant) throw new ApiError(webhookLimitReached)
    const id = newId()
    const secret = newWebhookSecret()
    const record = await tx.first(insertWebhook, {
      tenantId,
      id,
      url: body.url,
      description: body.description ?? null,
      events,
      ...sealHeaders(secrets, body.headers ?? []),
      secretSealed: secrets.encrypt(secretPurpose, secret),
      fromSequence: position.sequence,
    })
    if (!record) throw new Error('The insert returned no row')
    const audited = effects.audit({ action: 'webhook.created', target: { type: 'webhook', id }, after: { url: body.url, events } })
    return toOutcome({ ...record, secret }, audited, 201)
  },
})
