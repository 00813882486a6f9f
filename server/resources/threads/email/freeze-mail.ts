/**
 * Freezes the mail of a message: a snapshot of its recipients, headers, signature and quotation at the time of writing. Later changes to
 * the thread, the inbox or the customer do not affect it.
 */
import { domainToASCII } from 'node:url'
import { toPlainWords } from '#kit/plain-words.ts'
import { databaseNowIso } from '#platform/database-now.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { isoTime } from '#platform/time.ts'
import {
  listReferences,
  type Mailbox,
  type MailSnapshot,
  type MailText,
  signMessage,
  signMessageId,
  signThreadId,
  toReplySubject,
  writeAttribution,
} from '../../mail/index.ts'
import { type DomainConfig, toDomainRule } from '../../inboxes/index.ts'
import { customerNoAddress, threadNotFound } from '../record/errors.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'
import type { FrozenMail } from '../outgoing/frozen.ts'
import { fillSignature } from './fill-signature.ts'
import { loadRecipients } from './load-recipients.ts'
import type { MailInput } from '../record/mail-fields.ts'
import { findMailThread, findPublicMessage, findQuotedMessage, type MailThread, type SendingInbox } from './mail-queries.ts'
import { parseRecipients, type Recipients } from './parse-recipients.ts'
import type { Role } from './participants/participant-queries.ts'
import { announceParticipants, recordParticipants } from './participants/record-participants.ts'
import { type DefaultRecipients, type ThreadMail, uniqueMailboxes } from './recipients.ts'
import { chooseSendingInbox, createReplyAddress, requireSender, toSender } from './sending-inbox.ts'

type Key = { tenantId: Uuid; threadId: Uuid; messageId: Uuid }
type Services = { readonly config: DomainConfig; readonly secrets: Pick<Secrets, 'derive'>; readonly effects: Pick<Effects, 'emit'> }

/** The agent who wrote a mail. */
export type MailAgent = { readonly id: Uuid; readonly name: string }

export type MailToFreeze = {
  /** Agent whose name the sender shows; null for an automatic reply, which only goes to the customer and quotes nothing. */
  readonly author: MailAgent | null
  readonly content: MailText
  readonly input: MailInput
}

/**
 * Returns the frozen mail, or null if the message is not mailed. Adds its recipients as participants of the thread. Call it under the lock
 * of an unmerged thread. Throws 409 if the inbox may not send from its address, or cannot send although the caller requires it, and 422 if
 * the mail has no recipient.
 */
export async function freezeMail(tx: Queryable, services: Services, key: Key, mail: MailToFreeze): Promise<FrozenMail | null> {
  const { tenantId } = key
  const { input } = mail
  const inReplyToId = input.inReplyToId ?? null
  // Check even if the reply is not mailed, so that an unknown message is never accepted.
  if (inReplyToId !== null && !(await isPublicMessage(tx, key, inReplyToId)))
    throw new ApiError(unknownReference, { details: [unknownMessage] })
  if (input.sendBy === 'NONE') return null
  const thread = await tx.first(findMailThread, { ...key, ...toDomainRule(services.config) })
  if (!thread) throw new ApiError(threadNotFound)
  const given = parseRecipients(input)
  const isAsked = input.sendBy === 'EMAIL' || given.to.length + given.cc.length + given.bcc.length > 0
  const inbox = await chooseSendingInbox(tx, services.config, tenantId, thread, { isAsked, fromInboxId: input.fromInboxId ?? null })
  if (!inbox) return null
  const chosen = await chooseAnswered(tx, services, key, { thread, inReplyToId })
  const customerAddress = thread.customerAddress
  const recipients = resolveRecipients(given, input, mail.author ? chosen : { to: toCustomer(thread), cc: [] })
  // An automatic reply adds no participants.
  if (mail.author)
    await addRecipients(tx, services, key, { ...recipients, given, roleOf: (address) => (address === customerAddress ? 'CUSTOMER' : 'CC') })
  const answeredSubject = chosen.answered?.email.subject || thread.subject
  return buildMail(tx, services, key, {
    ...mail,
    inbox,
    recipients,
    answered: chosen.answered?.email ?? null,
    inReplyToId: chosen.inReplyToId,
    subject:
      input.subject ??
      toReplySubject(mail.author ? answeredSubject : toAutomaticSubject(chosen.answered?.email, answeredSubject), thread.subject),
    date: input.date,
    quoted: mail.author && inbox.email.send.quoteHistory === 'LAST' ? await quote(tx, key, thread, chosen.inReplyToId) : null,
  })
}

