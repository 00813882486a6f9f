import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { newWebhookSecret } from '#platform/outbound/sign-webhook.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { secretPurpose } from './worker/send-request.ts'
import { checkMayControl } from './endpoint-input.ts'
import { webhookNotFound } from './errors.ts'
import { webhookId } from './get-webhook.ts'
import { lockWebhook, rotateSecretRow, toWebhookWithSecret } from './queries.ts'
import { WebhookSecretRotate, WebhookWithSecret } from './schema.ts'

const overlapSecondsDefault = 86_400
/** Maximum number of old secrets that sign, because each adds some 50 bytes to the headers of every delivery. */
const maxPreviousSecrets = 4

export const rotateWebhookSecret = endpoint.write({
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/rotate-secret',
  tag: 'webhooks',
  scope: 'webhooks:admin',
  summary: 'Rotate a webhook’s secret',
  description:
    'Creates a new secret, which only this response shows. During the overlap, deliveries are signed with both secrets, so that ' +
    'receivers can switch at any time. At most four earlier secrets keep their own overlap; an overlap of 0 ends all of them. The ' +
    'caller must be allowed to read every event that the webhook sends, or has yet to send.',
  params: { id: webhookId },
  body: WebhookSecretRotate,
  responds: { 200: item(WebhookWithSecret, 'The webhook, with its new secret') },
  errors: [scopeEscalation],
  etag: true,
  secret: true,
  present: toWebhookWithSecret,
  async handle({ tx, principal, params, body, ifMatch, effects, secrets }) {
    const key = { tenantId: principal.tenantId, id: params.id }
    const locked = await tx.first(lockWebhook, key)
    if (!locked) throw new ApiError(webhookNotFound)
    checkIfMatch(ifMatch, locked.version)
    await checkMayControl(tx, principal, locked)
    const overlapSeconds = body.overlapSeconds ?? overlapSecondsDefault
    const secret = newWebhookSecret()
    const record = await tx.first(rotateSecretRow, {
      ...key,
      secretSealed: secrets.encrypt(secretPurpose, secret),
      overlapSeconds,
      maxPrevious: maxPreviousSecrets,
    })
    if (!record) throw new ApiError(webhookNotFound)
    const audited = effects.audit({
      action: 'webhook.secret_rotated',
      target: { type: 'webhook', id: params.id },
      after: { overlapSeconds },
    })
    return toOutcome({ ...record, secret }, audited)
  },
})
