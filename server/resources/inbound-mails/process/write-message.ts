/** Writes a mail as a message: in its thread, as a follow-up, or as a new thread. */
import type { Config } from '../../../config.ts'
import type { Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findCustomerOfAddress, findOrCreateCustomer, verifyTypedAddress } from '../../customers/index.ts'
import { normalizeMessageId, toReferenceHash } from '../../mail/index.ts'
import { appendAgentReply, appendMail, type ArrivedMail, type MailAuthor, startMailThread, type StoredEmail } from '../../threads/index.ts'
import { unmarkFailedUser } from '../../users/index.ts'
import { attachMailFiles, type StoredAttachment } from '../../uploads/index.ts'
import type { MessageOutcome } from '../decide-outcome.ts'
import { isDoubtful } from '../guards/authenticate-sender.ts'
import { nextLoopValues } from '../guards/loops.ts'
import { type AutoReplyFacts, isAnswerable } from '../guards/may-auto-reply.ts'
import type { MailAddress, MailBody, ParsedMail } from '../parse/parsed-mail.ts'
import type { LoadedEvidence, ReadMail } from './load-evidence.ts'
import { clearEmailFailed, insertReferences, type MailRow, wentTo } from './queries.ts'
import { isUnproved, recordPeople } from './record-people.ts'

const maxShownReferences = 50
const maxStoredReferences = 100

export type WriteContext = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly tenantId: Uuid
  readonly config: Config
  readonly secrets: Secrets
}

export type WrittenMessage = { threadId: Uuid; messageId: Uuid; startsThread: boolean }

/** Returns null when the inbox of a new thread is no longer active. */
export async function writeMessage(
  context: WriteContext,
  row: MailRow,
  read: ReadMail,
  files: readonly StoredAttachment[],
  evidence: LoadedEvidence,
  outcome: MessageOutcome,
): Promise<WrittenMessage | null> {
  const { tx, tenantId } = context
  const { mail } = read
  const { thread, sender } = outcome
  const messageId = newId()
  await attachMailFiles(tx, { tenantId, messageId }, files)
  const original = outcome.isForward ? mail.forwarded : null
  const { body, bodyFormat, bodyText, ...offsets } = original?.body ?? mail.body
  const facts = readAutoReplyFacts(row, read, evidence, outcome)
  const arrived: ArrivedWithMail = {
    messageId,
    body: { body, bodyFormat, bodyText },
    attachments: files.length > 0 ? [...files] : null,
    email: { ...toStoredEmail(read, outcome, offsets), ...(facts.isLive && isAnswerable(facts) ? {} : { noAutoReply: true }) },
    receivedAt: row.receivedAt,
    inReplyToId: thread.kind === 'APPEND' ? findAnswered(evidence, thread.threadId) : null,
  }
  const written = await place(context, arrived, evidence, outcome, original?.from ?? null)
  if (written === null) return null
  const { threadId, startsThread } = written
  if (original && original.comment.trim() !== '') await addComment(context, threadId, original.comment, evidence, row)
  await storeReferences(context, mail, messageId)
  if (!outcome.internal && outcome.author === 'CUSTOMER')
    await recordPeople(context, written, read, evidence, outcome, original?.from ?? null)
  if (outcome.automatic === null && !isDoubtful(read.authentication, sender.address)) {
    await tx.rows(clearEmailFailed, { tenantId, address: sender.address })
    if (evidence.hasAgentFailed) await unmarkFailedUser(context, sender.address)
  }
  if (startsThread) enqueueAutomaticReply(context, threadId, read, evidence, facts)
  return { threadId, messageId, startsThread }
}

type ArrivedWithMail = ArrivedMail & { readonly email: StoredEmail }

/**
 * Converts the mail to the first message of a thread. Its sender becomes the customer, even if a stranger to the earlier thread. Folds
 * nothing, because the history is all that agents have.
 */
function toFirstMessage({ email, ...arrived }: ArrivedWithMail): ArrivedMail {
  return { ...arrived, email: { ...email, sender: 'PARTICIPANT', quotedFrom: null }, inReplyToId: null }
}