export type NewMail = {
  readonly inbox: SendingInbox
  readonly author: MailAgent
  readonly content: MailText
  readonly subject: string
  readonly recipients: Recipients
  /** Returns the role in which a recipient participates. */
  readonly roleOf: (address: string) => Role
}

/** Freezes a mail that is no reply: the first mail of a thread, or a forward. */
export async function freezeNewMail(tx: Queryable, services: Services, key: Key, mail: NewMail): Promise<FrozenMail> {
  await addRecipients(tx, services, key, { ...mail.recipients, given: mail.recipients, roleOf: mail.roleOf })
  return buildMail(tx, services, key, { ...mail, answered: null, inReplyToId: null, date: undefined, quoted: null })
}

type MailParts = Pick<NewMail, 'inbox' | 'content' | 'subject' | 'recipients'> & {
  readonly author: MailAgent | null
  readonly answered: StoredEmail | null
  readonly inReplyToId: Uuid | null
  readonly date: string | undefined
  readonly quoted: MailSnapshot['quoted']
}

async function buildMail(
  tx: Queryable,
  { secrets, config }: Services,
  key: Key,
  { inbox, author, content, subject, recipients, answered, inReplyToId, date = databaseNowIso(), quoted }: MailParts,
): Promise<FrozenMail> {
  const { tenantId } = key
  await requireSender(tx, config, inbox)
  const from = toSender(inbox, author?.name ?? null)
  const replyAddress = await createReplyAddress(tx, key, inbox, config.mail.domain)
  const signature = await fillSignature(tx, key, { inbox, author })
  const { bccTo } = inbox.email.send
  const domain = domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1))
  const messageId = signMessageId(secrets, tenantId, key.messageId, domain)
  const inReplyTo = answered?.messageId ?? null
  const earlier = answered ? [...answered.references, ...(inReplyTo === null ? [] : [inReplyTo])] : []
  const references = listReferences(signThreadId(secrets, tenantId, key.threadId, domain), earlier)
  const bcc = bccTo === null ? recipients.bcc : uniqueMailboxes([...recipients.bcc, { name: null, address: bccTo }])
  const envelope = { from, to: recipients.to, cc: recipients.cc, bcc, subject, messageId, inReplyTo, references, date } as const
  return {
    inboxId: inbox.id,
    inReplyToId,
    email: toStoredEmail(envelope),
    snapshot: {
      ...envelope,
      id: key.messageId,
      envelopeFrom: from.address,
      replyTo: replyAddress === null ? null : { name: from.name, address: replyAddress },
      marker: signMessage(secrets, tenantId, key.messageId),
      headers: getOutlookHeaders(answered),
      content,
      signature: signature === null ? null : { body: signature, bodyFormat: 'text' },
      quoted,
    },
  }
}

type Chosen = DefaultRecipients & { readonly inReplyToId: Uuid | null }

/** Chooses the mail to which the reply responds, and the default recipients. */
async function chooseAnswered(
  tx: Queryable,
  { config }: Services,
  key: Key,
  { thread, inReplyToId }: { thread: MailThread; inReplyToId: Uuid | null },
): Promise<Chosen> {
  const chosen = await loadRecipients(tx, key, { thread, inReplyToId, mailFrom: config.mail.from })
  return { ...chosen, inReplyToId: inReplyToId ?? chosen.answered?.id ?? null }
}

/** Whether the message is in the thread and visible to the customer. */
export async function isPublicMessage(db: Queryable, key: Omit<Key, 'messageId'>, id: Uuid): Promise<boolean> {
  return (await db.first(findPublicMessage, { ...key, id })) !== null
}

/** Error detail about the message to which a reply responds. */
export const unknownMessage = { field: 'inReplyToId', code: 'UNKNOWN', message: 'is not a public message of this thread' } as const

