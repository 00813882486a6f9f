import { endpoint, item, one, unchanged, written } from '../../kit/index.ts'
import { findTokens } from './queries.ts'
import { Session } from './schema.ts'
import { endSession, presentSession, shownTo } from './sessions.ts'

export const logout = endpoint({
  operationId: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag: 'auth',
  scope: 'session',
  duringEnrolment: true,
  summary: 'Sign out',
  description:
    'Ends the session of this request: its access tokens stop within a second on every node, and its refresh token is worth nothing.',
  responds: { 200: item(Session, 'The session that ended') },
  changesCredentials: true,
  writes: 'transaction',
  present: presentSession,
  async handle(context) {
    const { tx, principal } = context
    const key = { tenantId: principal.tenantId, id: principal.credential.id }
    const done = await endSession(context, key, 'SIGNED_OUT')
    if (!done) return unchanged(shownTo(principal, await one(tx, findTokens, key)))
    return written(shownTo(principal, done.ended), done.audited)
  },
})
