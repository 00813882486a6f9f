import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import type { TransactionContext } from '#kit/handler.ts'
import { checkReferences } from '#kit/references.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { type Outcome, toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { writeIdentity } from '#platform/outbox/write-identity.ts'
import type { Static } from '#platform/schema.ts'
import { attachIfAny, attachmentErrors } from '../../uploads/index.ts'
import { team } from '../../teams/index.ts'
import { user } from '../../users/index.ts'
import { addMessage, checkThreadExists, tryToAddMessage } from './append-message.ts'
import { readBody } from '../record/message-body.ts'
import { insertTimedThread, newThreadIds } from '../create/create-thread.ts'
import { inboxNoneAvailable, threadClosed, threadNotFound } from '../record/errors.ts'
import { readThread, thread } from '../record/thread.ts'
import { findByExternalId, toCreatedMessage, type MessageRecord } from '../record/message-queries.ts'
import type { NewMessage } from './append-queries.ts'
import { findActiveInbox } from '../record/queries.ts'
import { Message, MessageCreate } from '../record/message-schema.ts'

type Body = Static<typeof MessageCreate>
type Context = TransactionContext<{ readonly id: Uuid }, undefined, Body>

export const createMessage = endpoint.write({
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
    'as `threadId` shows. An `externalId` is unique in its thread: a repeated request is **200** with the first message, and nothing changes.',
  params: { id: thread.id },
  body: MessageCreate,
  responds: { 201: item(Message, 'The new message'), 200: item(Message, 'The existing message with this externalId') },
  errors: [threadClosed, inboxNoneAvailable, unknownReference, ...attachmentErrors],
  present: toCreatedMessage,
  async tryProcedure(context) {
    const { body } = context
    if (body.mentions?.length || body.attachments?.length) return null
    return tryToAddMessage(context, getMessage(body))
  },
  async handle(context) {
    const { tx, principal, body } = context
    const { tenantId } = principal
    await checkThreadExists(tx, context)
    const existing = await findExisting(context)
    if (existing) return toUnchangedOutcome(existing)
    const mentioned = await readMentions(tx, tenantId, body.mentions ?? [])
    const messageId = newId()
    const attachments = await attachOrFindExisting(context, messageId)
    if ('existing' in attachments) return toUnchangedOutcome(attachments.existing)
    const files = { messageId, ...attachments }
    const message = { ...getMessage(body), ...files, ...mentioned }
    if (message.authorType !== 'CUSTOMER') return addMessage(context, message)
    return addMessage(context, message, (threadId) => createFollowUp(context, threadId, files))
  },
})

function findExisting({ tx, principal: { tenantId }, params, body: { externalId } }: Context): Promise<MessageRecord | null> {
  return externalId === undefined ? Promise.resolve(null) : tx.first(findByExternalId, { tenantId, threadId: params.id, externalId })
}

/** Attaches the files. If a concurrent request with the same external id has attached them, returns that request's message. */
async function attachOrFindExisting(
  context: Context,
  messageId: Uuid,
): Promise<Pick<NewMessage, 'attachments'> | { existing: MessageRecord }> {
  const { tx, principal, body } = context
  try {
    return { attachments: await attachIfAny(tx, { tenantId: principal.tenantId, messageId }, body.attachments) }
  } catch (error) {
    const existing = error instanceof ApiError ? await findExisting(context) : null
    if (!existing) throw error
    return { existing }
  }
}

/**
 * Returns the mentioned users and teams without duplicates; null if there are none. Throws SVC-VALIDATION-UNKNOWN_REFERENCE for unknown
 * ones.
 */
async function readMentions(tx: Queryable, tenantId: Uuid, mentions: NonNullable<Body['mentions']>) {
  const users = mentions.map((mention) => (typeof mention === 'string' ? mention : null))
  const teams = mentions.map((mention) => ({ teamId: typeof mention === 'string' ? null : mention.teamId }))
  await checkReferences(tx, tenantId, { mentions: user }, { mentions: users })
  await checkReferences(tx, tenantId, { 'mentions[].teamId': team }, { mentions: teams })
  const userIds = new Set(users.filter((id) => id !== null))
  const teamIds = new Set(teams.map(({ teamId }) => teamId).filter((id) => id !== null))
  return { mentions: userIds.size > 0 ? [...userIds] : null, mentionedTeamIds: teamIds.size > 0 ? [...teamIds] : null }
}

function getMessage(body: Body) {
  const internal = body.internal ?? false
  return {
    body,
    internal,
    authorType: body.authorType ?? (internal ? 'AGENT' : 'CUSTOMER'),
    externalId: body.externalId ?? null,
    sentAt: body.sentAt ?? null,
    expectedLastMessageId: null,
    action: 'thread.message_added',
  }
}

/**
 * Creates a follow-up thread for a customer's message to a closed thread: in the same inbox, or in the default inbox if that one is no
 * longer active.
 */
async function createFollowUp(
  { tx, principal, body, requestId }: Context,
  threadId: Uuid,
  { messageId, attachments }: Pick<NewMessage, 'messageId' | 'attachments'>,
): Promise<Outcome<MessageRecord>> {
  const { tenantId } = principal
  // A concurrent request with the same external id may have finished first.
  const existing =
    body.externalId === undefined ? null : await tx.first(findByExternalId, { tenantId, threadId, externalId: body.externalId })
  if (existing) return toUnchangedOutcome(existing)
  const earlier = await readThread(tx, { tenantId, id: threadId })
  if (!earlier) throw new ApiError(threadNotFound)
  const inbox = await tx.first(findActiveInbox, { tenantId, id: earlier.inboxId })
  const { subject, priority, channel, customerId } = earlier
  const outcome = await insertTimedThread(tx, {
    ...writeIdentity(principal, requestId, null),
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
    mail: null,
    relatedTo: null,
    // Do not check required custom fields: they are for agents, and must not reject a customer's message.
    customFields: {},
    fieldsVersion: null,
    auditedInput: { subject, followUpOf: earlier.ticketNumber },
  })
  // The customer was erased, so no message can have them as its author.
  if (outcome.customerMissing) throw new ApiError(threadClosed)
  if (!outcome.firstMessage) throw new ApiError(inboxNoneAvailable)
  return toOutcome(outcome.firstMessage, outcome, 201)
}
