import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { attachmentErrors } from '../../uploads/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toCreatedWidgetMessage } from './present-widget-message.ts'
import { findOwnMessage } from './queries.ts'
import { readWidget } from './read-widget.ts'
import { WidgetMessage, WidgetMessageCreate } from './schema.ts'
import { writeMessage } from './write-message.ts'

export const createWidgetMessage = endpoint.write({
  operationId: 'createWidgetMessage',
  method: 'POST',
  path: '/widget/threads/{id}/messages',
  tag: 'widget',
  scope: 'visitor',
  summary: 'Write a message',
  description:
    'Writes the visitor’s message. It opens a conversation that is resolved; in a closed one it begins another, as `threadId` shows. A ' +
    'repeated request with the same `clientId` is **200** with the first message, and writes nothing. A visitor can write 20 messages per ' +
    'minute.',
  params: { id: ownThreadId },
  body: WidgetMessageCreate,
  responds: { 201: item(WidgetMessage, 'The new message'), 200: item(WidgetMessage, 'The message with this clientId') },
  errors: [widgetNotFound, ...attachmentErrors],
  rateLimit: 'messages',
  present: toCreatedWidgetMessage,
  async handle({ tx, effects, principal, requestId, params, body }) {
    const { settings } = await readWidget(tx, getVisitor(principal))
    return writeMessage(
      { tx, effects, principal, requestId },
      { sent: body, settings, findThread: async (writer) => (await requireOwnThread(tx, writer, params.id)).id },
      (writer, written) => fetchOne(tx, findOwnMessage, { ...writer, ...written }),
    )
  },
})
