import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { toTypeId } from '#platform/ids.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { findWidget, readIdentitySecrets } from '../../inboxes/index.ts'
import { widgetIdentityInvalid, widgetNotFound } from '../../../channels/widget/errors.ts'
import { readIdentityToken } from './read-identity-token.ts'
import { WidgetIdentify, WidgetSession } from './schema.ts'
import { newSession, presentSession } from './start-session.ts'
import { getVisitor } from './visitor.ts'

export const identifyVisitor = endpoint.personalWrite({
  operationId: 'identifyVisitor',
  method: 'POST',
  path: '/widget/identify',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Identify the visitor',
  description:
    'Returns a session of the person whom your server has signed. Another `sub` is another visitor: discard the former token and everything ' +
    'that is on screen.',
  body: WidgetIdentify,
  responds: { 200: item(WidgetSession, 'The session of the identified visitor') },
  errors: [widgetIdentityInvalid, widgetNotFound],
  secret: true,
  async before({ db, principal, body, secrets }) {
    const { inboxId } = getVisitor(principal)
    const widget = await findWidget(db, toTypeId('wgt', inboxId))
    if (!widget) throw new ApiError(widgetNotFound)
    const { tenantId, key } = widget
    const valid = await readIdentitySecrets(db, secrets, { tenantId, inboxId })
    return { widget, identity: await readIdentityToken(body.identityToken, { key, secrets: valid }) }
  },
  present: (record: Static<typeof WidgetSession>) => record,
  async handle({ tx, secrets, principal, prepared: { widget, identity } }) {
    const { tenantId, inboxId, settings } = widget
    const { locale } = getVisitor(principal)
    const { sessionDays } = settings
    const session = newSession(secrets, { tenantId, inboxId, sessionDays, locale, identity, portal: false, customerId: null })
    return toSavedOutcome(await presentSession(tx, secrets, session))
  },
})
