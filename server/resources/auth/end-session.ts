import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { absent, defineError } from '#platform/define-error.ts'
import { ApiError } from '#platform/errors.ts'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { findTokens } from './queries.ts'
import { Session } from './schema.ts'
import { endSession as end, presentSession, toShownSession } from './sessions.ts'

const sessionNotFound = defineError('SVC-SESSION-NOT_FOUND', 404, 'There is no such session of yours.', absent('session'))

export const endSession = endpoint.write({
  operationId: 'endSession',
  method: 'DELETE',
  deletion: 'archive',
  path: '/auth/sessions/{id}',
  tag: 'auth',
  scope: 'session',
  summary: 'End one of your sessions',
  description: 'Ends one of your sessions: its access tokens stop within a second on every node. Sessions of other users are not found.',
  params: { id: { prefix: 'ses', description: 'The session, with or without `ses_`.', notFound: sessionNotFound, versioned: false } },
  responds: { 200: item(Session, 'The ended session') },
  changesCredentials: true,
  present: presentSession,
  async handle(context) {
    const { tx, params, principal } = context
    const key = { tenantId: principal.tenantId, id: params.id }
    const session = await tx.first(findTokens, key)
    if (!session || session.userId !== principal.user.id) throw new ApiError(sessionNotFound)
    const done = await end(context, key, 'REVOKED')
    return done ? toOutcome(toShownSession(principal, done.ended), done.audited) : toUnchangedOutcome(toShownSession(principal, session))
  },
})
