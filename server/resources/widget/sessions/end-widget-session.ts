import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import type { Static } from '#platform/schema.ts'
import { insertEndedSession } from './queries.ts'
import { WidgetSessionEnd } from './schema.ts'
import { getVisitor } from './visitor.ts'

export const endWidgetSession = endpoint.personalWrite({
  operationId: 'endWidgetSession',
  method: 'DELETE',
  deletion: 'archive',
  path: '/widget/sessions',
  tag: 'widget',
  scope: 'visitor',
  summary: 'End the visitor’s session',
  description: 'Ends the session: its token is refused from then on, within a second in all processes. The conversations stay.',
  responds: { 200: item(WidgetSessionEnd, 'The session has ended') },
  changesCredentials: true,
  present: (record: Static<typeof WidgetSessionEnd>) => record,
  async handle({ tx, principal }) {
    const { tenantId, sessionId, expiresAt } = getVisitor(principal)
    await tx.rows(insertEndedSession, { tenantId, sessionId, expiresAt: new Date(expiresAt * 1_000).toISOString() })
    return toSavedOutcome({ ended: true })
  },
})
