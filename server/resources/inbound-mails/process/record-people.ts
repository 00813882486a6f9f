/** Adds the people of a mail to its thread as participants. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { hasAddress } from '../../customers/index.ts'
import { announceParticipants, recordParticipants } from '../../threads/index.ts'
import type { MessageOutcome } from '../decide-outcome.ts'
import { isAuthenticated, isDoubtful } from '../guards/authenticate-sender.ts'
import type { MailAddress } from '../parse/parsed-mail.ts'
import type { LoadedEvidence, ReadMail } from './load-evidence.ts'

/**
 * True when a mail is in a thread although its sender is unproved: no domain vouches for the address. Anybody who knows an address and a
 * ticket number can write such a mail. A secret of the thread proves the sender only if the mail could not be checked, because people
 * removed from the thread know the secret, too.
 */
export function isUnproved({ authentication }: ReadMail, { sender, thread }: MessageOutcome): boolean {
  if (thread.kind === 'NEW') return false
  const hasSecret = thread.evidence === 'TOKEN' || thread.evidence === 'SIGNED_ID'
  return hasSecret ? isDoubtful(authentication, sender.address) : !isAuthenticated(authentication, sender.address)
}

/**
 * Adds the sender and the other people of the mail as participants. A stranger's mail only adds the stranger. People named by an unproved
 * mail, including in Reply-To, get no replies until an agent adds them.
 */
export async function recordPeople(
  { tx, effects, tenantId }: { readonly tx: Queryable; readonly effects: Effects; readonly tenantId: Uuid },
  { threadId, startsThread }: { threadId: Uuid; startsThread: boolean },
  read: ReadMail,
  { own }: LoadedEvidence,
  outcome: MessageOutcome,
  original: MailAddress | null,
): Promise<void> {
  const { mail } = read
  const { sender, thread, automatic } = outcome
  if (automatic === 'AUTO_REPLY') return
  const isStranger = !startsThread && thread.kind !== 'NEW' && thread.sender === 'NEW'
  const person = original ?? sender
  const verified = !isUnproved(read, outcome)
  const named = [...mail.to, ...mail.cc, ...(verified ? [] : mail.replyTo)]
  const others = isStranger || original ? [] : named.filter(({ address }) => !own.has(address))
  const people = [
    {
      address: person.address,
      name: person.name,
      role: startsThread ? ('CUSTOMER' as const) : ('CC' as const),
      verified: !isStranger,
      addedBy: 'MAIL' as const,
    },
    ...others.map(({ address, name }) => ({ address, name, role: 'CC' as const, verified, addedBy: 'MAIL' as const })),
  ]
  // An agent can release a mail for a customer without an address.
  const reachable = people.filter(({ address }) => hasAddress(address))
  const { changed } = await recordParticipants(tx, { tenantId, threadId }, reachable)
  if (changed) await announceParticipants(tx, effects, { tenantId, threadId })
}
