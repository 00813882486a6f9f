/** Loads everything that the decision about a mail needs. */
import type { Config } from '../../../config.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findMarkedRecipients, getInstallation, readSignedMessageId, signedMessageHeader, toReferenceHash } from '../../mail/index.ts'
import { defaultEmailSettings } from '../../../channels/email/settings.ts'
import { verifiedOrigin } from '../accept/origin.ts'
import type { OutcomeEvidence } from '../decide-outcome.ts'
import { isAuthenticated } from '../guards/authenticate-sender.ts'
import type { Authentication } from '../guards/authentication-results.ts'
import { findHeader } from '../guards/header-values.ts'
import { findReturnedRecipients } from '../guards/bounce-text.ts'
import type { Bounce } from '../guards/read-bounce.ts'
import { listSenderPatterns } from '../guards/sender-rules.ts'
import type { ParsedMail } from '../parse/parsed-mail.ts'
import { chooseInbox } from '../threading/choose-inbox.ts'
import type { CandidateThread } from '../threading/decide-thread.ts'
import { findThreadLinks, listEnvelope } from '../threading/find-links.ts'
import { findSender } from '../threading/find-sender.ts'
import { toOriginIdentity } from '../threading/mail-identity.ts'
import { createOwnAddresses } from '../threading/own-addresses.ts'
import {
  countRecent,
  findAgent,
  findCandidates,
  findEarlierMails,
  findMessagesByReference,
  findSentMessage,
  type FoundCandidate,
  type InboxFacts,
  listEmailInboxes,
  listInboxAddresses,
  listSenderRules,
  type MailRow,
  readThreadFacts,
  type ThreadFacts,
} from './queries.ts'

type Services = { readonly config: Config; readonly secrets: Secrets }

/** A mail whose bytes have been parsed. */
export type ReadMail = { readonly mail: ParsedMail; readonly authentication: Authentication; readonly bounce: Bounce | null }

export type LoadedEvidence = OutcomeEvidence & {
  /** The inbox of a new thread; null when the tenant no longer has an EMAIL inbox. */
  readonly inboxFacts: InboxFacts | null
  readonly threads: ReadonlyMap<Uuid, ThreadFacts>
  readonly found: readonly FoundCandidate[]
  readonly agentName: string | null
  /** Origin of the mail, now that it has been verified. */
  readonly origin: string
  /** True when mail to the agent's address has bounced before. */
  readonly hasAgentFailed: boolean
}

export async function loadEvidence(
  db: Queryable,
  { config, secrets }: Services,
  tenantId: Uuid,
  row: MailRow,
  { mail, authentication, bounce }: ReadMail,
): Promise<LoadedEvidence> {
  const identities = toIdentities(secrets, row)
  const [inboxes, addresses, earlier] = await Promise.all([
    db.rows(listEmailInboxes, { tenantId }),
    db.rows(listInboxAddresses, { tenantId }),
    identities ? db.rows(findEarlierMails, { tenantId, id: row.id, ...identities }) : [],
  ])
  const own = createOwnAddresses(addresses, config.mail.from)
  const envelope = listEnvelope(mail, row.envelope.rcpt)
  const [to, cc] = [mail.to.map(({ address }) => address), mail.cc.map(({ address }) => address)]
  const release = row.envelope.release ?? null
  // Without an EMAIL inbox no id matches, so the mail is suspended like one for an inactive inbox.
  const fallbackId = row.inboxId ?? inboxes[0]?.id ?? row.id
  const inboxId = release?.inboxId ?? chooseInbox({ to, cc, envelope, inboxId: fallbackId }, own)
  const inboxFacts = inboxes.find(({ id }) => id === inboxId) ?? inboxes[0] ?? null
  const rules = (inboxFacts?.email ?? defaultEmailSettings).rules
  const sender = findSender(mail, own, rules.replyToOf)
  const address = sender?.address ?? ''
  const origin = isAuthenticated(authentication, address) ? verifiedOrigin : row.origin
  // A bounce belongs to no thread, unless an agent has released it as a message.
  const found = bounce === null || release !== null ? await findThreads(db, secrets, tenantId, mail, row.envelope.rcpt) : []
  const ids = [...new Set([...found.map(({ threadId }) => threadId), ...(release?.threadId ? [release.threadId] : [])])]
  const threads = new Map(ids.length === 0 ? [] : (await db.rows(readThreadFacts, { tenantId, ids })).map((facts) => [facts.id, facts]))
  const candidates = found.flatMap(({ threadId, evidence }) => toCandidate(threads.get(threadId), evidence))
  const window = { windowSeconds: config.mailIn.guards.floodWindowSeconds, blockSeconds: config.mailIn.guards.floodBlockSeconds }
  const [agent, senderRules, floodCounts] = await Promise.all([
    db.first(findAgent, { tenantId, address }),
    db.rows(listSenderRules, { tenantId, patterns: listSenderPatterns(address) }),
    db.first(countRecent, { tenantId, id: row.id, inboxId, sender: address, origin, threadId: candidates[0]?.threadId ?? null, ...window }),
  ])
  return {
    mail,
    // A verified mail is never the duplicate of one that anybody may have written.
    earlier: earlier.find(({ isVerified }) => isVerified || !authentication.isVouched) ?? null,
    origin,
    sender,
    own,
    signedId: findSignedId(secrets, tenantId, mail),
    bounce,
    bouncedDelivery: bounce && (await findBounced(db, secrets, tenantId, bounce)),
    systemBounced: bounce && findSystemBounced(secrets, tenantId, bounce),
    candidates,
    authentication,
    inbox: { inboxId: inboxFacts?.id ?? inboxId, active: inboxFacts?.active ?? false, rules },
    senderRules,
    agentId: agent?.id ?? null,
    agentName: agent?.name ?? null,
    hasAgentFailed: agent?.hasFailed ?? false,
    floodCounts: floodCounts ?? { isBlocked: false, newThreads: 0, sameMails: 0, mailsInThread: 0 },
    installation: getInstallation(secrets),
    limits: config.mailIn.guards,
    release: release && {
      thread: (release.threadId && toCandidate(threads.get(release.threadId), 'TOKEN')[0]) || null,
      inboxId: release.inboxId,
      customerAddress: release.customerAddress,
    },
    inboxFacts,
    threads,
    found,
  }
}

