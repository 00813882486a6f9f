import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { isoTime } from '#platform/time.ts'
import { widgetNotFound, widgetOriginForbidden } from '../../../channels/widget/errors.ts'
import { sendMail } from '../../mail/index.ts'
import { findCustomerOfIdentity } from '../conversations/queries.ts'
import { chooseWidgetLanguage } from '../languages.ts'
import { requirePortal } from './find-portal.ts'
import { makePortalLink, toPortalUrl } from './links.ts'
import { PortalLink, PortalLinkCreate } from './schema.ts'

export const createPortalLink = endpoint.anonymous({
  operationId: 'createPortalLink',
  method: 'POST',
  path: '/widget/portal-links',
  tag: 'widget',
  summary: 'Request a link to one’s requests',
  description:
    'Mails a link to the portal, `/help/requests` on the tenant’s host, to the customer with this address. It works once, for 15 minutes. The ' +
    'response is the same, and takes the same time, whether or not there is such a customer. A customer gets at most three mails in 15 minutes.',
  body: PortalLinkCreate,
  responds: { 202: item(PortalLink, 'The same response for every address') },
  errors: [widgetNotFound, widgetOriginForbidden],
  fixedTimes: 'all',
  account: ({ email }) => email,
  async findActor({ db, body: { key, email, locale }, origin, hostTenantId, config }) {
    const widget = await requirePortal(db, key, { origin, hostTenantId, baseUrl: config.baseUrl })
    const { tenantId, slug } = widget
    const customer = await db.first(findCustomerOfIdentity, { tenantId, sub: null, email, customerId: null })
    const language = chooseWidgetLanguage(locale, widget.locale)
    // The response is stored for every address, so that an Idempotency-Key does not tell known addresses from unknown ones.
    const addressee = customer ? { customerId: customer.customerId } : {}
    return { tenantId, userId: null, isVisitor: true as const, ...addressee, slug, language }
  },
  present: (record: { email: string }) => record,
  async handle({ tx, effects, secrets, actor, body: { email }, config }) {
    const record = { email }
    if (actor?.customerId === undefined) return toUnchangedOutcome(record, 202)
    const { tenantId, customerId, slug, language } = actor
    const link = await makePortalLink(tx, secrets, { tenantId, customerId, email })
    if (!link) return toUnchangedOutcome(record, 202)
    const values = { url: toPortalUrl(config.baseUrl, slug, link.token), expiresAt: isoTime(link.expiresAt), language }
    sendMail({ effects, secrets }, { to: email, template: 'portal-link', values })
    return toOutcome(record, effects.audit({ action: 'customer.link_requested', target: { type: 'customer', id: customerId } }), 202)
  },
})
