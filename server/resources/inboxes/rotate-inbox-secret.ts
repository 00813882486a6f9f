import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import { lockResource, updateResource } from '#kit/write.ts'
import { ApiError, scopeEscalation } from '#platform/errors.ts'
import { newWebhookSecret } from '#platform/outbound/sign-webhook.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { closed, component, nullable, time, Type, type Static } from '#platform/schema.ts'
import { channelNotConnected } from './errors.ts'
import { rotateHookSecret } from './hook-secrets.ts'
import { inbox } from './inbox.ts'
import { checkMaySignIn } from './inbox-scopes.ts'

const InboxSecretRotate = component(
  'InboxSecretRotate',
  closed(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          default: 86_400,
          description: 'Seconds for which the secret that is replaced stays valid; 0 ends all earlier secrets at once.',
        }),
      ),
    },
    { description: 'How to replace the secret.', examples: [{ overlapSeconds: 3_600 }] },
  ),
)

const InboxSecret = component(
  'InboxSecret',
  closed(
    {
      secret: Type.String({ description: 'The secret (`whsec_…`). It is not shown again.' }),
      previousValidUntil: nullable(time('Until when.'), { description: 'Until when the replaced secret is valid; null if there is none.' }),
    },
    {
      description: 'The secret that signs what an inbox receives and sends.',
      examples: [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', previousValidUntil: null }],
    },
  ),
)

export const rotateInboxSecret = endpoint.write({
  operationId: 'rotateInboxSecret',
  method: 'POST',
  path: `${inbox.path}/{id}/rotate-secret`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Create or rotate an inbox’s secret',
  description:
    'Creates a new secret for an inbox with `hook`, which only this response shows. It signs what the service sends to your program, and ' +
    'your program signs with it what it posts (Standard Webhooks). During the overlap, replies are signed with both secrets and requests ' +
    'with either are accepted. Also requires the scope `threads:write`.',
  params: { id: inbox.id },
  body: InboxSecretRotate,
  responds: { 200: item(InboxSecret, 'The new secret') },
  errors: [scopeEscalation, channelNotConnected],
  secret: true,
  present: (record: Static<typeof InboxSecret>) => record,
  async handle(context) {
    const { tx, principal, params, body, ifMatch, effects, secrets } = context
    checkMaySignIn(principal, 'hook')
    const current = await lockResource(context, inbox)
    checkIfMatch(ifMatch, current.version)
    if (current.hook === null) throw new ApiError(channelNotConnected, { message: 'The inbox has no `hook`.' })
    if (current.hook.telegram)
      throw new ApiError(channelNotConnected, { message: 'The secret of the inbox is its token. Replace it with `hook.telegram.token`.' })
    const key = { tenantId: principal.tenantId, inboxId: params.id }
    const overlapSeconds = body.overlapSeconds ?? 86_400
    const secret = newWebhookSecret()
    const { previousValidUntil } = await rotateHookSecret(tx, secrets, key, { secret, overlapSeconds })
    const record = { secret, previousValidUntil }
    const action = 'secret_rotated'
    if (!current.hook.secretSet) {
      const outcome = await updateResource(context, inbox, current, { hook: { ...current.hook, secretSet: true } }, { action })
      return { ...outcome, record }
    }
    const target = { type: inbox.noun, id: params.id }
    return toOutcome(record, effects.audit({ action: `inbox.${action}`, target, after: { overlapSeconds } }))
  },
})
