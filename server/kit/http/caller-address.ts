/** Where a request comes from. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * The caller's address; behind a trusted proxy the last one of X-Forwarded-For, which the proxy itself added: what stands before
 * it may be invented. Some proxies add the port, which would make every connection an address of its own.
 */
export function addressOf(req: IncomingMessage, trustProxy: boolean): string {
  const peer = req.socket.remoteAddress ?? ''
  const forwarded = trustProxy ? req.headers['x-forwarded-for'] : undefined
  if (forwarded === undefined) return peer
  const last = String(forwarded).split(',').at(-1)?.trim() ?? ''
  const address = /^\[(.+)\](?::\d+)?$/.exec(last)?.[1] ?? /^([\d.]+):\d+$/.exec(last)?.[1] ?? last
  return isIP(address) ? address : peer
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether a program on this machine asks for itself: the connection comes from a loopback address, and no proxy on this machine
 * passes on what somebody else asked. A header can only take this away, never give it, so nothing is won by inventing one.
 */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const peer = req.socket.remoteAddress ?? ''
  const family = isIP(peer)
  if (family === 0 || !loopback.check(peer, family === 6 ? 'ipv6' : 'ipv4')) return false
  return !forwardingHeaders.some((name) => req.headers[name] !== undefined)
}
