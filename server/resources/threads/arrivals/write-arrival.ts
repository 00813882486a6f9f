/** Writes what a customer sent through a channel as a message: in its thread, or as the first message of a new one. */
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Audited } from '#platform/outbox/effects.ts'
import { getIdentity, type WriteIdentity } from '#platform/outbox/write-identity.ts'
import type { ThreadChannelName } from '../../../channels/thread-channels.ts'
import { readSettings } from '../../tenants/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import { insertTimedThread, newThreadIds } from '../create/create-thread.ts'
import { appendToLockedThread, lockCurrentThread, newMessage } from '../messages/append-message.ts'
import type { MessageBody } from '../record/message-body.ts'
import { findRecentThread, findThreadOfConversation, recordConversation } from './queries.ts'
import { toSubject } from './subject.ts'

type Content = {
  readonly inboxId: Uuid
  readonly channel: ThreadChannelName
  readonly customer: { readonly id: Uuid; readonly name: string | null }
  /** Address of the person on the channel. Replies go to it. */
  readonly address: string
  readonly body: MessageBody
  /** Subject of a new thread; without one, the first line of the text. */
  readonly subject?: string | undefined
}

/** A customer's message, as a provider delivered it. */
export type Arrival = Content & {
  /** Key of the conversation; null where the provider has none. */
  readonly conversationKey: string | null
  readonly externalId: string
  /** Time of acceptance, by the database's clock. It becomes `createdAt`. */
  readonly receivedAt: string
}

/** A message that a visitor of a website writes. Its time is that of the commit. */
export type VisitorMessage = Content & {
  readonly messageId: Uuid
  /** The id that the visitor's program gave the message. */
  readonly clientId: string
  readonly attachments: StoredAttachment[] | null
  /** Custom fields of a new thread. */
  readonly customFields: object
  readonly requestId: string
}

type Context = { readonly tx: Queryable; readonly tenantId: Uuid }
type Written = { readonly threadId: Uuid; readonly messageId: Uuid }
type WrittenNow = Written & { readonly audited: Audited }

/** Writes the message and records the conversation. Returns null when it needs a new thread and the inbox is not active. */
export async function writeArrival(context: Context, arrival: Arrival): Promise<Written | null> {
  const { tx, tenantId } = context
  const { inboxId, conversationKey, customer, address } = arrival
  const found =
    conversationKey === null
      ? await tx.first(findRecentThread, { tenantId, inboxId, customerId: customer.id, address })
      : await tx.first(findThreadOfConversation, { tenantId, inboxId, conversationKey })
  const message = toMessage(tenantId, arrival)
  const appended = found && !found.isClosed ? await append(context, found.id, message) : null
  const written = appended ?? (await startThread(context, message, found?.id ?? null))
  if (written) await tx.rows(recordConversation, { tenantId, threadId: written.threadId, inboxId, conversationKey, address })
  return written
}

/**
 * Writes a visitor's message into a thread, or into a new one that follows it if the thread is closed. With null, begins a thread. Returns
 * null when it needs a new thread and the inbox is not active.
 */
export async function writeVisitorMessage(context: Context, threadId: Uuid | null, sent: VisitorMessage): Promise<WrittenNow | null> {
  const { tx, tenantId } = context
  const { requestId, inboxId, address } = sent
  const message = toMessage(tenantId, { ...sent, externalId: null, receivedAt: null })
  const asked = { ...message, ...sent, write: { ...message.write, via: 'API' as const, requestId } }
  const appended = threadId && (await append(context, threadId, asked))
  if (appended && 'audited' in appended) return appended
  const written = await startThread(context, asked, threadId)
  if (written) await tx.rows(recordConversation, { tenantId, threadId: written.threadId, inboxId, conversationKey: null, address })
  return written
}

type Message = Content & {
  readonly write: WriteIdentity
  readonly messageId: Uuid
  readonly clientId?: string
  readonly attachments: StoredAttachment[] | null
  readonly externalId: string | null
  readonly receivedAt: string | null
  readonly customFields: object
}

function toMessage(tenantId: Uuid, arrival: Content & Pick<Message, 'externalId' | 'receivedAt'>): Message {
  const write = getIdentity(tenantId, { type: 'CUSTOMER', id: arrival.customer.id, name: null })
  return { ...arrival, write, messageId: newId(), attachments: null, customFields: {} }
}

/** Returns null for a thread that takes no more messages from the customer. */
async function append({ tx, tenantId }: Context, threadId: Uuid, message: Message): Promise<WrittenNow | Written | null> {
  const { write, customer, body, externalId, receivedAt, messageId, attachments } = message
  const currentId = await lockCurrentThread(tx, tenantId, threadId)
  const outcome = await appendToLockedThread(
    tx,
    newMessage(write, currentId, null, {
      ...body,
      messageId,
      attachments,
      authorType: 'CUSTOMER',
      userId: customer.id,
      userName: customer.name,
      internal: false,
      externalId,
      sentAt: receivedAt,
      mail: toMail(message),
      action: 'thread.message_added',
    }),
  )
  if (outcome.record) return { threadId: currentId, messageId, audited: outcome }
  // The program had posted the message through the API.
  if (outcome.existing) return { threadId: currentId, messageId: outcome.existing.id }
  if (outcome.closed) return null
  throw new OutdatedRead('The thread of a message changed')
}

async function startThread({ tx, tenantId }: Context, message: Message, followUpOf: Uuid | null): Promise<WrittenNow | null> {
  const { write, customer, channel, inboxId, body, externalId, receivedAt, messageId, attachments, customFields } = message
  const settings = await readSettings(tx, tenantId)
  if (!settings) return null
  const ids = newThreadIds(messageId)
  const subject = toSubject(message.subject ?? body.bodyText)
  const outcome = await insertTimedThread(tx, {
    ...write,
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
    mail: toMail(message),
    messageExternalId: externalId,
    messageSentAt: receivedAt,
    attachments,
    // Required custom fields are not checked: they are for agents, and must not reject a customer's message.
    customFields,
    fieldsVersion: null,
    auditedInput: { subject, channel },
  })
  if (outcome.inboxMissing) return null
  if (!outcome.record) throw new OutdatedRead('The customer was erased in the meantime')
  return { threadId: ids.threadId, messageId, audited: outcome }
}

function toMail({ channel, clientId }: Message) {
  return { email: null, delivery: null, channel, inReplyToId: null, ...(clientId === undefined ? {} : { clientId }) }
}
