import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { rateInChat, requestExpired } from '../../satisfaction/index.ts'
import { lockMergeRoot, threadNotFound } from '../../threads/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toCreatedWidgetThread } from './present-widget-message.ts'
import { findConversation } from './queries.ts'
import { readReader } from './reader.ts'
import { WidgetRatingCreate, WidgetThread } from './schema.ts'

export const rateWidgetThread = endpoint.write({
  operationId: 'rateWidgetThread',
  method: 'POST',
  path: '/widget/threads/{id}/rating',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Rate a conversation',
  description:
    'Stores how the visitor rates the conversation, as the answer to its satisfaction request. A later rating replaces it until the request ' +
    'expires. Where the tenant asks for thumbs, 4 and 5 are a thumb up.',
  params: { id: ownThreadId },
  body: WidgetRatingCreate,
  responds: { 200: item(WidgetThread, 'The conversation with its rating') },
  errors: [requestExpired],
  present: toCreatedWidgetThread,
  async handle({ tx, effects, principal, params, body: { score, comment = null } }) {
    const session = getVisitor(principal)
    const { tenantId } = session
    const reader = await readReader(tx, session)
    const { id: threadId } = await requireOwnThread(tx, reader, params.id)
    const locked = await lockMergeRoot(tx, { tenantId, id: threadId })
    if (locked?.id !== threadId) throw new ApiError(threadNotFound)
    await rateInChat({ tx, effects, tenantId }, threadId, { score, comment })
    const audited = effects.audit({ action: 'thread.rated', target: { type: 'thread', id: threadId }, after: { score } })
    return toOutcome(await fetchOne(tx, findConversation, { ...reader, threadId }), audited)
  },
})
