/**
 * Freezes the mail of a message: its recipients, headers, signature and quotation, as they are when the message is written. What is changed on
 * the thread, the inbox or the customer until the mail is sent does not change it.
 */
import { domainToASCII } from 'node:url'
import { ApiError, type Effects, type Queryable, type Secrets, unknownReference, type Uuid, validationFailed } from '../../../kit/index.ts'
import {
  joinReferences,
  type Mailbox,
  type MailSnapshot,
  type MailText,
  signMessage,
  signMessageId,
  toReplySubject,
  writeAttribution,
} from '../../mail/index.ts'
import { customerNoAddress, threadNotFound } from '../errors.ts'
import type { StoredEmail } from '../messages/message-email-schema.ts'
import { loadRecipients } from './load-recipients.ts'
import { type MailInput, maxRecipients } from './mail-fields.ts'
import { findMailThread, findPublicMessage, findQuotedMessage, type MailThread } from './mail-queries.ts'
import { parseMailboxes } from './parse-mailbox.ts'
import { announceParticipants, recordParticipants } from './participants/record-participants.ts'
import { type DefaultRecipients, type ThreadMail, uniqueMailboxes } from './recipients.ts'
import { chooseSendingInbox, createReplyAddress, toSender } from './sending-inbox.ts'

type Key = { tenantId: Uuid; threadId: Uuid; messageId: Uuid }
type Services = {
  readonly config: { readonly mail: { readonly from: string } }
  readonly secrets: Pick<Secrets, 'derive'>
  readonly effects: Pick<Effects, 'emit'>
}

export type MailToFreeze = {
  /** The agent whose name the sender shows; null for the service itself. */
  readonly author: { readonly name: string } | null
  readonly content: MailText
  readonly input: MailInput
}

export type FrozenMail = {
  /** What the message stores and the API shows. */
  readonly email: StoredEmail
  readonly snapshot: MailSnapshot
  readonly inboxId: Uuid
  /** The message that it answers; null if there is none. */
  readonly inReplyToId: Uuid | null
}

/**
 * Returns the frozen mail, or null if the message is not mailed. Makes its recipients participants of the thread. Call it under the lock of
 * a thread that is not merged. Throws 409 if mail is asked for and the inbox cannot send, and 422 if there is nobody to send it to.
 */
export async function freezeMail(tx: Queryable, services: Services, key: Key, mail: MailToFreeze): Promise<FrozenMail | null> {
  const { tenantId } = key
  const { input, author } = mail
  if (input.sendBy === 'NONE') return null
  const thread = await tx.first(findMailThread, key)
  if (!thread) throw new ApiError(threadNotFound)
  const given = parseMailboxes({ to: input.to, cc: input.cc, bcc: input.bcc })
  const isAsked = input.sendBy === 'EMAIL' || given.to.length + given.cc.length + given.bcc.length > 0
  const inbox = await chooseSendingInbox(tx, tenantId, thread, { isAsked, fromInboxId: input.fromInboxId ?? null })
  if (!inbox) return null
  const chosen = await chooseAnswered(tx, services, key, { thread, inReplyToId: input.inReplyToId ?? null })
  const recipients = resolveRecipients(given, input, chosen)
  const from = toSender(inbox, author?.name ?? null)
  const replyAddress = await createReplyAddress(tx, key, inbox)
  const replyTo = replyAddress === null ? null : { name: from.name, address: replyAddress }
  const bcc = uniqueMailboxes([...recipients.bcc, ...(inbox.email.send.bccTo ? [{ name: null, address: inbox.email.send.bccTo }] : [])])
  const messageId = signMessageId(
    services.secrets,
    tenantId,
    key.messageId,
    domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1)),
  )
  const answered = chosen.answered?.email ?? null
  const inReplyTo = answered?.messageId ?? null
  const earlier = answered ? [...answered.references, ...(inReplyTo === null ? [] : [inReplyTo])] : []
  const references = joinReferences(earlier, messageId)
    .split(' ')
    .map((id) => id.slice(1, -1))
  const subject = input.subject ?? toReplySubject(answered?.subject || thread.subject)
  const date = input.date ?? new Date().toISOString()
  const envelope = { from, to: recipients.to, cc: recipients.cc, bcc, subject, messageId, inReplyTo, references, date } as const
  await addRecipients(tx, services, key, { ...recipients, customerAddress: thread.customerAddress, isGiven: given })
  return {
    inboxId: inbox.id,
    inReplyToId: chosen.inReplyToId,
    email: toStoredEmail(envelope),
    snapshot: {
      ...envelope,
      id: key.messageId,
      envelopeFrom: from.address,
      replyTo,
      marker: signMessage(services.secrets, tenantId, key.messageId),
      headers: getOutlookHeaders(answered),
      content: mail.content,
      signature: inbox.signature === null ? null : { body: inbox.signature, bodyFormat: 'text' },
      quoted: inbox.email.send.quoteHistory === 'LAST' ? await quote(tx, key, thread, chosen.inReplyToId) : null,
    },
  }
}

