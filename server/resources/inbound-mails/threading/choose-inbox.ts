/** Chooses the inbox of a new thread. */
import type { Uuid } from '#platform/ids.ts'
import type { InboxAddress, OwnAddresses } from './own-addresses.ts'

/** Addresses to which a mail was sent. */
export type MailRoute = {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  /** Recipients of the SMTP envelope, then those in Delivered-To and similar headers. */
  readonly envelope: readonly string[]
  /** Inbox through which the mail arrived. Used when no own address is named. */
  readonly inboxId: Uuid
}

/**
 * Returns the inbox of the first own address in To, then Cc, then the envelope. A mail to two inboxes arrives twice, and both copies lead
 * to the same inbox, so it does not matter which one comes first. Considers inactive inboxes only if no active one is named.
 */
export function chooseInbox({ to, cc, envelope, inboxId }: MailRoute, own: OwnAddresses): Uuid {
  const named = [...to, ...cc, ...envelope]
    .map((address) => own.findInbox(address))
    .filter((inbox): inbox is InboxAddress => inbox !== null)
  return (named.find(({ active }) => active) ?? named[0])?.inboxId ?? inboxId
}