/** Completes the caller's recipients with the defaults. Throws 422 if the mail has no recipient. */
function resolveRecipients(given: Recipients, { cc: givenCc }: MailInput, defaults: Pick<DefaultRecipients, 'to' | 'cc'>): Recipients {
  const isNamed = given.to.length > 0
  const to = isNamed ? given.to : defaults.to
  if (to.length === 0) throw new ApiError(customerNoAddress)
  const without = (all: readonly Mailbox[], others: readonly Mailbox[]): Mailbox[] =>
    all.filter(({ address }) => !others.some((other) => other.address === address))
  const cc = without(isNamed || givenCc !== undefined ? given.cc : defaults.cc, [...to, ...given.bcc])
  return { to, cc, bcc: without(given.bcc, to) }
}

/** Returns the customer as the recipient of an automatic mail. The name may come from a stranger who used the customer's address. */
function toCustomer({ customerName, customerAddress }: MailThread): Mailbox[] {
  return customerAddress === null ? [] : [{ name: customerName === null ? null : toPlainWords(customerName), address: customerAddress }]
}

/** Returns the subject to which an automatic mail replies. Sanitises the subject of a mail for which no domain vouches. */
function toAutomaticSubject(answered: StoredEmail | undefined, subject: string): string {
  const isProved = !answered || answered.direction === 'OUT' || (answered.authentication?.domain ?? null) !== null
  return isProved ? subject : toPlainWords(subject)
}

/** Adds the visible recipients as participants. Those named by the caller count as added by an agent. */
async function addRecipients(
  tx: Queryable,
  { effects }: Services,
  key: Key,
  { to, cc, given, roleOf }: Recipients & { given: Recipients; roleOf: (address: string) => Role },
): Promise<void> {
  const named = new Set([...given.to, ...given.cc].map(({ address }) => address))
  const people = [...to, ...cc].map(({ name, address }) => {
    return { name, address, role: roleOf(address), verified: true, addedBy: named.has(address) ? ('AGENT' as const) : ('MAIL' as const) }
  })
  const { changed } = await recordParticipants(tx, key, people)
  if (changed) await announceParticipants(tx, effects, key)
}

function toStoredEmail(
  envelope: Pick<StoredEmail, 'subject' | 'messageId' | 'inReplyTo' | 'date'> & {
    from: Mailbox
    to: readonly Mailbox[]
    cc: readonly Mailbox[]
    bcc: readonly Mailbox[]
    references: readonly string[]
  },
): StoredEmail {
  const { to, cc, bcc, references, ...rest } = envelope
  return {
    ...rest,
    direction: 'OUT',
    replyTo: [],
    to: [...to],
    cc: [...cc],
    bcc: [...bcc],
    references: [...references],
    automatic: null,
    authentication: null,
    sender: null,
    quotedFrom: null,
    security: 'NONE',
    omitted: [],
    bodyTruncated: false,
    sentOutside: false,
  }
}

/** Returns the headers by which Outlook groups conversations, copied from the original mail. */
function getOutlookHeaders(answered: ThreadMail['email'] | null): [string, string][] {
  const named = [
    ['Thread-Index', answered?.threadIndex],
    ['Thread-Topic', answered?.threadTopic],
  ] as const
  return named.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

/** Quotes the message to which the reply responds. Drops its own history, which would grow with every reply. */
async function quote(tx: Queryable, key: Key, { timezone, locale }: MailThread, id: Uuid | null): Promise<MailSnapshot['quoted']> {
  const quoted = await tx.first(findQuotedMessage, { ...key, id })
  if (!quoted) return null
  const { body, bodyFormat, bodyText, quotedFrom, replyFrom, authorName, createdAt } = quoted
  const isWhole = quotedFrom === null && replyFrom === 0
  const text: MailText = isWhole
    ? { body, bodyFormat }
    : { body: bodyText.slice(replyFrom, quotedFrom ?? undefined).trimEnd(), bodyFormat: 'text' }
  return { attribution: writeAttribution({ date: isoTime(createdAt), name: authorName ?? 'the customer', locale, timezone }), ...text }
}
