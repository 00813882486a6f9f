/** The network address of a request's sender. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * The caller's address; behind a trusted proxy the last one of X-Forwarded-For, which the proxy itself added: earlier entries may be
 * forged. Some proxies append the port; it is removed, or every connection would count as a different address.
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
 * Whether the request comes from a program on this machine: the connection has a loopback address, and no local proxy forwards a request
 * from elsewhere. A header can only turn the result to false, so forging one gains nothing.
 */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const peer = req.socket.remoteAddress ?? ''
  const family = isIP(peer)
  if (family === 0 || !loopback.check(peer, family === 6 ? 'ipv6' : 'ipv4')) return false
  return !forwardingHeaders.some((name) => req.headers[name] !== undefined)
}
