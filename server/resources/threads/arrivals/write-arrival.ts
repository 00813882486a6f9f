/** Writes what came in through a provider as a message: in its thread, or as the first message of a new one. */
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
import type { ThreadChannelName } from '../../../channels/thread-channels.ts'
import { readSettings } from '../../tenants/index.ts'
import { insertTimedThread, newThreadIds } from '../create/create-thread.ts'
import { appendToLockedThread, lockCurrentThread, newMessage } from '../messages/append-message.ts'
import type { MessageBody } from '../record/message-body.ts'
import { findRecentThread, findThreadOfConversation, recordConversation } from './queries.ts'
import { toSubject } from './subject.ts'

/** A customer's message, as a provider delivered it. */
export type Arrival = {
  readonly inboxId: Uuid
  readonly channel: ThreadChannelName
  readonly customer: { readonly id: Uuid; readonly name: string | null }
  /** The provider's address of the person. Replies go to it. */
  readonly address: string
  /** Key of the conversation; null where the provider has none. */
  readonly conversationKey: string | null
  readonly body: MessageBody
  readonly externalId: string
  /** Time of acceptance, by the database's clock. It becomes `createdAt`. */
  readonly receivedAt: string
}

type Context = { readonly tx: Queryable; readonly tenantId: Uuid }

/** Writes the message and records the conversation. Returns null when it needs a new thread and the inbox is not active. */
export async function writeArrival(context: Context, arrival: Arrival): Promise<{ threadId: Uuid; messageId: Uuid } | null> {
  const { tx, tenantId } = context
  const { inboxId, conversationKey, customer, address } = arrival
  const found =
    conversationKey === null
      ? await tx.first(findRecentThread, { tenantId, inboxId, customerId: customer.id, address })
      : await tx.first(findThreadOfConversation, { tenantId, inboxId, conversationKey })
  const appended = found && !found.isClosed ? await append(context, found.id, arrival) : null
  const written = appended ?? (await startThread(context, arrival, found?.id ?? null))
  if (written) await tx.rows(recordConversation, { tenantId, threadId: written.threadId, inboxId, conversationKey, address })
  return written
}

/** Returns null for a thread that takes no more messages from the customer. */
async function append(
  { tx, tenantId }: Context,
  threadId: Uuid,
  { customer, channel, body, externalId, receivedAt }: Arrival,
): Promise<{ threadId: Uuid; messageId: Uuid } | null> {
  const currentId = await lockCurrentThread(tx, tenantId, threadId)
  const write = getIdentity(tenantId, { type: 'CUSTOMER', id: customer.id, name: null })
  const message = newMessage(write, currentId, null, {
    ...body,
    authorType: 'CUSTOMER',
    userId: customer.id,
    userName: customer.name,
    internal: false,
    externalId,
    sentAt: receivedAt,
    mail: toMail(channel),
    action: 'thread.message_added',
  })
  const outcome = await appendToLockedThread(tx, message)
  if (outcome.record) return { threadId: currentId, messageId: message.messageId }
  // The program had posted the message through the API.
  if (outcome.existing) return { threadId: currentId, messageId: outcome.existing.id }
  if (outcome.closed) return null
  throw new OutdatedRead('The thread of a message changed')
}

async function startThread(
  { tx, tenantId }: Context,
  { customer, channel, inboxId, body, externalId, receivedAt }: Arrival,
  followUpOf: Uuid | null,
): Promise<{ threadId: Uuid; messageId: Uuid } | null> {
  const settings = await readSettings(tx, tenantId)
  if (!settings) return null
  const messageId = newId()
  const ids = newThreadIds(messageId)
  const subject = toSubject(body.bodyText)
  const outcome = await insertTimedThread(tx, {
    ...getIdentity(tenantId, { type: 'CUSTOMER', id: customer.id, name: null }),
    ...ids,
    ...body,
    customerId: customer.id,
    email: null,
    name: null,
    nameWords: '',
    addressWords: '',
    inboxId,
    subject,
    priority: settings.defaultPriority,
    channel,
    externalRef: null,
    tags: [],
    followUpOf,
    relatedTo: null,
    mail: toMail(channel),
    messageExternalId: externalId,
    messageSentAt: receivedAt,
    attachments: null,
    // Required custom fields are not checked: they are for agents, and must not reject a customer's message.
    customFields: {},
    fieldsVersion: null,
    auditedInput: { subject, channel },
  })
  if (outcome.inboxMissing) return null
  if (!outcome.record) throw new OutdatedRead('The customer was erased in the meantime')
  return { threadId: ids.threadId, messageId }
}

function toMail(channel: ThreadChannelName) {
  return { email: null, delivery: null, channel, inReplyToId: null }
}
