/** Decides which thread a mail belongs to. */
import type { Uuid } from '#platform/ids.ts'
import { isSameTopic } from '../../mail/index.ts'

/**
 * Kinds of evidence that a mail belongs to a thread, strongest first: the secret token in an address, an id of a message or thread signed
 * by this service, a stored id, the id of an earlier mail that never arrived here, a ticket number in the subject.
 */
export type ThreadEvidence = 'TOKEN' | 'SIGNED_ID' | 'KNOWN_ID' | 'ANCESTOR' | 'NUMBER'

/** A candidate thread of a mail. Merged threads have been replaced by their target, and erased ones left out. */
export type CandidateThread = {
  readonly threadId: Uuid
  readonly evidence: ThreadEvidence
  readonly status: 'open' | 'pending' | 'resolved' | 'closed'
  /** True when the thread was resolved so long ago that a customer's message starts a new thread. */
  readonly isBeyondReopening: boolean
  /** Addresses of the thread's customer and of customers merged into them. */
  readonly customerAddresses: readonly string[]
  /** All addresses of the thread's mails, including those that agents removed. */
  readonly participants: readonly {
    readonly address: string
    readonly role: 'CUSTOMER' | 'CC' | 'AGENT' | 'SIDE'
    /** False for unconfirmed people: strangers with the thread's secret, and people named by an unproved mail. */
    readonly verified: boolean
    readonly removed: boolean
  }[]
  /** Subjects of the thread and of its mails. */
  readonly subjects: readonly string[]
}

/** The author of a mail. `address` is canonical. */
export type MailAuthor = {
  readonly sender: string
  /** Whether the sender is an active user of the tenant, and whether their mail may be forwarded as a reply. */
  readonly agent: 'NONE' | 'NOTE' | 'REPLY'
}

/** A thread that accepts the mail, with the sender's role. An internal message is a note that the customer does not see. */
export type AcceptedCandidate = {
  readonly candidate: CandidateThread
  readonly sender: 'PARTICIPANT' | 'NEW' | 'AGENT'
  readonly internal: boolean
}

/** Threads that the mail mentions without belonging to them, newest first, at most five. */
type Related = { readonly relatedTo: readonly Uuid[] }
type InThread = { readonly threadId: Uuid; readonly evidence: ThreadEvidence; readonly sender: 'PARTICIPANT' | 'NEW' | 'AGENT' } & Related

export type ThreadDecision =
  | ({ readonly kind: 'APPEND'; readonly internal: boolean } & InThread)
  /** A new thread with `followUpOf`, because the thread is closed or was resolved too long ago. */
  | ({ readonly kind: 'FOLLOW_UP' } & InThread)
  | ({ readonly kind: 'NEW' } & Related)

const maxRelated = 5

/**
 * Returns the first candidate that accepts the sender, or null. `candidates` are in the order of evidence: tokens, then signed ids, stored
 * ids and ancestors, each in the order In-Reply-To, then References from last to first, then numbers. A token or a signed id is a secret
 * that only people with a mail of the thread know, so a stranger with one is accepted under their own address. Other Message-IDs and ticket
 * numbers can be known or guessed, so they only count for people of the thread.
 */
export function acceptCandidate(candidates: readonly CandidateThread[], { sender, agent }: MailAuthor): AcceptedCandidate | null {
  for (const candidate of candidates) {
    const { evidence, status } = candidate
    const role = findRole(candidate, sender)
    if (evidence === 'NUMBER' && status === 'closed') continue
    // An agent who asked for help is the customer of that thread.
    if (agent !== 'NONE' && !candidate.customerAddresses.includes(sender))
      return { candidate, sender: 'AGENT', internal: agent === 'NOTE' || status === 'closed' }
    if (role !== null) return { candidate, sender: 'PARTICIPANT', internal: role === 'SIDE' }
    if (isSecret(evidence)) return { candidate, sender: 'NEW', internal: false }
  }
  return null
}

/** Decides about a mail whose candidates have been checked. */
export function decideThread(
  candidates: readonly CandidateThread[],
  accepted: AcceptedCandidate | null,
  { isAutoReply, subject }: { isAutoReply: boolean; subject: string },
): ThreadDecision {
  if (accepted === null) return { kind: 'NEW', relatedTo: listRelated(candidates, null) }
  const { candidate, sender, internal } = accepted
  const { threadId, evidence, status } = candidate
  const thread = { threadId, evidence, sender, relatedTo: listRelated(candidates, threadId) }
  const append: ThreadDecision = { kind: 'APPEND', internal, ...thread }
  // Agents' mails, notes and automatic replies are no customer requests, so they stay in the thread whatever its status.
  if (isAutoReply || internal || sender === 'AGENT' || status === 'open' || status === 'pending') return append
  // People start a new topic by replying to an old mail with a new subject.
  if (!isSubjectOf(candidate, subject)) return { kind: 'NEW', relatedTo: listRelated(candidates, null) }
  return status === 'closed' || candidate.isBeyondReopening ? { kind: 'FOLLOW_UP', ...thread } : append
}

/** Returns the sender's role. Null for a stranger whom no agent has added, and for a participant whom an agent removed. */
function findRole(candidate: CandidateThread, address: string): 'PUBLIC' | 'SIDE' | null {
  const row = candidate.participants.find((participant) => participant.address === address)
  if (row?.removed) return null
  if (candidate.customerAddresses.includes(address)) return 'PUBLIC'
  // A person in a side conversation appears in mails of the thread, but only in internal ones.
  if (row === undefined || !row.verified) return null
  return row.role === 'SIDE' ? 'SIDE' : 'PUBLIC'
}

function isSubjectOf({ subjects, evidence }: CandidateThread, subject: string): boolean {
  return subjects.some((each) => isSameTopic(subject, each, { isSigned: isSecret(evidence) }))
}

/** Whether only people with a mail of the thread know this evidence. */
function isSecret(evidence: ThreadEvidence): boolean {
  return evidence === 'TOKEN' || evidence === 'SIGNED_ID'
}

/** Returns the related threads. Ids of threads sort by creation time. */
function listRelated(candidates: readonly CandidateThread[], except: Uuid | null): Uuid[] {
  const ids = new Set(candidates.map(({ threadId }) => threadId).filter((id) => id !== except))
  return [...ids].toSorted().toReversed().slice(0, maxRelated)
}
