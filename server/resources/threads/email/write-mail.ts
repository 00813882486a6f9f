/** Writes an incoming mail as a message: in its thread, or as the first message of a new thread. */
import type { Config } from '../../../config.ts'
import { OutdatedRead, type Queryable } from '#platform/db.ts'
import { readEmail } from '#platform/email.ts'
import { ApiError } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { getIdentity } from '#platform/outbox/write-identity.ts'
import type { Secrets } from '#platform/secrets.ts'
import { toAddressWords, toNameWords } from '../../customers/index.ts'
import { readSettings } from '../../tenants/index.ts'
import type { StoredAttachment } from '../../uploads/index.ts'
import type { Mailbox } from '../../mail/index.ts'
import { freezeMail } from './freeze-mail.ts'
import type { FrozenMail } from '../outgoing/frozen.ts'
import { discardOutgoing, storeOutgoing, toMessageChannel as toOutgoingMail } from '../outgoing/store-outgoing.ts'
import { insertTimedThread, newThreadIds } from '../create/create-thread.ts'
import { appendToLockedThread, lockCurrentThread, newMessage } from '../messages/append-message.ts'
import type { MessageBody } from '../record/message-body.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'
import type { MessageChannel } from '../record/message-queries.ts'

/** An incoming mail, as its message will store it. */
export type ArrivedMail = {
  readonly messageId: Uuid
  readonly body: MessageBody
  readonly attachments: StoredAttachment[] | null
  /** Null for a note that accompanies a mail. */
  readonly email: StoredEmail | null
  /** Time of acceptance, by the database's clock. It becomes `createdAt`; the Date header is ignored. */
  readonly receivedAt: string
  /** The message to which it replies, if known. */
  readonly inReplyToId: Uuid | null
}

export type MailAuthor =
  | { readonly kind: 'CUSTOMER'; readonly id: Uuid; readonly name: string | null }
  | { readonly kind: 'AGENT'; readonly id: Uuid; readonly name: string }

type NewThreadOfMail = {
  /** The customer. Without an id, the customer of the address is created. */
  customer: { id: Uuid } | { address: string; name: string | null }
  inboxId: Uuid
  subject: string
  followUpOf: Uuid | null
  relatedTo: readonly Uuid[]
}

const maxSubjectLength = 255

/** Creates a thread with the mail as its first message. Returns null when the inbox is no longer active. */
export async function startMailThread(
  tx: Queryable,
  tenantId: Uuid,
  mail: ArrivedMail,
  { customer, inboxId, subject, followUpOf, relatedTo }: NewThreadOfMail,
): Promise<Uuid | null> {
  const settings = await readSettings(tx, tenantId)
  if (!settings) return null
  const known = 'id' in customer
  const ids = newThreadIds(mail.messageId)
  const title = [...subject.trim()].slice(0, maxSubjectLength).join('') || '(no subject)'
  const outcome = await insertTimedThread(tx, {
    ...getIdentity(tenantId, { type: 'CUSTOMER', id: known ? customer.id : ids.newCustomerId, name: null }),
    ...ids,
    ...mail.body,
    customerId: known ? customer.id : null,
    email: known ? null : customer.address,
    name: known ? null : customer.name,
    nameWords: known ? '' : toNameWords({ name: customer.name }),
    addressWords: known ? '' : toAddressWords({ email: customer.address, externalId: null }),
    inboxId,
    subject: title,
    priority: settings.defaultPriority,
    channel: 'email',
    externalRef: null,
    tags: [],
    followUpOf,
    relatedTo: relatedTo.length > 0 ? [...relatedTo] : null,
    mail: toMessageMail(mail),
    messageExternalId: mail.email?.messageId ?? null,
    messageSentAt: mail.receivedAt,
    attachments: mail.attachments,
    // Do not check required custom fields: they are for agents, and must not reject a customer's mail.
    customFields: {},
    fieldsVersion: null,
    auditedInput: { subject: title, channel: 'email' },
  })
  if (outcome.inboxMissing) return null
  const isTheirs = known || outcome.record?.customerId === ids.newCustomerId
  // The job runs again and finds the customer that another mail has created in the meantime.
  if (!outcome.record || !isTheirs) throw new OutdatedRead('The customer was created concurrently')
  return ids.threadId
}

type AgentMail = Omit<MailToAppend, 'author'> & { author: Extract<MailAuthor, { kind: 'AGENT' }> }