function toStoredEmail(
  read: ReadMail,
  outcome: MessageOutcome,
  { quotedFrom, replyFrom, truncated }: Pick<MailBody, 'quotedFrom' | 'replyFrom' | 'truncated'>,
): StoredEmail {
  const { mail, authentication } = read
  const { spf, dkim, dmarc, subject, isVouched, by } = authentication
  return {
    direction: 'IN',
    subject: mail.subject,
    from: mail.from[0] ?? mail.sender,
    replyTo: [...mail.replyTo],
    to: [...mail.to],
    cc: [...mail.cc],
    bcc: [],
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo[0] ?? null,
    references: mail.references.slice(-maxShownReferences),
    date: mail.date,
    automatic: outcome.automatic,
    authentication: { spf, dkim, dmarc, domain: isVouched && subject !== null ? getDomain(subject) : null, by },
    sender: outcome.thread.kind === 'NEW' ? 'PARTICIPANT' : outcome.thread.sender,
    quotedFrom,
    replyFrom,
    security: mail.security,
    omitted: [...mail.omitted],
    bodyTruncated: truncated,
    sentOutside: outcome.author === 'AGENT',
    ...getOutlookHeaders(mail),
    ...(isUnproved(read, outcome) ? { isUnproved: true } : {}),
  }
}

function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** Returns the headers by which Outlook groups conversations, for replies to repeat. */
function getOutlookHeaders({ headers }: ParsedMail): Pick<StoredEmail, 'threadIndex' | 'threadTopic'> {
  const read = (name: string): string | undefined => headers.find((header) => header.name === name)?.value.slice(0, 500)
  const [threadIndex, threadTopic] = [read('thread-index'), read('thread-topic')]
  return { ...(threadIndex ? { threadIndex } : {}), ...(threadTopic ? { threadTopic } : {}) }
}

/** Writes the message. A thread closed in the meantime gets a follow-up. */
async function place(
  context: WriteContext,
  arrived: ArrivedWithMail,
  evidence: LoadedEvidence,
  outcome: MessageOutcome,
  original: MailAddress | null,
): Promise<{ threadId: Uuid; startsThread: boolean } | null> {
  const { tx, tenantId } = context
  const { inboxFacts, threads } = evidence
  const { thread, sender, internal } = outcome
  const start = async (followUpOf: Uuid | null): Promise<{ threadId: Uuid; startsThread: boolean } | null> => {
    const person = original ?? sender
    const customer = (await findCustomerOfAddress(tx, tenantId, person.address)) ?? { address: person.address, name: person.name }
    const { inboxId } = outcome
    const earlier = followUpOf === null ? null : threads.get(followUpOf)
    const { subject } = arrived.email
    const target = { customer, inboxId: earlier?.inboxId ?? inboxId, subject, followUpOf, relatedTo: thread.relatedTo }
    const first = toFirstMessage(arrived)
    const threadId =
      (await startMailThread(tx, tenantId, first, target)) ??
      // The earlier thread's inbox is no longer active.
      (earlier ? await startMailThread(tx, tenantId, first, { ...target, inboxId: inboxFacts?.id ?? inboxId }) : null)
    return threadId === null ? null : { threadId, startsThread: true }
  }
  if (thread.kind !== 'APPEND') return start(thread.kind === 'FOLLOW_UP' ? thread.threadId : null)
  const threadCustomerId = threads.get(thread.threadId)?.customerId ?? null
  // An automatic reply comes from a mailbox whose owner may know nothing of it.
  if (outcome.author === 'CUSTOMER' && outcome.automatic === null && threadCustomerId !== null && arrived.inReplyToId !== null)
    await verifyAnswered(context, { customerId: threadCustomerId, address: sender.address, messageId: arrived.inReplyToId })
  const author = await findAuthor(context, outcome, evidence, threadCustomerId)
  const automatic = outcome.automatic === 'AUTO_REPLY'
  if (author.kind === 'AGENT' && !internal) return replyForAgent(context, arrived, author, thread.threadId)
  const appended = await appendMail(tx, tenantId, arrived, { threadId: thread.threadId, author, internal, automatic })
  return appended.isClosed ? start(appended.threadId) : { threadId: appended.threadId, startsThread: false }
}

/** Forwards an agent's reply, written in a mail program, to the customer. In a closed thread it becomes a note. */
async function replyForAgent(
  context: WriteContext,
  arrived: ArrivedWithMail,
  author: Extract<MailAuthor, { kind: 'AGENT' }>,
  threadId: Uuid,
): Promise<{ threadId: Uuid; startsThread: boolean }> {
  const { bodyText } = arrived.body
  const { quotedFrom, replyFrom = 0 } = arrived.email
  const replyText = bodyText.slice(replyFrom, quotedFrom ?? undefined).trim()
  const replied = await appendAgentReply(context, arrived, { threadId, author, replyText })
  const note = { threadId, author, internal: true, automatic: false }
  const written = replied.isClosed ? await appendMail(context.tx, context.tenantId, arrived, note) : replied
  return { threadId: written.threadId, startsThread: false }
}

/**
 * Verifies the address that the thread's customer has typed, if this mail answers one that went to it. Only its reader knows the signed id of
 * that mail.
 */
