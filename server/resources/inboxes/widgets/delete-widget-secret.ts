import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { updateResource } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { WidgetIdentitySecret } from '../../../channels/widget/settings.ts'
import { channelNotConnected, widgetSecretNotFound } from '../errors.ts'
import { inbox } from '../inbox.ts'
import { keepIdentitySecrets } from './identity-secrets.ts'
import { lockWidget } from './lock-widget.ts'

export const deleteWidgetSecret = endpoint.write({
  operationId: 'deleteWidgetSecret',
  method: 'DELETE',
  deletion: 'final',
  path: `${inbox.path}/{id}/widget-secrets/{secretId}`,
  tag: inbox.tag,
  scope: inbox.scopes.write,
  summary: 'Delete an identity secret of a website chat',
  description:
    'Ends a secret at once. Tokens that it has signed are refused from then on; sessions that visitors have already started go on until they ' +
    'expire.',
  params: {
    id: inbox.id,
    secretId: { prefix: 'wsc', description: 'The secret, with or without `wsc_`.', notFound: widgetSecretNotFound, versioned: false },
  },
  responds: { 200: item(WidgetIdentitySecret, 'The secret as it was') },
  errors: [channelNotConnected],
  present: createPresenter(WidgetIdentitySecret),
  async handle(context) {
    const { tx, principal, params, secrets } = context
    const { current, settings } = await lockWidget(context)
    const deleted = settings.identitySecrets.find(({ id }) => id === params.secretId)
    if (!deleted) throw new ApiError(widgetSecretNotFound)
    const listed = settings.identitySecrets.filter((each) => each !== deleted)
    await keepIdentitySecrets(tx, secrets, { tenantId: principal.tenantId, inboxId: params.id }, listed)
    const changed = { widget: { ...settings, identitySecrets: listed } }
    const outcome = await updateResource(context, inbox, current, changed, { action: 'widget_secret_deleted' })
    return { ...outcome, record: deleted }
  },
})
