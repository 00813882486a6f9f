/** Checks the sender of a mail, with the configured name servers and trusted relays. */
import type { Config } from '../../../config.ts'
import { createDnsResolver } from '#platform/dns.ts'
import { createRangeCheck } from '#platform/outbound/addresses.ts'
import type { MailEnvelope } from '../accept/envelope.ts'
import type { Authentication } from './authentication-results.ts'
import { confirmSubject, verifyAuthentication } from './verify-authentication.ts'

type Arrival = { readonly transport: 'SMTP' | 'IMAP' | 'API' | 'PROVIDER'; readonly envelope: MailEnvelope }

/**
 * Verifies a mail. `trustedAuthserv` are the servers whose Authentication-Results the inbox trusts. Never throws: an inconclusive check is
 * UNKNOWN.
 */
export function verifyMail(
  { dnsServers, mailIn }: Config,
  raw: Buffer,
  { transport, envelope }: Arrival,
  trustedAuthserv: readonly string[],
): Promise<Authentication> {
  const { ip, helo = null, mailFrom } = envelope
  const isDirect = transport === 'SMTP' && ip !== undefined
  return verifyAuthentication({
    raw,
    transport: isDirect ? { kind: 'SMTP', ip, helo, mailFrom } : { kind: transport === 'SMTP' ? 'API' : transport },
    trustedAuthserv,
    trustedRelay: isDirect && createRangeCheck(mailIn.trustedRelays)(ip),
    resolver: createDnsResolver({ servers: dnsServers }),
  })
}

/** Returns the results if they cover `sender`, the address that the parser reads as the sender. */
export function confirmSender({ dnsServers }: Config, authentication: Authentication, sender: string | null): Promise<Authentication> {
  return confirmSubject(authentication, sender, createDnsResolver({ servers: dnsServers }))
}
