import { endpoint, isoTime, item, saved, toTypeId } from '../../kit/index.ts'
import { draftPath, ownOfMessages } from './drafts.ts'
import { leave, presentAt, report, type PresentRow } from './queries.ts'
import { Presence, PresenceReport } from './schema.ts'

export const reportPresence = endpoint({
  operationId: 'reportPresence',
  method: 'POST',
  path: '/threads/{id}/presence',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Report your presence in a thread',
  description:
    'Tells colleagues that you are viewing a thread or typing in it, and returns who else is. Repeat it every 20 to 30 seconds: 45 seconds after the ' +
    'last report you count as gone. `GET /events/stream?presence=true` reports changes as they happen. Presence is not stored as events.',
  params: draftPath.params,
  body: PresenceReport,
  responds: { 200: item(Presence, 'Who is in the thread') },
  writes: 'transaction',
  personal: true,
  present: ({ threadId, rows }: { threadId: string; rows: PresentRow[] }) => ({
    threadId: toTypeId('thr', threadId),
    present: rows.map((row) => ({
      user: { id: toTypeId('usr', row.userId), name: row.name },
      state: row.state,
      seenAt: isoTime(row.seenAt),
    })),
  }),
  async handle(context) {
    const { tx, body } = context
    const own = await ownOfMessages(tx, context)
    const state = body.state ?? 'VIEWING'
    if (state === 'LEFT') await tx.rows(leave, own)
    else await tx.rows(report, { ...own, state })
    return saved({ threadId: own.threadId, rows: await tx.rows(presentAt, own) })
  },
})
