/** Collects the tenant's own addresses: those of its inboxes, with any plus suffix. */
import type { Uuid } from '#platform/ids.ts'
import { listPlusForms } from '../../inboxes/index.ts'

/** An address of an inbox: its own, an alias or its forwarding address, in canonical form. */
export type InboxAddress = { readonly inboxId: Uuid; readonly address: string; readonly active: boolean }

export type OwnAddresses = {
  /** Returns the inbox of an address; null if no inbox of the tenant has it. */
  findInbox(address: string): InboxAddress | null
  /** Whether the service itself sends from this address: an inbox's address, or MAIL_FROM. */
  has(address: string): boolean
}

/** Creates the look-up. `mailFrom` is the sender of system mail, which belongs to no inbox. */
export function createOwnAddresses(inboxes: readonly InboxAddress[], mailFrom: string): OwnAddresses {
  const byAddress = new Map<string, InboxAddress>()
  // If several inboxes have the address, an active one wins.
  for (const inbox of inboxes) if (!byAddress.get(inbox.address)?.active) byAddress.set(inbox.address, inbox)
  const findInbox = (address: string): InboxAddress | null => {
    for (const form of listPlusForms(address)) {
      const inbox = byAddress.get(form)
      if (inbox !== undefined) return inbox
    }
    return null
  }
  return { findInbox, has: (address) => findInbox(address) !== null || listPlusForms(address).includes(mailFrom) }
}