/**
 * Appends an agent's mail as a reply, and forwards it to the thread's people who did not get the agent's mail. If there is nobody to send
 * it to, the mail becomes an internal note.
 */
export async function appendAgentReply(
  context: { tx: Queryable; effects: Effects; tenantId: Uuid; config: Config; secrets: Secrets },
  mail: ArrivedMail,
  { threadId, author, replyText }: Pick<AgentMail, 'threadId' | 'author'> & { replyText: string },
): Promise<{ threadId: Uuid; isClosed: boolean }> {
  const { tx, tenantId } = context
  const currentId = await lockCurrentThread(tx, tenantId, threadId)
  const key = { tenantId, threadId: currentId, messageId: mail.messageId }
  const content = { body: replyText, bodyFormat: 'text' } as const
  const frozen = await freezeMail(tx, context, key, { author, content, input: {} }).catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })
  if (!frozen || replyText.trim() === '') return appendMail(tx, tenantId, mail, { threadId, author, internal: true, automatic: false })
  const reply = leaveOut(frozen, [...(mail.email?.to ?? []), ...(mail.email?.cc ?? [])])
  const { to, cc, bcc } = reply.snapshot
  const isMailed = to.length + cc.length + bcc.length > 0
  if (isMailed) await storeOutgoing(tx, key, reply)
  const stored = toOutgoingMail({ ...reply, email: { ...reply.email, sentOutside: true } })
  const message = { ...mail, body: { ...content, bodyText: replyText }, email: null }
  const appended = await appendMail(tx, tenantId, message, {
    threadId,
    author,
    internal: false,
    automatic: false,
    mail: isMailed ? stored : { ...stored, delivery: null },
  })
  if (appended.isClosed && isMailed) await discardOutgoing(tx, key)
  return appended
}

/** Leaves out the people who already have the agent's own mail, and would get the reply twice. */
function leaveOut({ email, snapshot, ...mail }: FrozenMail, people: readonly Mailbox[]): FrozenMail {
  const reached = new Set(people.map(({ address }) => readEmail(address) ?? address))
  const keep = (all: readonly Mailbox[]): Mailbox[] => all.filter(({ address }) => !reached.has(address))
  const left = { to: keep(email.to), cc: keep(email.cc), bcc: keep(email.bcc) }
  return { ...mail, email: { ...email, ...left }, snapshot: { ...snapshot, ...left } }
}

type MailToAppend = {
  threadId: Uuid
  author: MailAuthor
  internal: boolean
  automatic: boolean
  /** Mail fields for the message, if they differ from those of the incoming mail. */
  mail?: MessageChannel
}

/**
 * Appends the mail to a thread, following merges. Returns `isClosed` and writes nothing when the thread accepts no more messages from the
 * customer.
 */
export async function appendMail(
  tx: Queryable,
  tenantId: Uuid,
  mail: ArrivedMail,
  { threadId, author, internal, automatic, mail: stored }: MailToAppend,
): Promise<{ threadId: Uuid; isClosed: boolean }> {
  const currentId = await lockCurrentThread(tx, tenantId, threadId)
  const write = getIdentity(
    tenantId,
    author.kind === 'AGENT' ? { type: 'USER', id: author.id, name: author.name } : { type: 'CUSTOMER', id: author.id, name: null },
  )
  const outcome = await appendToLockedThread(
    tx,
    newMessage(write, currentId, author.kind === 'AGENT' ? { id: author.id, name: author.name } : null, {
      ...mail.body,
      messageId: mail.messageId,
      messageEventId: newId(),
      attachments: mail.attachments,
      authorType: author.kind,
      // The author of a customer's message is the thread's customer, unless another person wrote it.
      ...(author.kind === 'CUSTOMER' ? { userId: author.id, userName: author.name } : {}),
      internal,
      automatic,
      externalId: mail.email?.messageId ?? null,
      sentAt: mail.receivedAt,
      mail: stored ?? toMessageMail(mail),
      action: 'thread.message_added',
    }),
  )
  if (outcome?.record) return { threadId: currentId, isClosed: false }
  if (outcome?.closed) return { threadId: currentId, isClosed: true }
  throw new OutdatedRead('The thread of a mail changed')
}

function toMessageMail({ email, inReplyToId }: ArrivedMail): MessageChannel | null {
  return email && { email, delivery: null, channel: 'email', inReplyToId }
}