/** Returns the identities of a mail; null for a mail accepted by an earlier version. */
export function toIdentities(
  secrets: Secrets,
  { identity, origin }: Pick<MailRow, 'identity' | 'origin'>,
): { identity: string; originIdentity: string } | null {
  return identity === null ? null : { identity, originIdentity: toHex(toOriginIdentity(secrets, Buffer.from(identity, 'hex'), origin)) }
}

/**
 * Returns the signed id in the Message-ID, or else in our own header. Some mail services, such as Amazon SES, replace the Message-ID of
 * outgoing mail but keep the header.
 */
function findSignedId(secrets: Secrets, tenantId: Uuid, { messageId, headers }: ParsedMail): Uuid | null {
  const read = (text: string | null): Uuid | null => (text === null ? null : readSignedMessageId(secrets, tenantId, text))
  return read(messageId) ?? read(findHeader(headers, signedMessageHeader.toLowerCase()))
}

async function findThreads(
  db: Queryable,
  secrets: Secrets,
  tenantId: Uuid,
  mail: ParsedMail,
  rcpt: readonly string[],
): Promise<FoundCandidate[]> {
  const { tokens, signedMessages, signedThreads, ids, ticketNumbers, publicNumbers } = findThreadLinks(mail, rcpt, secrets, tenantId)
  // The last digits of a ticket number are the thread's public number, which has an index.
  const numbers = [...publicNumbers, ...ticketNumbers.map((each) => Number(/\d+$/.exec(each)?.[0] ?? 0))].filter(
    (number) => number > 0 && number < 2 ** 31,
  )
  return db.rows(findCandidates, {
    tenantId,
    tokens: [...tokens],
    signed: [...signedMessages],
    signedThreads: [...signedThreads],
    hashes: ids.flatMap(({ hash, aliasHash }) => [toHex(hash), toHex(aliasHash)]),
    publicNumbers: numbers,
    ticketNumbers: [...ticketNumbers],
  })
}

/** Returns the hashes by which to look up an id: of the whole id, and of the part before the @, which is all that some providers report. */
function toReferenceForms(id: string): string[] {
  const at = id.lastIndexOf('@')
  return (at > 0 ? [id, id.slice(0, at)] : [id]).map((form) => toHex(toReferenceHash(form)))
}

function toCandidate(facts: ThreadFacts | undefined, evidence: FoundCandidate['evidence']): CandidateThread[] {
  if (!facts) return []
  const { id, status, isBeyondReopening, customerAddresses, participants, subjects } = facts
  return [{ threadId: id, evidence, status, isBeyondReopening, customerAddresses, participants, subjects }]
}

async function findBounced(db: Queryable, secrets: Secrets, tenantId: Uuid, bounce: Bounce): Promise<OutcomeEvidence['bouncedDelivery']> {
  const signed = bounce.signedMessages.length > 0 ? await db.first(findSentMessage, { tenantId, ids: [...bounce.signedMessages] }) : null
  const known = signed ? [] : await db.rows(findMessagesByReference, { tenantId, hashes: bounce.otherIds.flatMap(toReferenceForms) })
  const found = signed ?? (known.length > 0 ? await db.first(findSentMessage, { tenantId, ids: known.map(({ id }) => id) }) : null)
  if (!found) return null
  const { id: messageId, recipients, isKnownToOthers } = found
  // A later mail names its id in References, so everybody in the thread knows it.
  const isSecret = recipients.length === 1 && !isKnownToOthers
  return {
    messageId,
    recipients,
    proved: isSecret ? recipients : findMarkedRecipients(secrets, { tenantId, messageId }, recipients, bounce.text),
  }
}

/** Returns the recipients of system mail whose marks a bounce returns; null when the bounce reports no system mail. */
function findSystemBounced(secrets: Secrets, tenantId: Uuid, { signedMessages, report, failedRecipients, text }: Bounce): string[] | null {
  if (signedMessages.length === 0) return null
  const named = [...report.map(({ address }) => address), ...failedRecipients, ...findReturnedRecipients(text)]
  const unique = [...new Set(named)]
  const marked = signedMessages.flatMap((messageId) => findMarkedRecipients(secrets, { tenantId, messageId }, unique, text))
  return [...new Set(marked)]
}

/** Encodes bytes as hexadecimal, because the driver cannot send arrays of bytes. */
function toHex(bytes: Buffer): string {
  return bytes.toString('hex')
}
