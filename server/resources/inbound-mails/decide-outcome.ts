/** Decides the outcome of a mail: runs the guards in order, around the choice of the thread. */
import type { Uuid } from '#platform/ids.ts'
import type { MailGuards } from '#platform/mail-guards.ts'
import { testMailHeader } from '../mail/index.ts'
import type { ParsedMail } from './parse/parsed-mail.ts'
import { chooseAgentMail, hasFailedAuthentication, isAuthenticated, isDoubtful } from './guards/authenticate-sender.ts'
import type { Authentication } from './guards/authentication-results.ts'
import type { Bounce } from './guards/read-bounce.ts'
import { classifyAutomatic, isMarkedAsSpam, type AutomaticClass } from './guards/classify-automatic.ts'
import { isFlood, type FloodCounts } from './guards/floods.ts'
import { isLoop } from './guards/loops.ts'
import { findHeader } from './guards/header-values.ts'
import { applySenderRules, type SenderRule } from './guards/sender-rules.ts'
import { settleBounce, type BouncedRecipient } from './guards/settle-bounce.ts'
import {
  acceptCandidate,
  decideThread,
  type AcceptedCandidate,
  type CandidateThread,
  type ThreadDecision,
} from './threading/decide-thread.ts'
import type { MailSender } from './threading/find-sender.ts'
import type { OwnAddresses } from './threading/own-addresses.ts'

/** Reason why a mail waits for an agent. */
export type SuspendCause =
  | 'AUTOMATIC'
  | 'BOUNCE_UNMATCHED'
  | 'BULK'
  | 'SPAM'
  | 'AUTHENTICATION'
  | 'BLOCKED'
  | 'FLOOD'
  | 'LOOP'
  | 'SELF_SENT'
  | 'UNVERIFIED_AGENT'
  | 'NO_SENDER'
  | 'INBOX_INACTIVE'
  | 'TOO_MANY_PARTICIPANTS'

/** Everything that must be loaded before the decision about a mail. */
export type OutcomeEvidence = {
  /** An earlier mail with the same identity, or null. */
  readonly earlier: { readonly id: Uuid; readonly differs: boolean } | null
  readonly mail: Pick<ParsedMail, 'headers' | 'from' | 'sender' | 'subject' | 'report' | 'forwarded'>
  /** Result of `findSender`. */
  readonly sender: MailSender | null
  readonly own: OwnAddresses
  /** The id in the mail's Message-ID or `X-Skein-Message`, if this service signed it. */
  readonly signedId: Uuid | null
  /** Null for mail that is not a bounce. */
  readonly bounce: Bounce | null
  /** Delivery of the message that the bounce reports; null if no message is found. */
  readonly bouncedDelivery: {
    readonly messageId: Uuid
    readonly recipients: readonly string[]
    /** Recipients for whom the report is trusted: the only recipient, or those whose marks it returns. */
    readonly proved: readonly string[]
  } | null
  /**
   * Recipients whose marks the bounce returns, for an id that this service signed but that belongs to no message: an invitation, a notice,
   * or an erased message. Null if the bounce names no such id.
   */
  readonly systemBounced: readonly string[] | null
  readonly candidates: readonly CandidateThread[]
  readonly authentication: Authentication
  /** Settings of the inbox that `chooseInbox` returns. */
  readonly inbox: {
    readonly inboxId: Uuid
    readonly active: boolean
    readonly rules: {
      readonly bulk: 'ACCEPT' | 'SUSPEND'
      readonly failedAuthentication: 'MARK' | 'SUSPEND'
      readonly agentMail: 'NOTE' | 'REPLY' | 'OFF'
    }
  }
  readonly senderRules: readonly SenderRule[]
  /** The active user with the sender's address, or null. */
  readonly agentId: Uuid | null
  readonly floodCounts: FloodCounts
  readonly installation: string
  readonly limits: MailGuards
  /** Set when an agent has released the mail, which then passes all guards. */
  readonly release: {
    /** Thread that the agent chose, or null. */
    readonly thread: CandidateThread | null
    readonly inboxId: Uuid | null
    /** Address of the customer whom the agent chose, for mail without a sender; or null. */
    readonly customerAddress: string | null
  } | null
}

