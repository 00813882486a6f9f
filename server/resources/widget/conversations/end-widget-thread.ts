import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { appendSystemMessage, applyThreadChange, invalidTransition, lockMergeRoot, threadNotFound } from '../../threads/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toCreatedWidgetThread } from './present-widget-message.ts'
import { findConversation } from './queries.ts'
import { readReader } from './reader.ts'
import { readWidget } from './read-widget.ts'
import { WidgetThread } from './schema.ts'

const endedTexts = { en: 'The visitor has ended the conversation.', de: 'Der Besucher hat das Gespräch beendet.' }

export const endWidgetThread = endpoint.write({
  operationId: 'endWidgetThread',
  method: 'POST',
  path: '/widget/threads/{id}/end',
  tag: 'widget',
  scope: 'visitor',
  summary: 'End a conversation',
  description:
    'Resolves the conversation for the visitor, and a message of the service says so. A later message opens it again. A conversation that has ' +
    'ended does not change.',
  params: { id: ownThreadId },
  responds: { 200: item(WidgetThread, 'The conversation as it is now') },
  errors: [widgetNotFound, invalidTransition, validationFailed],
  present: toCreatedWidgetThread,
  async handle({ tx, effects, principal, params }) {
    const session = getVisitor(principal)
    const { tenantId } = session
    const { locale } = await readWidget(tx, session)
    const reader = await readReader(tx, session)
    const { id: threadId } = await requireOwnThread(tx, reader, params.id)
    const locked = await lockMergeRoot(tx, { tenantId, id: threadId })
    if (locked?.id !== threadId) throw new ApiError(threadNotFound)
    const read = () => fetchOne(tx, findConversation, { ...reader, threadId })
    if (locked.status === 'resolved' || locked.status === 'closed') return toUnchangedOutcome(await read())
    const [customerId] = reader.customerIds
    const byVisitor = customerId === undefined ? effects : effects.attribute({ actor: { type: 'CUSTOMER', id: customerId, name: null } })
    const context = { tx, effects: byVisitor, principal: { tenantId } }
    const { record: _, ...outcome } = await applyThreadChange(context, locked, { status: 'resolved' }, { action: 'thread.ended' })
    const text = endedTexts[locale.startsWith('de') ? 'de' : 'en']
    await appendSystemMessage(tx, { tenantId, threadId, text, action: 'thread.message_added' })
    return { ...outcome, record: await read() }
  },
})
