/** The network address of a request's sender. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * Returns the caller's address. Behind a trusted proxy this is the last entry of X-Forwarded-For, which the proxy itself added; earlier
 * entries may be forged. Removes the port that some proxies append, because otherwise every connection would count as a different address.
 * Converts IPv4-mapped addresses (`::ffff:192.0.2.1`), which a dual-stack socket reports, to IPv4.
 */
export function getAddress(req: IncomingMessage, trustProxy: boolean): string {
  const peer = withoutMapping(req.socket.remoteAddress ?? '')
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined
  if (forwarded === undefined) return peer
  const last = String(forwarded).split(',').at(-1)?.trim() ?? ''
  const address = /^\[(.+)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  return isIP(address) ? withoutMapping(address) : peer
}

function withoutMapping(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return mapped ?? address
}

/**
 * Returns the network that rate limits treat as one caller: an IPv4 address itself, or the /64 of an IPv6 address. Providers give each
 * customer at least a /64, so one machine can use 2^64 addresses.
 */
export function getNetwork(address: string): string {
  if (!address.includes(':')) return address
  const groups = findGroups(address)
  if (!groups) return address
  const [hextets, isMapped] = [
    groups.map((group) => group.toString(16)),
    groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff,
  ]
  if (!isMapped) return `${hextets.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Returns the eight groups of an IPv6 address; null for any other text. */
function findGroups(address: string): number[] | null {
  if (isIP(address) !== 6) return null
  // The URL parser normalises the address: lower case, without embedded IPv4, with at most one `::`.
  const [bare = ''] = address.split('%')
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const read = (part: string): number[] => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [read(before), read(after ?? '')]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether the request comes from a program on this machine: the connection has a loopback address, and no local proxy has forwarded the
 * request from elsewhere. Headers can only make the result false, so forging one gains nothing.
 */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const peer = req.socket.remoteAddress ?? ''
  const family = isIP(peer)
  if (family === 0 || !loopback.check(peer, family === 6 ? 'ipv6' : 'ipv4')) return false
  return !forwardingHeaders.some((name) => req.headers[name] !== undefined)
}
