/**
 * Determines the origin of a mail: its verified domain, or the network that sent it. Decisions about an address only count mails of the
 * same origin.
 */
import type { Config } from '../../../config.ts'
import { getNetwork } from '#platform/http/caller-address.ts'
import { createRangeCheck } from '#platform/outbound/addresses.ts'
import type { MailEnvelope } from './envelope.ts'

/** Origin of a mail whose sender's domain vouches for it. */
export const verifiedOrigin = 'VERIFIED'

/** Returns the network of the SMTP client. Empty when unknown, or when the client is a relay for other senders. */
export function findOrigin({ mailIn }: Config, { ip }: MailEnvelope): string {
  return ip === undefined || createRangeCheck(mailIn.trustedRelays)(ip) ? '' : getNetwork(ip)
}
