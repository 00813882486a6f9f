/** Chooses the inbox of a new thread. */
import type { Uuid } from '#platform/ids.ts'
import type { InboxAddress, OwnAddresses } from './own-addresses.ts'

/** The addresses a mail was sent to. */
export type MailRoute = {
  readonly to: readonly string[]
  readonly cc: readonly string[]
  /** Recipients of the SMTP envelope, then those of Delivered-To and similar headers. */
  readonly envelope: readonly string[]
  /** The inbox through which the mail came in; it counts when no own address is named. */
  readonly inboxId: Uuid
}

/**
 * Returns the inbox of the first own address in To, then Cc, then the envelope. A mail to two inboxes arrives twice, and both copies lead to the
 * same inbox, so it does not matter which one comes first. Inactive inboxes count only if no active one is named.
 */
export function chooseInbox({ to, cc, envelope, inboxId }: MailRoute, own: OwnAddresses): Uuid {
  const named = [...to, ...cc, ...envelope]
    .map((address) => own.findInbox(address))
    .filter((inbox): inbox is InboxAddress => inbox !== null)
  return (named.find(({ active }) => active) ?? named[0])?.inboxId ?? inboxId
}