/** Outcome of a mail that becomes a message. */
export type MessageOutcome = {
  readonly outcome: 'MESSAGE'
  readonly thread: ThreadDecision
  /** Inbox of a new thread. */
  readonly inboxId: Uuid
  readonly sender: MailSender
  /** Role of the message's author. A stranger's address in `sender` becomes a customer, except for automatic replies. */
  readonly author: 'CUSTOMER' | 'AGENT'
  /** AUTO_REPLY changes no status, clock or snooze. It is null for senders that a rule allows. */
  readonly automatic: AutomaticClass | null
  /** Whether the headers mark the mail as automatic, even if a rule allows its sender. Such mail gets no automatic reply. */
  readonly isMarkedAutomatic: boolean
  /** True for an agent's note or a side conversation. An AGENT's message that is not internal is forwarded to the customer. */
  readonly internal: boolean
  /** True when an agent forwarded a customer's mail: the thread belongs to the original sender, and the agent's words become a note. */
  readonly isForward: boolean
}

export type MailOutcome =
  /** A copy of an earlier mail. */
  | { readonly outcome: 'DUPLICATE'; readonly duplicateOf: Uuid; readonly differs: boolean }
  | { readonly outcome: 'OWN'; readonly signedId: Uuid }
  | {
      readonly outcome: 'BOUNCE'
      readonly messageId: Uuid
      /** Recipients who complained. */
      readonly complaining: readonly string[]
      readonly recipients: readonly BouncedRecipient[]
      /** Recipients for whom another recipient could have forged the report. The report is shown, but changes nothing. */
      readonly unproved: readonly string[]
    }
  /** A report about system mail, such as an invitation. */
  | { readonly outcome: 'SYSTEM_BOUNCE'; readonly recipients: readonly BouncedRecipient[] }
  | { readonly outcome: 'SUSPENDED'; readonly cause: SuspendCause }
  | MessageOutcome

/** Maximum number of participants in a thread that a stranger with the secret address may still join. */
const maxParticipants = 48

export function decideOutcome(evidence: OutcomeEvidence): MailOutcome {
  const { mail, sender, release, bounce, earlier } = evidence
  if (release === null) {
    if (earlier !== null) return { outcome: 'DUPLICATE', duplicateOf: earlier.id, differs: earlier.differs }
    // Copies in the sent folder, blind copies to oneself, and round trips.
    if (evidence.signedId !== null && (isFromOwn(evidence) || isTestMail(mail))) return { outcome: 'OWN', signedId: evidence.signedId }
    if (bounce !== null) return decideBounce(bounce, evidence)
    if (isLoop(mail.headers, evidence.installation, evidence.limits)) return suspend('LOOP')
  }
  if (release?.customerAddress != null) {
    return decideMessage({ ...evidence, agentId: null }, { address: release.customerAddress, name: null, isOwn: false })
  }
  return sender === null ? suspend('NO_SENDER') : decideMessage(evidence, sender)
}

/** Whether From or Sender is an own address, even if the mail names another original sender. */
function isFromOwn({ mail, own }: OutcomeEvidence): boolean {
  const address = (mail.from[0] ?? mail.sender)?.address
  return address !== undefined && own.has(address)
}

function isTestMail({ headers }: OutcomeEvidence['mail']): boolean {
  return findHeader(headers, testMailHeader.toLowerCase()) !== null
}

function decideBounce(bounce: Bounce, { bouncedDelivery, systemBounced }: OutcomeEvidence): MailOutcome {
  if (bouncedDelivery === null)
    return systemBounced === null
      ? suspend('BOUNCE_UNMATCHED')
      : { outcome: 'SYSTEM_BOUNCE', recipients: settleBounce(bounce, systemBounced) }
  const { messageId, recipients, proved } = bouncedDelivery
  const claimed = proved.length > 0 ? [] : settleBounce(bounce, recipients).filter(({ state }) => state === 'BOUNCED')
  return {
    outcome: 'BOUNCE',
    messageId,
    complaining: bounce.kind === 'COMPLAINT' ? proved : [],
    recipients: settleBounce(bounce, proved),
    unproved: claimed.map(({ address }) => address),
  }
}

