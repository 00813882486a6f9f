import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { toSavedOutcome } from '#platform/outbox/effects.ts'
import { reportTyping } from '../../working-state/index.ts'
import { ownThreadId, requireOwnThread } from '../conversations/own-thread.ts'
import { readReader } from '../conversations/reader.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { VisitorTyping, VisitorTypingState } from './schema.ts'

export const reportVisitorTyping = endpoint.personalWrite({
  operationId: 'reportVisitorTyping',
  method: 'POST',
  path: '/widget/threads/{id}/typing',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Report that the visitor types',
  description: 'Agents see that the visitor types for ten seconds. Repeat it every few seconds while the visitor goes on.',
  params: { id: ownThreadId },
  body: VisitorTyping,
  responds: { 200: item(VisitorTypingState, 'What was reported') },
  present: (record: { typing: boolean }) => record,
  async handle({ tx, principal, params, body: { typing = true } }) {
    const session = getVisitor(principal)
    const { tenantId, visitorId } = session
    const reader = await readReader(tx, session)
    const { id: threadId } = await requireOwnThread(tx, reader, params.id)
    await tx.rows(reportTyping, { tenantId, visitorId, address: reader.address, threadId: typing ? threadId : null })
    return toSavedOutcome({ typing })
  },
})