type Chosen = DefaultRecipients & { readonly inReplyToId: Uuid | null }

/** Chooses the mail that the reply answers, and the default recipients. Throws 422 if the caller names a message of another thread. */
async function chooseAnswered(
  tx: Queryable,
  { config }: Services,
  key: Key,
  { thread, inReplyToId }: { thread: MailThread; inReplyToId: Uuid | null },
): Promise<Chosen> {
  if (inReplyToId !== null) await checkAnswered(tx, key, inReplyToId)
  const chosen = await loadRecipients(tx, key, { thread, inReplyToId, mailFrom: config.mail.from })
  return { ...chosen, inReplyToId: inReplyToId ?? chosen.answered?.id ?? null }
}

/** Throws 422 unless the message is one of the thread that the customer can see. */
export async function checkAnswered(db: Queryable, key: Omit<Key, 'messageId'>, inReplyToId: Uuid): Promise<void> {
  if (await db.first(findPublicMessage, { ...key, id: inReplyToId })) return
  const details = [{ field: 'inReplyToId', code: 'UNKNOWN', message: 'is not a public message of this thread' }]
  throw new ApiError(unknownReference, { details })
}

type Recipients = { readonly to: readonly Mailbox[]; readonly cc: readonly Mailbox[]; readonly bcc: readonly Mailbox[] }

/** Completes the recipients that the caller named with the default ones. Throws 422 if there is nobody, and 400 for more than fifty. */
function resolveRecipients(given: Recipients, { cc: givenCc }: MailInput, { to, cc }: DefaultRecipients): Recipients {
  const isNamed = given.to.length > 0
  const all = uniqueMailboxes([...(isNamed ? given.to : to), ...(isNamed || givenCc !== undefined ? given.cc : cc), ...given.bcc])
  const direct = new Set((isNamed ? given.to : to).map(({ address }) => address))
  const blind = new Set(given.bcc.map(({ address }) => address))
  const result = {
    to: all.filter(({ address }) => direct.has(address)),
    cc: all.filter(({ address }) => !direct.has(address) && !blind.has(address)),
    bcc: all.filter(({ address }) => !direct.has(address) && blind.has(address)),
  }
  if (result.to.length === 0) throw new ApiError(customerNoAddress)
  const named = given.to.length + given.cc.length + given.bcc.length
  if (named <= maxRecipients) return result
  const details = [{ field: 'to', code: 'TOO_MANY', message: `must have at most ${maxRecipients} addresses together with cc and bcc` }]
  throw new ApiError(validationFailed, { details })
}

/** Makes the open recipients participants. Those whom the caller named count as added by an agent. */
async function addRecipients(
  tx: Queryable,
  { effects }: Services,
  key: Key,
  { to, cc, customerAddress, isGiven }: Recipients & { customerAddress: string | null; isGiven: Recipients },
): Promise<void> {
  const named = new Set([...isGiven.to, ...isGiven.cc].map(({ address }) => address))
  const people = [...to, ...cc].map(({ name, address }) => {
    const role = address === customerAddress ? ('CUSTOMER' as const) : ('CC' as const)
    return { name, address, role, verified: true, addedBy: named.has(address) ? ('AGENT' as const) : ('MAIL' as const) }
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

/** Returns the headers by which Outlook keeps a conversation together, as the mail answered has them. */
function getOutlookHeaders(answered: ThreadMail['email'] | null): [string, string][] {
  const named = [
    ['Thread-Index', answered?.threadIndex],
    ['Thread-Topic', answered?.threadTopic],
  ] as const
  return named.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

/** Quotes the message that the reply answers. The history below it is left out, because it would grow with every reply. */
async function quote(tx: Queryable, key: Key, { timezone, locale }: MailThread, id: Uuid | null): Promise<MailSnapshot['quoted']> {
  const quoted = await tx.first(findQuotedMessage, { ...key, id })
  if (!quoted) return null
  const { body, bodyFormat, bodyText, quotedFrom, replyFrom, authorName, createdAt } = quoted
  const isWhole = quotedFrom === null && replyFrom === 0
  const text: MailText = isWhole
    ? { body, bodyFormat }
    : { body: bodyText.slice(replyFrom, quotedFrom ?? undefined).trimEnd(), bodyFormat: 'text' }
  return { attribution: writeAttribution({ date: createdAt, name: authorName ?? 'the customer', locale, timezone }), ...text }
}
