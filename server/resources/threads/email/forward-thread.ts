import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { ApiError, preconditionFailed, unknownReference } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { toOutcome } from '#platform/outbox/effects.ts'
import { writeIdentity } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import { domainUnproved, toDomainRule } from '../../inboxes/index.ts'
import { inboxNotSending, threadClosed, threadNotFound } from '../record/errors.ts'
import { appendToLockedThread, checkThreadExists, lockCurrentThread, newMessage, toVersions } from '../messages/append-message.ts'
import { toCreatedMessage } from '../record/message-queries.ts'
import { Message } from '../record/message-schema.ts'
import { thread } from '../record/thread.ts'
import { findForwarded, type ForwardedMessage } from './compose-queries.ts'
import { ThreadForward } from './compose-schema.ts'
import { toForwardSubject, writeForward } from './forward-text.ts'
import { freezeNewMail } from './freeze-mail.ts'
import { findMailThread } from './mail-queries.ts'
import { parseRecipients } from './parse-recipients.ts'
import { chooseSendingInbox } from './sending-inbox.ts'
import { storeOutgoing, toMessageChannel } from '../outgoing/store-outgoing.ts'

type Body = Static<typeof ThreadForward>
type Context = TransactionContext<{ readonly id: string }, undefined, Body>

export const forwardThread = endpoint.write({
  operationId: 'forwardThread',
  method: 'POST',
  path: '/threads/{id}/forward',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Forward messages to other people',
  description:
    'Mails messages of a thread to people who do not take part in it, such as an expert, and adds what was sent as an internal message, ' +
    'which the customer does not see. Answers become internal messages, too. Threads of inboxes that cannot send use your oldest active ' +
    'EMAIL inbox.',
  params: { id: thread.id },
  body: ThreadForward,
  responds: { 201: item(Message, 'The internal message') },
  errors: [unknownReference, inboxNotSending, domainUnproved],
  present: toCreatedMessage,
  async handle(context) {
    const { tx, effects, principal, params, body, config, secrets, requestId } = context
    const { tenantId, user } = principal
    const { to } = parseRecipients({ to: body.to })
    await checkThreadExists(tx, context)
    const threadId = await lockCurrentThread(tx, tenantId, params.id)
    const key = { tenantId, threadId, messageId: newId() }
    const found = await tx.first(findMailThread, { ...key, ...toDomainRule(config) })
    if (!found) throw new ApiError(threadNotFound)
    const inbox = await chooseSendingInbox(tx, config, tenantId, found, { isAsked: true, fromInboxId: null })
    if (!inbox) throw new ApiError(inboxNotSending)
    const messages = await readForwarded(context, threadId)
    const content = writeForward(body.note ?? null, messages, found)
    const files =
      body.attachments === false ? [] : messages.flatMap(({ attachments }) => attachments ?? []).filter(({ deleted }) => !deleted)
    const frozen = await freezeNewMail(tx, { config, secrets, effects }, key, {
      inbox,
      author: user,
      content,
      subject: toForwardSubject(found.subject),
      recipients: { to, cc: [], bcc: [] },
      roleOf: () => 'SIDE',
    })
    await storeOutgoing(tx, key, frozen)
    const outcome = await appendToLockedThread(
      tx,
      newMessage(writeIdentity(principal, requestId, null), threadId, user, {
        ...content,
        messageId: key.messageId,
        attachments: files.length > 0 ? files : null,
        authorType: 'AGENT',
        internal: true,
        mail: toMessageChannel(frozen),
        ifVersions: toVersions(context.ifMatch),
        action: 'thread.forwarded',
      }),
    )
    if (outcome?.versionDiffers) throw new ApiError(preconditionFailed)
    if (!outcome?.record) throw new ApiError(threadClosed)
    return toOutcome(outcome.record, outcome, 201)
  },
})

/** Reads the messages. Throws 422 if a message from the caller is not in the thread. */
async function readForwarded(
  { tx, principal: { tenantId }, body: { messageIds } }: Context,
  threadId: string,
): Promise<ForwardedMessage[]> {
  const messages = await tx.rows(findForwarded, { tenantId, threadId, ids: messageIds ?? null })
  const details = (messageIds ?? []).flatMap((id, i) =>
    messages.some((message) => message.id === id)
      ? []
      : [{ field: `messageIds[${i}]`, code: 'UNKNOWN', message: 'is not a message of this thread' }],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
  return messages
}
