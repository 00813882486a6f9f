import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError } from '#platform/errors.ts'
import { type Outcome, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { widgetIdentityInvalid, widgetNotFound, widgetOriginForbidden } from '../../../channels/widget/errors.ts'
import { readIdentitySecrets } from '../../inboxes/index.ts'
import { findCustomerOfIdentity } from '../conversations/queries.ts'
import { readIdentityToken } from '../sessions/read-identity-token.ts'
import { WidgetSession } from '../sessions/schema.ts'
import { newSession, presentSession } from '../sessions/start-session.ts'
import { requirePortal } from './find-portal.ts'
import { readPortalLink } from './links.ts'
import { takePortalLink } from './queries.ts'
import { PortalSessionCreate } from './schema.ts'

type Session = Static<typeof WidgetSession>

export const createPortalSession = endpoint.anonymous({
  operationId: 'createPortalSession',
  method: 'POST',
  path: '/widget/portal-sessions',
  tag: 'widget',
  summary: 'Sign in to the portal',
  description:
    'Starts the session of a customer who has proved who they are: with the token of a link (`POST /widget/portal-links`), or with a JWT of ' +
    'your server. All operations of the chat accept its token, and show the customer’s threads of every channel: what the customer wrote, and ' +
    'the replies that were sent to them.',
  body: PortalSessionCreate,
  responds: { 201: item(WidgetSession, 'The new session') },
  errors: [widgetNotFound, widgetOriginForbidden, widgetIdentityInvalid],
  rateLimit: 'visits',
  secret: true,
  account: () => null,
  async findActor({ db, body: { key, signInToken, identityToken = '' }, origin, hostTenantId, secrets, config }) {
    const widget = await requirePortal(db, key, { origin, hostTenantId, baseUrl: config.baseUrl })
    const { tenantId, inboxId } = widget
    const actor = { tenantId, userId: null, isVisitor: true as const, widget }
    if (signInToken === undefined) {
      const valid = await readIdentitySecrets(db, secrets, { tenantId, inboxId })
      return { ...actor, link: null, identity: await readIdentityToken(identityToken, { key: widget.key, secrets: valid }) }
    }
    const link = await readPortalLink(db, secrets, { tenantId, token: signInToken })
    if (!link) throw linkError()
    return { ...actor, link, identity: { sub: null, email: link.email, name: null } }
  },
  present: (record: Session) => record,
  async handle({ tx, effects, secrets, actor, body: { locale = null } }): Promise<Outcome<Session>> {
    if (!actor) throw new ApiError(widgetNotFound)
    const { link, identity, widget } = actor
    const { tenantId, inboxId, settings } = widget
    if (link && !(await tx.first(takePortalLink, { tenantId, id: link.id }))) throw linkError()
    const { sub, email } = identity
    const customer = await tx.first(findCustomerOfIdentity, { tenantId, sub, email, customerId: link?.customerId ?? null })
    const { sessionDays } = settings
    const customerId = link?.customerId ?? customer?.customerId ?? null
    const session = newSession(secrets, { tenantId, inboxId, sessionDays, locale, identity, portal: true, customerId })
    const record = await presentSession(tx, secrets, session)
    // Nobody knows a person whom the site has signed and who has never written. Their customer is created with the first message.
    if (!customer) return toUnchangedOutcome(record, 201)
    const target = { type: 'customer', id: customer.customerId } as const
    return toOutcome(record, effects.audit({ action: 'customer.signed_in', target }), 201)
  },
})

function linkError(): ApiError {
  return new ApiError(widgetIdentityInvalid, { message: 'This link has expired or was used. Ask for a new one.' })
}
