import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { toUnchangedOutcome, toOutcome } from '#platform/outbox/effects.ts'
import { findTokens, sessionTable } from './queries.ts'
import { Session } from './schema.ts'
import { endSession, presentSession, toShownSession } from './sessions.ts'

export const listSessions = endpoint.read({
  operationId: 'listSessions',
  path: '/auth/sessions',
  tag: 'auth',
  scope: 'session',
  summary: 'List your sessions',
  description: 'Your active sessions, newest first.',
  responds: { 200: list(Session) },
  present: presentSession,
  async handle({ db, principal, page }) {
    const filters = { userId: principal.user.id, live: true }
    const { records, total, next } = await sessionTable.list.fetch(db, principal.tenantId, page, filters)
    return { records: records.map((record) => toShownSession(principal, record)), total, next }
  },
})

export const logout = endpoint.write({
  operationId: 'logout',
  method: 'POST',
  path: '/auth/logout',
  tag: 'auth',
  scope: 'session',
  duringEnrolment: true,
  summary: 'Sign out',
  description:
    'Ends the session of this request: its access tokens stop within a second on every node, and its refresh token stops at once.',
  responds: { 200: item(Session, 'The ended session') },
  changesCredentials: true,
  present: presentSession,
  async handle(context) {
    const { tx, principal } = context
    const key = { tenantId: principal.tenantId, id: principal.credential.id }
    const done = await endSession(context, key, 'SIGNED_OUT')
    if (!done) return toUnchangedOutcome(toShownSession(principal, await fetchOne(tx, findTokens, key)))
    return toOutcome(toShownSession(principal, done.ended), done.audited)
  },
})
