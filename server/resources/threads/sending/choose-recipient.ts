/** Chooses to whom a provider sends a reply, and whether it may be sent now. */
import { toTypeId } from '#platform/ids.ts'
import type { Capabilities } from '../../../channels/capabilities.ts'
import type { Recipient } from '../../../channels/channel.ts'
import { getChannel } from '../../../channels/index.ts'
import type { ProviderThread } from './provider-queries.ts'

/**
 * Returns the recipient: the person with whom the thread takes place or, if the inbox may begin a conversation, the best that is known of
 * the customer. Null if there is nobody.
 */
export function chooseRecipient(thread: ProviderThread, capabilities: Pick<Capabilities, 'startsConversations'>): Recipient | null {
  const { conversation, identity, name, email, phone, externalId, customerId, inboxType } = thread
  const { readAddress } = getChannel(inboxType)
  const known = [identity, ...[email, phone, externalId].filter((text) => text !== null && 'address' in readAddress(text))]
  const first = capabilities.startsConversations === 'YES' ? known.find((text) => text !== null) : null
  const address = conversation?.address ?? first ?? null
  return address === null ? null : { address, name, email, phone, externalId, customerId: toTypeId('cst', customerId) }
}

/** Whether the time in which a reply is allowed has passed. A customer who has not written yet has no such time. */
export function isWindowClosed({ window }: Pick<Capabilities, 'window'>, secondsSinceCustomer: number | null): boolean {
  return window !== null && secondsSinceCustomer !== null && secondsSinceCustomer > window.seconds
}
