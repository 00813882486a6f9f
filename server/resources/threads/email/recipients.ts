/** Chooses the default recipients of a reply. */
import { readAnswerableEmail, readEmail } from '#platform/email.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Mailbox } from '../../mail/index.ts'
import type { StoredEmail } from '../record/message-email-schema.ts'

/** A public message of a thread that is a mail. */
export type ThreadMail = { readonly id: Uuid; readonly email: StoredEmail }

export type RecipientFacts = {
  /** Latest mails of the thread, latest first. */
  readonly mails: readonly ThreadMail[]
  /** Message to which the author chose to reply; null for none. It may not be a mail. */
  readonly inReplyToId: Uuid | null
  readonly customer: { readonly name: string | null; readonly address: string | null }
  /** Participants, including removed ones. */
  readonly participants: readonly { readonly address: string; readonly verified: boolean; readonly removed: boolean }[]
  /** Whether an address belongs to an inbox of the tenant. */
  readonly isOwn: (address: string) => boolean
  /** Whether a customer's address has a hard bounce. */
  readonly hasFailed: (address: string) => boolean
}

export type SuppressedReason = 'REMOVED' | 'UNVERIFIED' | 'FAILED'

export type DefaultRecipients = {
  /** Mail to which the reply responds; null if there is none yet. */
  readonly answered: ThreadMail | null
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  /** Addresses that are left out. Does not include FAILED addresses, because the agent decides whether to write to those. */
  readonly suppressed: readonly { readonly address: string; readonly reason: SuppressedReason }[]
}

/**
 * Returns the default recipients: the Reply-To or sender of the original mail, and its other recipients as copies. No copies if the mail
 * came as a blind copy, because its recipients do not know that the tenant has it.
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
  // Leave out people named by an unproved Reply-To, so that replies go to the sender.
  const named = answered ? keep(getReplyTo(answered.email, isOwn)) : []
  const direct = named.length > 0 || !answered ? named : keep(getWriters(answered.email))
  const to = direct.length > 0 ? direct : keep(own)
  const others = answered && isVisible(answered.email, isOwn) ? keep(getOthers(answered.email)) : []
  const cc = others.filter(({ address }) => !to.some((each) => each.address === address))
  for (const { address } of [...to, ...cc]) if (facts.hasFailed(address)) suppressed.set(address, 'FAILED')
  return { answered, to, cc, suppressed: [...suppressed].map(([address, reason]) => ({ address, reason })) }
}

/** Returns the chosen mail, or the latest by a member of the conversation. */
function findAnswered(facts: RecipientFacts): ThreadMail | null {
  const { mails, inReplyToId } = facts
  if (inReplyToId !== null) return mails.find(({ id }) => id === inReplyToId) ?? null
  return mails.find(({ email }) => isFromPerson(email) && isOfConversation(facts, email)) ?? null
}

function isFromPerson({ direction, automatic, sender }: StoredEmail): boolean {
  return direction === 'IN' && automatic !== 'AUTO_REPLY' && automatic !== 'BOUNCE' && sender !== 'AGENT'
}

/** True when a mail's sender is a participant. A stranger is one after an agent has added them. */
function isOfConversation(facts: RecipientFacts, { from, sender }: StoredEmail): boolean {
  if (!from || facts.isOwn(from.address)) return false
  const address = readEmail(from.address) ?? from.address
  const isKnown = facts.participants.some((each) => each.address === address)
  return isKnown ? findReason(facts, address) === null : sender !== 'NEW'
}

/**
 * Returns the reason for leaving an address out, or null. `answered` is the mail that names the address. An unproved mail adds nobody, even
 * when the thread is full.
 */
function findReason({ participants }: RecipientFacts, address: string, answered?: StoredEmail): SuppressedReason | null {
  const row = participants.find((each) => each.address === address)
  if (row?.removed) return 'REMOVED'
  const isVerified = row ? row.verified : !answered?.isUnproved
  return isVerified ? null : 'UNVERIFIED'
}

/** Returns the Reply-To of an incoming mail. Ignores own addresses of the tenant, and addresses to which no mail can be sent. */
function getReplyTo({ direction, replyTo }: StoredEmail, isOwn: RecipientFacts['isOwn']): readonly Mailbox[] {
  return direction === 'OUT' ? [] : replyTo.filter((each) => isAnswerable(each) && !isOwn(each.address))
}

/** Returns the sender of a mail or, for a mail by the tenant, its recipients in To. */
function getWriters({ direction, from, to }: StoredEmail): readonly Mailbox[] {
  if (direction === 'OUT') return to
  return from && isAnswerable(from) ? [from] : []
}

/** False for addresses of machines (`root@server`), to which no mail can be sent. */
function isAnswerable({ address }: Mailbox): boolean {
  return readAnswerableEmail(address) !== null
}

function getOthers({ direction, to, cc }: StoredEmail): readonly Mailbox[] {
  return direction === 'OUT' ? cc : [...to, ...cc]
}

/** Whether the tenant was a visible recipient. */
function isVisible({ direction, to, cc }: StoredEmail, isOwn: RecipientFacts['isOwn']): boolean {
  return direction === 'OUT' || [...to, ...cc].some(({ address }) => isOwn(address))
}

/** Returns mailboxes with valid addresses in canonical form, without duplicates. */
export function uniqueMailboxes(all: readonly Mailbox[]): Mailbox[] {
  const byAddress = new Map<string, Mailbox>()
  for (const { name, address } of all) {
    const canonical = readEmail(address)
    if (canonical !== null && !byAddress.has(canonical)) byAddress.set(canonical, { name, address: canonical })
  }
  return [...byAddress.values()]
}
