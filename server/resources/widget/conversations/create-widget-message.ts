import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { widgetNotFound } from '../../../channels/widget/errors.ts'
import { attachmentErrors } from '../../uploads/index.ts'
import { getVisitor } from '../sessions/visitor.ts'
import type { Writer } from './begin-writing.ts'
import { ownThreadId, requireOwnThread } from './own-thread.ts'
import { toCreatedWidgetMessage } from './present-widget-message.ts'
import { findChoice, findOwnMessage } from './queries.ts'
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
  errors: [widgetNotFound, validationFailed, ...attachmentErrors],
  rateLimit: 'messages',
  present: toCreatedWidgetMessage,
  async handle({ tx, effects, principal, requestId, params, body }) {
    const { settings } = await readWidget(tx, getVisitor(principal))
    const { choiceId } = body
    return writeMessage(
      { tx, effects, principal, requestId },
      {
        sent: body,
        settings,
        findThread: async (writer) => (await requireOwnThread(tx, writer, params.id)).id,
        ...(choiceId === undefined ? {} : { findText: (writer: Writer, threadId: Uuid) => readChoice(tx, writer, { threadId, choiceId }) }),
      },
      (writer, written) => fetchOne(tx, findOwnMessage, { ...writer, ...written }),
    )
  },
})

/** Returns the label of a chosen option. Throws 400 unless a message of the conversation has the option. */
async function readChoice(tx: Queryable, writer: Writer, key: { threadId: Uuid; choiceId: string }): Promise<string> {
  const found = await tx.first(findChoice, { ...writer, ...key })
  if (found) return found.label
  const details = [{ field: 'choiceId', code: 'UNKNOWN', message: 'is not an option of a message in this conversation' }]
  throw new ApiError(validationFailed, { details })
}
