import {
  type AlreadyAnswered,
  ApiError,
  checkReferences,
  endpoint,
  findPrior,
  item,
  type ItemReply,
  type StatementContext,
  type Static,
  unknownReference,
  type Uuid,
} from '../../../kit/index.ts'
import { attachmentErrors } from '../../uploads/index.ts'
import { user } from '../../users/index.ts'
import { addMessage, createThreadCheck } from './append-message.ts'
import { withFiles, type WithFiles } from './attach-files.ts'
import { readBody } from './body.ts'
import { insertPlainOrFullThread, newThreadIds } from '../create-thread.ts'
import { inboxNoneAvailable, threadClosed, threadNotFound } from '../errors.ts'
import { thread } from '../thread.ts'
import { toCreatedMessage, type MessageRecord } from './message-queries.ts'
import { findActiveInbox, findThread } from '../queries.ts'
import { Message, MessageCreate } from './message-schema.ts'

type Context = Omit<StatementContext<{ readonly id: Uuid }, undefined, Static<typeof MessageCreate>>, 'db'> & Pick<WithFiles, 'db'>

export const createMessage = endpoint({
  operationId: 'createMessage',
  method: 'POST',
  path: '/threads/{id}/messages',
  tag: 'threads',
  scope: 'threads:write',
  summary: 'Add a message to a thread',
  description:
    'Adds a message, by default the customer’s. A customer’s message opens a pending or resolved thread; on a closed thread, or ' +
    'one resolved longer ago than the tenant’s `reopening` allows, it starts a new thread with `followUpOf`, whose id is in the ' +
    'message’s `threadId`. Agents write internal notes, on closed threads too. A message to a merged thread goes to its target, ' +
    'as `threadId` shows.',
  params: { id: thread.id },
  body: MessageCreate,
  responds: { 201: item(Message, 'The new message') },
  errors: [threadClosed, inboxNoneAvailable, unknownReference, ...attachmentErrors],
  writes: 'statement',
  present: toCreatedMessage,
  async handle(context) {
    const { body } = context
    const internal = body.internal ?? false
    const authorType = body.authorType ?? (internal ? 'AGENT' : 'CUSTOMER')
    const message = {
      internal,
      authorType,
      externalId: body.externalId ?? null,
      sentAt: body.sentAt ?? null,
      expectedLastMessageId: null,
      action: 'thread.message_added',
    }
    const mentions = await readMentions(context)
    if (mentions && 'prior' in mentions) return mentions
    return withFiles(context, body.attachments ?? [], createThreadCheck(context), ({ db, ...files }) => {
      const within = { ...context, db }
      const appended = { ...message, ...files, body, mentions }
      return authorType === 'CUSTOMER'
        ? addMessage(within, appended, (threadId) => createFollowUp(within, threadId, files))
        : addMessage(within, appended)
    })
  },
})

/** Returns the distinct users that the note mentions, null for none. Throws 422 for a user that does not exist. */
async function readMentions({
  db,
  body,
  principal,
  params,
  write,
}: StatementContext<{ readonly id: Uuid }, undefined, Static<typeof MessageCreate>>): Promise<Uuid[] | AlreadyAnswered | null> {
  if (!body.mentions?.length) return null
  // A retry gets the stored response, even if a mentioned user has been deleted since.
  const prior = await findPrior(db, write)
  if (prior) return { prior }
  await createThreadCheck({ principal, params })(db)
  await checkReferences(db, principal.tenantId, { mentions: user }, body)
  return [...new Set(body.mentions)]
}

/**
 * Creates a new thread for a customer's message to a closed thread. It is in the same inbox, or in the default inbox if that one is no
 * longer active.
 */
async function createFollowUp(
  context: Context,
  threadId: Uuid,
  { messageId, attachments }: Omit<WithFiles, 'db'>,
): Promise<ItemReply<MessageRecord> | AlreadyAnswered> {
  const { db, principal, body, write } = context
  const earlier = await db.first(findThread, { tenantId: principal.tenantId, id: threadId })
  if (!earlier) throw new ApiError(threadNotFound)
  const inbox = await db.first(findActiveInbox, { tenantId: principal.tenantId, id: earlier.inboxId })
  const { subject, priority, channel, customerId } = earlier
  const outcome = await insertPlainOrFullThread(db, {
    ...write,
    ...newThreadIds(messageId),
    ...readBody(body),
    customerId,
    email: null,
    name: null,
    nameWords: '',
    addressWords: '',
    inboxId: inbox?.id ?? null,
    subject,
    priority,
    channel,
    externalRef: null,
    tags: [],
    followUpOf: earlier.id,
    messageExternalId: body.externalId ?? null,
    messageSentAt: body.sentAt ?? null,
    attachments,
    // Required custom fields are not checked: they are for agents, and must not reject a customer's message.
    customFields: {},
    fieldsVersion: null,
    auditedInput: { subject, followUpOf: earlier.ticketNumber },
  })
  if (outcome?.prior) return { prior: outcome.prior }
  // The customer was erased, so no message can have them as its author.
  if (outcome?.inboxFound && !outcome.customerFound) throw new ApiError(threadClosed)
  if (!outcome?.firstMessage) throw new ApiError(inboxNoneAvailable)
  return { status: 201, record: outcome.firstMessage }
}
