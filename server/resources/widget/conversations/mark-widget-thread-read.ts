import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { applyReceipts } from '../../threads/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toReadWidgetThread } from './present-widget-message.ts'
import { findConversation, moveReadMark, readThrough } from './queries.ts'
import { readReader, requireCustomer } from './reader.ts'
import { WidgetThread, WidgetThreadRead } from './schema.ts'

export const markWidgetThreadRead = endpoint.personalWrite({
  operationId: 'markWidgetThreadRead',
  method: 'PUT',
  path: '/widget/threads/{id}/read',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Report that the visitor has seen messages',
  description:
    'Reports what became of the team’s messages up to a `sequence`: the visitor has seen them or, with `state: DELIVERED`, the program has them ' +
    'and does not show them yet. Agents see both in `delivery` of the messages. A report never takes an earlier one back.',
  params: { id: ownThreadId },
  body: WidgetThreadRead,
  responds: { 200: item(WidgetThread, 'The conversation as it is now') },
  present: toReadWidgetThread,
  async handle({ tx, principal, params, body: { sequence, state = 'SEEN' }, requestId }) {
    const session = getVisitor(principal)
    const { tenantId } = session
    const reader = await readReader(tx, session)
    const { id: threadId } = await requireOwnThread(tx, reader, params.id)
    const { through } = await fetchOne(tx, readThrough, { tenantId, threadId, sequence })
    if (state === 'SEEN') await tx.rows(moveReadMark, { tenantId, threadId, through })
    const effects = new CollectedEffects()
    await applyReceipts({ tx, effects, tenantId }, { threadId, address: reader.address, through, state })
    const record = await fetchOne(tx, findConversation, { ...reader, threadId })
    const identity = {
      ...getIdentity(tenantId, { type: 'CUSTOMER', id: requireCustomer(reader), name: null }),
      via: 'API' as const,
      requestId,
    }
    await writeLedger(tx, identity, effects, { status: 200, record: null })
    return toSavedOutcome(record)
  },
})
