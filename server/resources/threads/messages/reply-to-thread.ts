import { endpoint, item, unknownReference } from '../../../kit/index.ts'
import { attachmentErrors } from '../../uploads/index.ts'
import { addMessage, createThreadCheck } from './append-message.ts'
import { withFiles } from './attach-files.ts'
import { invalidTransition, staleReply, threadClosed, timeOutOfRange } from '../errors.ts'
import { thread } from '../thread.ts'
import { toCreatedMessage } from './message-queries.ts'
import { Message } from './message-schema.ts'
import { replyAndChange } from './reply-changes.ts'
import { ReplyCreate } from './reply-schema.ts'
import { isForLater, scheduleReply } from '../scheduling/schedule-reply.ts'

export const replyToThread = endpoint({
  operationId: 'replyToThread',
  method: 'POST',
  path: '/threads/{id}/reply',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Reply to a thread',
  description:
    'Adds an agent’s message. The author is the caller’s user. The status does not change; the first reply assigns an unassigned ' +
    'thread to its author, unless the tenant has turned `assignOnFirstReply` off. With `expectedLastMessageId` the reply is ' +
    'refused if the thread has newer messages. With `sendAt` or `undoSeconds` the reply is sent later, once: until then it is one ' +
    'of the thread’s scheduled messages and can be cancelled. If the thread is closed by then, the reply fails, and ' +
    '`message.delivery_changed` is emitted. `changes` change the thread in the same transaction. A reply to a merged thread goes ' +
    'to its target, as `threadId` shows.',
  params: { id: thread.id },
  body: ReplyCreate,
  responds: { 201: item(Message, 'The new message') },
  errors: [threadClosed, staleReply, timeOutOfRange, invalidTransition, unknownReference, ...attachmentErrors],
  writes: 'statement',
  present: toCreatedMessage,
  async handle(context) {
    if (isForLater(context.body)) return scheduleReply(context)
    const { body } = context
    if (body.changes) return replyAndChange(context, body.changes)
    return withFiles(context, body.attachments ?? [], createThreadCheck(context), ({ db, ...files }) =>
      addMessage(
        { ...context, db },
        {
          ...files,
          body,
          authorType: 'AGENT',
          internal: false,
          externalId: null,
          sentAt: null,
          expectedLastMessageId: body.expectedLastMessageId ?? null,
          action: 'thread.replied',
        },
      ),
    )
  },
})
