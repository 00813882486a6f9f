import { expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { hashVisitor } from './readers.ts'

it('a visitor is one IPv4 address or one IPv6 network, in any spelling', () => {
  const article = newId()
  const count = (addresses: string[]) => new Set(addresses.map((ip) => hashVisitor('key', ip, article).toString('hex'))).size
  expect(
    count(['2001:db8::1', '2001:db8::2', '2001:db8::5:0:0:9', '2001:db8:0:0:ffff::', '2001:0DB8:0000::7', '2001:db8:0:0:1:2:3:4']),
  ).toBe(1)
  expect(count(['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1', '::1', 'fe80::1'])).toBe(5)
  expect(count(['192.0.2.1', '192.0.2.2', '::ffff:192.0.2.3', '::ffff:192.0.2.4'])).toBe(4)
})
