import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { attachIfAny, attachmentErrors } from '../../uploads/index.ts'
import { addMessage, checkThreadExists, lockCurrentThread, tryToAddMessage } from '../messages/append-message.ts'
import { writeOutParts } from '../sending/resolve-parts.ts'
import { freezeReply, isMailed, sendingErrors } from '../sending/freeze-reply.ts'
import { storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'
import { invalidTransition, staleReply, threadClosed, timeOutOfRange } from '../record/errors.ts'
import { thread } from '../record/thread.ts'
import { toCreatedMessage } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'
import { replyAndChange } from './reply-changes.ts'
import { ReplyCreate } from '../messages/reply-schema.ts'
import { isForLater, scheduleReply } from './schedule-reply.ts'

export const replyToThread = endpoint.write({
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
    '`message.delivery_changed` is emitted. On a thread of an EMAIL inbox the reply is sent by mail, to the recipients that `GET /threads/{id}/recipients` ' +
    'shows or to `to`, `cc` and `bcc`; `delivery` shows the state of each. On a thread of an inbox with `hook`, your own program gets it. A reply ' +
    'that the inbox cannot deliver is refused. `changes` change the thread in the same transaction. A reply to a merged thread goes ' +
    'to its target, as `threadId` shows.',
  params: { id: thread.id },
  body: ReplyCreate,
  responds: { 201: item(Message, 'The new message') },
  errors: [threadClosed, staleReply, timeOutOfRange, invalidTransition, unknownReference, ...sendingErrors, ...attachmentErrors],
  present: toCreatedMessage,
  async tryProcedure(context) {
    const { body } = context
    if (isForLater(body) || body.changes || body.attachments?.length || body.parts?.length || isMailed(body)) return null
    return tryToAddMessage(context, { ...getReply(body), maySend: body.sendBy !== 'NONE' })
  },
  async handle(given) {
    const { tx, principal, params, config } = given
    await checkThreadExists(tx, given)
    const body = await writeOutParts({ db: tx, config }, { tenantId: principal.tenantId, threadId: params.id }, given.body)
    const context = { ...given, body }
    if (isForLater(body)) return scheduleReply(context)
    if (body.changes) return replyAndChange(context, body.changes)
    const messageId = newId()
    const attachments = await attachIfAny(tx, { tenantId: principal.tenantId, messageId }, body.attachments)
    const threadId = await lockCurrentThread(tx, principal.tenantId, context.params.id)
    const frozen = await freezeReply(context, { threadId, messageId }, body)
    if (frozen) await storeOutgoing(tx, { tenantId: principal.tenantId, messageId }, frozen)
    return addMessage(context, { ...getReply(body), messageId, attachments, mail: frozen && toMessageChannel(frozen) })
  },
})

function getReply(body: Static<typeof ReplyCreate>) {
  const expectedLastMessageId = body.expectedLastMessageId ?? null
  return {
    body,
    authorType: 'AGENT',
    internal: false,
    externalId: null,
    sentAt: null,
    expectedLastMessageId,
    action: 'thread.replied',
  } as const
}
