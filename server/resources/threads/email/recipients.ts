/** Decides who receives a reply if its author chooses no recipients. */
import { readAnswerableEmail, readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Mailbox } from '../../mail/index.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'

/** A public message of a thread that is a mail. */
export type ThreadMail = { readonly id: Uuid; readonly email: StoredEmail }

export type RecipientFacts = {
  /** The latest mails of the thread, latest first. */
  readonly mails: readonly ThreadMail[]
  /** The message that the author chose to answer; null for none. It may be no mail. */
  readonly inReplyToId: Uuid | null
  readonly customer: { readonly name: string | null; readonly address: string | null }
  /** Participants, including removed ones. */
  readonly participants: readonly { readonly address: string; readonly verified: boolean; readonly removed: boolean }[]
  /** Whether an address leads to an inbox of the tenant. */
  readonly isOwn: (address: string) => boolean
  /** Whether mail to an address of a customer is returned for good. */
  readonly hasFailed: (address: string) => boolean
}

export type SuppressedReason = 'REMOVED' | 'UNVERIFIED' | 'FAILED'

export type DefaultRecipients = {
  /** The mail that the reply answers; null if there is none yet. */
  readonly answered: ThreadMail | null
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  /** Addresses that are left out. FAILED addresses are not left out: the agent decides whether to write to them. */
  readonly suppressed: readonly { readonly address: string; readonly reason: SuppressedReason }[]
}

/**
 * Returns the default recipients: the Reply-To of the mail answered, or its sender, and as copies its other recipients. There are no copies if
 * the mail came as a blind copy, because its recipients do not know that the tenant has it.
 */
export function chooseRecipients(facts: RecipientFacts): DefaultRecipients {
  const { customer, isOwn } = facts
  const answered = findAnswered(facts)
  const suppressed = new Map<string, SuppressedReason>()
  const keep = (all: readonly Mailbox[]): Mailbox[] =>
    uniqueMailboxes(all).filter(({ address }) => {
      if (isOwn(address)) return false
      const reason = findReason(facts, address, answered?.email)
      if (reason) suppressed.set(address, reason)
      return reason === null
    })
  const own = customer.address === null ? [] : [{ name: customer.name, address: customer.address }]
  // Without the people whom an unproved Reply-To names, replies go to the sender.
  const named = answered ? keep(getReplyTo(answered.email, isOwn)) : []
  const direct = named.length > 0 || !answered ? named : keep(getWriters(answered.email))
  const to = direct.length > 0 ? direct : keep(own)
  const others = answered && isVisible(answered.email, isOwn) ? keep(getOthers(answered.email)) : []
  const cc = others.filter(({ address }) => !to.some((each) => each.address === address))
  for (const { address } of [...to, ...cc]) if (facts.hasFailed(address)) suppressed.set(address, 'FAILED')
  return { answered, to, cc, suppressed: [...suppressed].map(([address, reason]) => ({ address, reason })) }
}

/** Returns the chosen mail, or the latest one that a person of the conversation wrote. */
function findAnswered(facts: RecipientFacts): ThreadMail | null {
  const { mails, inReplyToId } = facts
  if (inReplyToId !== null) return mails.find(({ id }) => id === inReplyToId) ?? null
  return mails.find(({ email }) => isFromPerson(email) && isOfConversation(facts, email)) ?? null
}

function isFromPerson({ direction, automatic, sender }: StoredEmail): boolean {
  return direction === 'IN' && automatic !== 'AUTO_REPLY' && automatic !== 'BOUNCE' && sender !== 'AGENT'
}

/** True when the sender of a mail is a participant. A stranger is one once an agent has added them. */
function isOfConversation(facts: RecipientFacts, { from, sender }: StoredEmail): boolean {
  if (!from || facts.isOwn(from.address)) return false
  const address = readEmail(from.address) ?? from.address
  const isKnown = facts.participants.some((each) => each.address === address)
  return isKnown ? findReason(facts, address) === null : sender !== 'NEW'
}

/** `answered` is the mail that names the address. An unproved one brings nobody, also if there is no place for more participants. */
function findReason({ participants }: RecipientFacts, address: string, answered?: StoredEmail): SuppressedReason | null {
  const row = participants.find((each) => each.address === address)
  if (row?.removed) return 'REMOVED'
  const isVerified = row ? row.verified : !answered?.isUnproved
  return isVerified ? null : 'UNVERIFIED'
}

/** Returns the Reply-To of a mail that came in. Ignores one that leads back to the tenant, and addresses that cannot be answered. */
function getReplyTo({ direction, replyTo }: StoredEmail, isOwn: RecipientFacts['isOwn']): readonly Mailbox[] {
  return direction === 'OUT' ? [] : replyTo.filter((each) => isAnswerable(each) && !isOwn(each.address))
}

/** Returns the sender of a mail. For a mail that the tenant sent, these are its recipients in To. */
function getWriters({ direction, from, to }: StoredEmail): readonly Mailbox[] {
  if (direction === 'OUT') return to
  return from && isAnswerable(from) ? [from] : []
}

/** False for addresses of machines (`root@server`). */
function isAnswerable({ address }: Mailbox): boolean {
  return readAnswerableEmail(address) !== null
}

function getOthers({ direction, to, cc }: StoredEmail): readonly Mailbox[] {
  return direction === 'OUT' ? cc : [...to, ...cc]
}

/** Whether the tenant was openly a recipient. */
function isVisible({ direction, to, cc }: StoredEmail, isOwn: RecipientFacts['isOwn']): boolean {
  return direction === 'OUT' || [...to, ...cc].some(({ address }) => isOwn(address))
}

/** Returns mailboxes with valid addresses in canonical form, each once. */
export function uniqueMailboxes(all: readonly Mailbox[]): Mailbox[] {
  const byAddress = new Map<string, Mailbox>()
  for (const { name, address } of all) {
    const canonical = readEmail(address)
    if (canonical !== null && !byAddress.has(canonical)) byAddress.set(canonical, { name, address: canonical })
  }
  return [...byAddress.values()]
}