async function verifyAnswered(
  { tx, effects, tenantId }: WriteContext,
  { customerId, address, messageId }: { customerId: Uuid; address: string; messageId: Uuid },
): Promise<void> {
  if (await tx.first(wentTo, { tenantId, messageId, address }))
    await verifyTypedAddress({ tx, effects, principal: { tenantId } }, customerId, address)
}

/** Returns the author of a message in a thread. An automatic reply creates no customer: its author is the thread's customer. */
async function findAuthor(
  context: WriteContext,
  outcome: MessageOutcome,
  { agentId, agentName }: LoadedEvidence,
  threadCustomerId: Uuid | null,
): Promise<MailAuthor> {
  const { tx, effects, tenantId } = context
  const { sender } = outcome
  if (outcome.author === 'AGENT' && agentId !== null) return { kind: 'AGENT', id: agentId, name: agentName ?? '' }
  if (outcome.automatic === 'AUTO_REPLY') {
    const known = await findCustomerOfAddress(tx, tenantId, sender.address)
    const id = known?.id ?? threadCustomerId
    if (id !== null) return { kind: 'CUSTOMER', id, name: known?.name ?? sender.name }
  }
  const { id, name } = await findOrCreateCustomer({ tx, effects, principal: { tenantId } }, { address: sender.address, name: sender.name })
  return { kind: 'CUSTOMER', id, name }
}

/** Adds the agent's text above a forwarded mail as an internal note. */
async function addComment(
  { tx, tenantId }: WriteContext,
  threadId: Uuid,
  comment: string,
  evidence: LoadedEvidence,
  row: MailRow,
): Promise<void> {
  if (evidence.agentId === null) return
  const author: MailAuthor = { kind: 'AGENT', id: evidence.agentId, name: evidence.agentName ?? '' }
  const body = { body: comment, bodyFormat: 'text', bodyText: comment } as const
  const note = { messageId: newId(), body, attachments: null, email: null, receivedAt: row.receivedAt, inReplyToId: null }
  await appendMail(tx, tenantId, note, { threadId, author, internal: true, automatic: false })
}

async function storeReferences({ tx, tenantId }: WriteContext, mail: ParsedMail, messageId: Uuid): Promise<void> {
  const own = mail.messageId === null ? null : normalizeMessageId(mail.messageId)
  const earlier = [...mail.inReplyTo, ...mail.references.toReversed()].flatMap((id) => normalizeMessageId(id) ?? [])
  const ancestors = [...new Set(earlier)].filter((id) => id !== own).slice(0, maxStoredReferences)
  if (own === null && ancestors.length === 0) return
  const toHex = (id: string): string => toReferenceHash(id).toString('hex')
  const hashes = { own: own === null ? [] : [toHex(own)], ancestors: ancestors.map(toHex) }
  await tx.rows(insertReferences, { tenantId, messageId, ...hashes })
}

/** Returns the message to which the mail replies: the first of its ids that leads to a message of the thread. */
function findAnswered({ found }: LoadedEvidence, threadId: Uuid): Uuid | null {
  return found.find((each) => each.threadId === threadId && each.messageId !== null)?.messageId ?? null
}

type MailFacts = Omit<AutoReplyFacts, 'isNewThread' | 'sent'> & {
  /** False for an imported mail, and for one that an agent released or forwarded. */
  readonly isLive: boolean
}

function readAutoReplyFacts(
  { envelope }: MailRow,
  { mail }: ReadMail,
  { own }: LoadedEvidence,
  { sender, isMarkedAutomatic, isForward }: MessageOutcome,
): MailFacts {
  return {
    isLive: !envelope.isImport && !envelope.release && !isForward,
    isAutomatic: isMarkedAutomatic,
    envelopeFrom: envelope.mailFrom,
    isAddressedToUs: [...mail.to, ...mail.cc].some(({ address }) => own.has(address)),
    sender: sender.address,
    isFromOwnAddress: sender.isOwn || own.has(sender.address),
  }
}

/** Enqueues the automatic reply. The job decides, because the limits count what other mails have caused in the meantime. */
function enqueueAutomaticReply(
  { effects }: WriteContext,
  threadId: Uuid,
  { mail }: ReadMail,
  { inboxFacts, installation }: LoadedEvidence,
  { isLive, ...facts }: MailFacts,
): void {
  if (!inboxFacts || (inboxFacts.autoReply ?? inboxFacts.autoReplyOutsideHours) === null) return
  const input = { inboxId: inboxFacts.id, facts: { ...facts, isNewThread: isLive }, loop: nextLoopValues(mail.headers, installation) }
  effects.enqueue('reply-automatically', { key: threadId, input })
}
