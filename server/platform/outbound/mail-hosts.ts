/**
 * Decides which mail servers tenants may name, for sending and receiving: only public addresses and those that the operator allows, and
 * only mail ports or ports that no system service uses.
 */
import { isIP } from 'node:net'
import { createAddressRule, parseRange } from './addresses.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'

/** Thrown for a host or a port that a tenant may not name. The message is for the tenant and reveals nothing about this network. */
export class ForbiddenHostError extends Error {}

/**
 * Returns the addresses to connect to. The caller must connect to no others, so that a DNS server cannot respond differently between check
 * and connection (DNS rebinding). Throws ForbiddenHostError, or another error when the host cannot be resolved.
 */
export type ResolveMailHost = (host: string, port: number) => Promise<readonly string[]>

const mailPorts: ReadonlySet<number> = new Set([25, 143, 465, 587, 993])

const operatorHint = 'Ask your operator to allow it (MAIL_ALLOWED_CIDRS).'

export function createMailHostRule({
  allowedCidrs,
  resolveHost = createResolveHost(),
}: {
  allowedCidrs: readonly string[]
  resolveHost?: ResolveHost
}): ResolveMailHost {
  const isAllowed = createAddressRule(allowedCidrs.map(parseRange))
  return async (given, port) => {
    if (!mailPorts.has(port) && !(port > 1024 && port <= 65_535))
      throw new ForbiddenHostError('The port must be 25, 143, 465, 587, 993 or above 1024.')
    const host = given.replace(/^\[|\]$/g, '')
    if (isIP(host)) {
      if (isAllowed(host)) return [host]
      throw new ForbiddenHostError(`This server has a private address. ${operatorHint}`)
    }
    // The system would accept some hosts of digits and dots as addresses, for example 127.1.
    if (!/^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?$/i.test(host) || /^[\d.]*$|^0x/i.test(host))
      throw new ForbiddenHostError('The host must be a host name or an IP address.')
    const addresses = await resolveHost(host)
    if (addresses.length === 0) throw new Error(`The host ${host} does not resolve to an address.`)
    if (!addresses.every(isAllowed)) throw new ForbiddenHostError(`This server’s name leads to a private address. ${operatorHint}`)
    return addresses
  }
}
