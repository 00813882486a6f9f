import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { thread } from '../threads/index.ts'
import { draftPath, findMessagesStateKey } from './drafts.ts'
import { toPresence } from './presence.ts'
import { leave, presentAt, report } from './queries.ts'
import { Presence, PresenceReport } from './schema.ts'

export const reportPresence = endpoint.personalWrite({
  operationId: 'reportPresence',
  method: 'POST',
  path: '/threads/{id}/presence',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Report your presence in a thread',
  description:
    'Reports that you are viewing a thread or typing in it, and returns everyone present. Repeat it every 20 to 30 seconds: your ' +
    'presence ends 45 seconds after the last report. `leftThreadId` is a thread that you leave in the same request. `GET ' +
    '/events/stream?presence=true` reports changes as they happen. Presence is not stored as events.',
  params: draftPath.params,
  body: PresenceReport,
  responds: { 200: item(Presence, 'Users who are present in the thread') },
  errors: [unknownReference],
  present: toPresence,
  async handle(context) {
    const { tx, body } = context
    const own = await findMessagesStateKey(tx, context)
    const state = body.state ?? 'VIEWING'
    if (body.leftThreadId !== undefined) {
      const left = await tx.first(thread.statements.leads, { tenantId: own.tenantId, id: body.leftThreadId })
      if (!left) throw new ApiError(unknownReference, { details: [{ field: 'leftThreadId', code: 'UNKNOWN', message: 'is not a thread' }] })
      await tx.rows(leave, { ...own, threadId: left.mergedInto ?? body.leftThreadId })
    }
    if (state === 'LEFT') await tx.rows(leave, own)
    else await tx.rows(report, { ...own, state })
    return toSavedOutcome({ threadId: own.threadId, rows: await tx.rows(presentAt, own) })
  },
})
