/** The origin of a mail: what stands behind the address of its sender. Decisions about an address count only mails of one origin. */
import type { Config } from '../../../config.ts'
import { networkOf } from '#platform/http/caller-address.ts'
import { createRangeCheck } from '#platform/outbound/addresses.ts'
import type { MailEnvelope } from './envelope.ts'

/** The origin of a mail whose sender's domain has vouched for it. */
export const verifiedOrigin = 'VERIFIED'

/** Returns the network of the SMTP client. Empty when it is not known, or a relay that hands over mail of others. */
export function findOrigin({ mailIn }: Config, { ip }: MailEnvelope): string {
  return ip === undefined || createRangeCheck(mailIn.trustedRelays)(ip) ? '' : networkOf(ip)
}
