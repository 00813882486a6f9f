/** Chooses the inbox that mails a message. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { type DomainConfig, findSenderProblem, isBelow, requireProvedSender, toDomain, toDomainRule } from '../../inboxes/index.ts'
import { newAddressToken, addAddressToken, type Mailbox } from '../../mail/index.ts'
import { inboxNotSending } from '../record/errors.ts'
import { findSendingInbox, keepMailKey, type MailThread, type SendingInbox } from './mail-queries.ts'

/**
 * Returns the inbox, or null if the message is not mailed. Replies in EMAIL inboxes that can send are mailed unless the caller declines,
 * all others only if the caller requests it. Throws 409 if the caller requests mail and no inbox can send.
 */
export async function chooseSendingInbox(
  db: Queryable,
  config: DomainConfig,
  tenantId: Uuid,
  thread: Pick<MailThread, 'inbox' | 'isMailInbox'>,
  { isAsked, fromInboxId }: { isAsked: boolean; fromInboxId: Uuid | null },
): Promise<SendingInbox | null> {
  const rule = toDomainRule(config)
  if (fromInboxId !== null) {
    const found = await db.first(findSendingInbox, { tenantId, inboxId: fromInboxId, ...rule })
    if (found) return found.inbox
    const details = [{ field: 'fromInboxId', code: 'UNKNOWN', message: 'is not an EMAIL inbox of this tenant that can send' }]
    throw new ApiError(unknownReference, { details })
  }
  if (thread.inbox || !isAsked) return thread.inbox
  // An EMAIL inbox that cannot send was configured that way. Another inbox would reply from an address that the customer does not know.
  const other = thread.isMailInbox ? null : await db.first(findSendingInbox, { tenantId, inboxId: null, ...rule })
  if (!other) throw new ApiError(inboxNotSending)
  return other.inbox
}

function getSender({ address, ownsDomain, email }: SendingInbox) {
  return { address, ownsDomain, sendMode: email.send.mode }
}

/** Throws 409 when the inbox would send through the operator's mail server in the name of a domain that the tenant does not own. */
export async function requireSender(db: Queryable, config: DomainConfig, inbox: SendingInbox): Promise<void> {
  await requireProvedSender(db, config, getSender(inbox))
}

/** Whether the inbox may send from its address. */
export async function maySend(db: Queryable, config: DomainConfig, inbox: SendingInbox): Promise<boolean> {
  return (await findSenderProblem(db, config, getSender(inbox))) === null
}

/** Returns the sender: always the inbox's own address, with the agent's name if the inbox is configured that way. */
export function toSender({ name, address, email }: SendingInbox, agentName: string | null): Mailbox {
  const filled = email.send.fromName.replaceAll('{{agent.name}}', agentName ?? '').replaceAll('{{inbox.name}}', name)
  // Without an agent, the brackets around the inbox's name would be left over.
  const tidy = filled.replaceAll(/\s+/g, ' ').trim()
  return { name: (agentName === null ? tidy.replace(/^\((.*)\)$/, '$1') : tidy) || name, address }
}

/** Returns the address with the thread's token, for replies; null when the inbox may not receive mail to it. */
export async function createReplyAddress(
  tx: Queryable,
  key: { tenantId: Uuid; threadId: Uuid },
  inbox: SendingInbox,
  mailDomain: string,
): Promise<string | null> {
  const { address, email } = inbox
  const { plusAddressing } = email.send
  if (plusAddressing === 'OFF' || (plusAddressing === 'AUTO' && !receivesPlusForms(inbox, mailDomain))) return null
  const kept = await tx.first(keepMailKey, { ...key, token: newAddressToken() })
  return kept && addAddressToken(address, kept.token)
}

/**
 * Whether mail to plus addresses is known to arrive: a round trip has shown it, or such mail goes directly to the service's own SMTP port.
 * At a provider without plus addressing, every reply by a customer would bounce.
 */
function receivesPlusForms({ address, email, plusAddressing, mxLeadsHere }: SendingInbox, mailDomain: string): boolean {
  if (plusAddressing !== null) return plusAddressing
  return email.receive.mode === 'SMTP' && (mxLeadsHere === true || isBelow(toDomain(address), mailDomain))
}
