import { endpoint, list } from '../../kit/index.ts'
import { sessionTable } from './queries.ts'
import { Session } from './schema.ts'
import { presentSession, shownTo } from './sessions.ts'

export const listSessions = endpoint({
  operationId: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  tag: 'auth',
  scope: 'session',
  summary: 'List your sessions',
  description: 'Where you are signed in, newest first. Sessions that were ended or whose time is over are not shown.',
  responds: { 200: list(Session) },
  present: presentSession,
  async handle({ db, principal, page }) {
    const filters = { userId: principal.user.id, live: true }
    const { records, total, next } = await sessionTable.list.fetch(db, principal.tenantId, page, filters)
    return { records: records.map((record) => shownTo(principal, record)), total, next }
  },
})
