import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { getAddress, isFromThisMachine, getNetwork } from './caller-address.ts'

function from(peer: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  // Safe because only these two fields are read.
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage
}

describe('the address that limits count', () => {
  it('is the peer’s, whatever headers say, unless a proxy is trusted', () => {
    expect(getAddress(from('192.0.2.1', { 'x-forwarded-for': '198.51.100.1' }), false)).toBe('192.0.2.1')
    expect(getAddress(from('192.0.2.1'), true)).toBe('192.0.2.1')
  })
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['', '192.0.2.1'],
    ['unknown', '192.0.2.1'],
    ['198.51.100.1, _hidden', '192.0.2.1'],
  ])('is the last of X-Forwarded-For behind a trusted proxy, without a port: %j is %s', (header, address) => {
    expect(getAddress(from('192.0.2.1', { 'x-forwarded-for': header }), true)).toBe(address)
  })
})

describe('the network that limits count', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
    ['no:address', 'no:address'],
  ])('of %s is %s', (address, network) => {
    expect(getNetwork(address)).toBe(network)
  })
})

describe('a program on this machine', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('has the address %s', (peer) => {
    expect(isFromThisMachine(from(peer))).toBe(true)
  })
  it.each(['192.0.2.1', '10.0.0.1', '::ffff:192.0.2.1', 'fe80::1', '2001:db8::1', '', 'localhost', undefined])(
    'does not have the address %j',
    (peer) => {
      expect(isFromThisMachine(from(peer))).toBe(false)
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded'])
        expect(isFromThisMachine(from(peer, { [name]: '127.0.0.1' })), `with ${name}`).toBe(false)
    },
  )
  it.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'via'])(
    'is not the caller when a local proxy forwards the request with %s',
    (name) => {
      expect(isFromThisMachine(from('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false)
    },
  )
})
