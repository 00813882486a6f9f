import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toTypeId } from '#platform/ids.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import { requestErasure } from '../../privacy/index.ts'
import { findUnknownCustomer, insertEndedSession } from './queries.ts'
import { WidgetSessionEnd, WidgetSessionEndOptions } from './schema.ts'
import { getVisitor } from './visitor.ts'

export const endWidgetSession = endpoint.personalWrite({
  operationId: 'endWidgetSession',
  method: 'DELETE',
  deletion: 'archive',
  path: '/widget/sessions',
  tag: 'widget',
  scope: 'visitor',
  summary: 'End the visitor’s session',
  description:
    'Ends the session: its token is refused from then on, within a second in all processes. The conversations stay unless `erase` is true, which ' +
    'erases those of an anonymous visitor in the background.',
  query: WidgetSessionEndOptions,
  responds: { 200: item(WidgetSessionEnd, 'The session has ended') },
  changesCredentials: true,
  present: (record: Static<typeof WidgetSessionEnd>) => record,
  async handle({ tx, principal, query: { erase = false }, requestId }) {
    const session = getVisitor(principal)
    const { tenantId, sessionId, visitorId, expiresAt, identity } = session
    await tx.rows(insertEndedSession, { tenantId, sessionId, expiresAt: new Date(expiresAt * 1_000).toISOString() })
    const customer =
      erase && identity === null ? await tx.first(findUnknownCustomer, { tenantId, visitorId, address: toTypeId('vst', visitorId) }) : null
    if (customer) {
      const effects = new CollectedEffects()
      await requestErasure({ tx, effects, tenantId }, customer.id)
      const identityOfCustomer = getIdentity(tenantId, { type: 'CUSTOMER', id: customer.id, name: null })
      await writeLedger(tx, { ...identityOfCustomer, via: 'API', requestId }, effects, { status: 200, record: null })
    }
    return toSavedOutcome({ ended: true, erasing: customer !== null })
  },
})