function decideMessage(evidence: OutcomeEvidence, sender: MailSender): MailOutcome {
  const { mail, release, inbox, authentication } = evidence
  const stated = applySenderRules(evidence.senderRules, sender.address, inbox.inboxId)
  // The rule is for the genuine sender, and according to the domain this mail is forged.
  const isForged = authentication.dmarc === 'FAIL' && isDoubtful(authentication, sender.address)
  const rule = stated === 'ALLOW' && isForged ? null : stated
  const agentMail = evidence.agentId === null ? null : chooseAgentMail(authentication, sender.address, inbox.rules)
  // Treat an unverified agent's mail as a note, so that its thread is found. It is suspended below, unless an agent has released it.
  const facts = { sender: sender.address, agent: agentMail === null ? 'NONE' : agentMail === 'REPLY' ? 'REPLY' : 'NOTE' } as const
  const chosen = release?.thread ?? null
  // For a thread that the agent chose, accept strangers and ignore the subject.
  const candidates = chosen === null ? evidence.candidates : [{ ...chosen, evidence: 'TOKEN' as const }]
  const accepted = acceptCandidate(candidates, facts)
  const marked = classifyAutomatic(mail, accepted !== null)
  // An allowed sender is a system that marks all its mail as automatic, such as monitoring or another helpdesk.
  const automatic = rule === 'ALLOW' ? null : marked
  const subject = chosen === null ? mail.subject : ''
  const thread = decideThread(candidates, accepted, { isAutoReply: automatic === 'AUTO_REPLY', subject })
  if (release === null) {
    const cause = findCause(evidence, { sender, rule, agentMail, accepted, automatic, thread })
    if (cause !== null) return suspend(cause)
  }
  const isInThread = thread.kind !== 'NEW'
  const isAgent = isInThread && thread.sender === 'AGENT'
  return {
    outcome: 'MESSAGE',
    thread,
    inboxId: release?.inboxId ?? inbox.inboxId,
    sender,
    author: isAgent ? 'AGENT' : 'CUSTOMER',
    automatic,
    isMarkedAutomatic: marked !== null,
    internal: thread.kind === 'APPEND' && thread.internal,
    isForward: !isInThread && evidence.agentId !== null && mail.forwarded !== null && isAuthenticated(authentication, sender.address),
  }
}

type Judged = {
  readonly sender: MailSender
  readonly rule: SenderRule['action'] | null
  readonly agentMail: ReturnType<typeof chooseAgentMail> | null
  readonly accepted: AcceptedCandidate | null
  readonly automatic: AutomaticClass | null
  readonly thread: ThreadDecision
}

/** Returns the reason to suspend the mail, or null. A rule that allows the sender overrides markers, but not authentication. */
function findCause(evidence: OutcomeEvidence, judged: Judged): SuspendCause | null {
  const { mail, inbox, authentication, limits } = evidence
  const { sender, rule, agentMail, accepted, automatic, thread } = judged
  const isNew = thread.kind === 'NEW'
  if (sender.isOwn) return 'SELF_SENT'
  if (rule === 'BLOCK') return 'BLOCKED'
  if (rule !== 'ALLOW' && isMarkedAsSpam(mail)) return 'SPAM'
  if (hasFailedAuthentication(authentication, inbox.rules)) return 'AUTHENTICATION'
  if (agentMail === 'SUSPENDED' && accepted?.sender === 'AGENT') return 'UNVERIFIED_AGENT'
  if (isNew && automatic === 'AUTO_REPLY') return 'AUTOMATIC'
  if (isNew && automatic === 'BULK' && inbox.rules.bulk === 'SUSPEND') return 'BULK'
  if (isNew && !inbox.active) return 'INBOX_INACTIVE'
  if (accepted?.sender === 'NEW' && countParticipants(accepted.candidate) >= maxParticipants) return 'TOO_MANY_PARTICIPANTS'
  // Flood limits do not apply to agents.
  return accepted?.sender !== 'AGENT' && isFlood(evidence.floodCounts, thread.kind !== 'APPEND', limits) ? 'FLOOD' : null
}

function countParticipants({ participants }: CandidateThread): number {
  return participants.filter(({ removed }) => !removed).length
}

function suspend(cause: SuspendCause): MailOutcome {
  return { outcome: 'SUSPENDED', cause }
}
