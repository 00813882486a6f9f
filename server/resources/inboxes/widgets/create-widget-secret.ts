import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { updateResource } from '#kit/write.ts'
import { ApiError, catalogLimitReached, scopeEscalation } from '#platform/errors.ts'
import { closed, component, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { channelNotConnected } from '../errors.ts'
import { inbox } from '../inbox.ts'
import { checkMaySignIn } from '../inbox-scopes.ts'
import { addIdentitySecret, isValid, maxIdentitySecrets } from './identity-secrets.ts'
import { lockWidget } from './lock-widget.ts'

const WidgetSecretCreate = component(
  'WidgetSecretCreate',
  closed(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          description: 'Seconds after which the other secrets end; 0 ends them at once. Omit it to keep them.',
        }),
      ),
    },
    { description: 'How to add a secret.', examples: [{ overlapSeconds: 86_400 }] },
  ),
)

const WidgetSecret = component(
  'WidgetSecret',
  closed(
    {
      id: idOutput('wsc', 'The secret.'),
      secret: Type.String({ description: 'The secret (`wsec_…`). It is not shown again.' }),
      createdAt: time('When it was created.'),
      expiresAt: nullable(time('Until when.'), { description: 'Until when it is valid; null until it is deleted.' }),
    },
    {
      description: 'A secret with which your site identifies its users.',
      examples: [
        {
          id: 'wsc_01k2w3t5q7e0r9vbx4m6n8h2dz',
          secret: 'wsec_cQ2v8tYw3mKx7pLzR9sAfE1uHj4nBg6oDi0kVq5yXtM',
          createdAt: '2026-03-04T09:30:00.000Z',
          expiresAt: null,
        },
      ],
    },
  ),
)

export const createWidgetSecret = endpoint.write({
  operationId: 'createWidgetSecret',
  method: 'POST',
  path: `${inbox.path}/{id}/widget-secrets`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Create an identity secret of a website chat',
  description:
    'Creates a secret, which only this response shows. Your server signs tokens (JWT, HS256) with it that say who a visitor is; the key is ' +
    `the text of the secret, in UTF-8. An inbox has at most ${maxIdentitySecrets} valid secrets, so that you can replace one without a gap. ` +
    'Also requires the scope `threads:write`.',
  params: { id: inbox.id },
  body: WidgetSecretCreate,
  responds: { 201: item(WidgetSecret, 'The new secret') },
  errors: [scopeEscalation, channelNotConnected, catalogLimitReached],
  secret: true,
  present: createPresenter(WidgetSecret),
  async handle(context) {
    const { tx, principal, params, body, secrets } = context
    checkMaySignIn(principal, 'widget')
    const { current, settings } = await lockWidget(context)
    const key = { tenantId: principal.tenantId, inboxId: params.id }
    const { secret, added, listed } = await addIdentitySecret(tx, secrets, key, {
      listed: settings.identitySecrets.filter(isValid),
      overlapSeconds: body.overlapSeconds,
    })
    if (listed.length > maxIdentitySecrets) {
      const message = `An inbox has at most ${maxIdentitySecrets} valid secrets. Delete one that your server no longer uses, or send overlapSeconds: 0.`
      throw new ApiError(catalogLimitReached, { message })
    }
    const changed = { widget: { ...settings, identitySecrets: listed } }
    const outcome = await updateResource(context, inbox, current, changed, { action: 'widget_secret_created' })
    const { id, createdAt, expiresAt } = added
    return { ...outcome, status: 201, record: { id, secret, createdAt, expiresAt } }
  },
})
