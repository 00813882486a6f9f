import { endpoint, item } from '../../kit/endpoint.ts'
import { unknownReference } from '../../kit/errors.ts'
import { append } from './append.ts'
import { staleReply, threadClosed } from './errors.ts'
import { thread } from './thread.ts'
import { toMessage } from './message-queries.ts'
import { Message, ReplyCreate } from './message-schema.ts'

export const replyToThread = endpoint({
  operationId: 'replyToThread',
  method: 'POST',
  path: '/threads/{id}/reply',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Reply to a thread',
  description:
    'Adds an agent’s message. Its author is the person the API key belongs to. The status stays; the first reply assigns an unassigned thread when the ' +
    'tenant says so. With `expectedLastMessageId` the reply is refused when the thread has moved on meanwhile.',
  params: { id: thread.id },
  body: ReplyCreate,
  responds: { 201: item(Message, 'The new message') },
  errors: [threadClosed, staleReply, unknownReference],
  writes: 'statement',
  present: toMessage,
  handle: (context) =>
    append(context, {
      body: context.body,
      attachments: context.body.attachments ?? [],
      authorType: 'AGENT',
      internal: false,
      externalId: null,
      sentAt: null,
      expectedLastMessageId: context.body.expectedLastMessageId ?? null,
      action: 'thread.replied',
    }),
})
