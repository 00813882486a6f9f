import { describe, expect, test } from 'vitest'
import { createAddressRule, parseAddress, parseRange } from './addresses.ts'

const closed = createAddressRule([])

/** The first and last address of every blocked range, and notations that hide such an address. */
const forbidden = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.0',
  '10.255.255.255',
  '100.64.0.0',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.255',
  '168.63.129.16',
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  '172.16.0.0',
  '172.31.255.255',
  '192.0.0.0',
  '192.0.0.192',
  '192.0.2.1',
  '192.31.196.1',
  '192.52.193.1',
  '192.88.99.1',
  '192.168.0.0',
  '192.168.255.255',
  '192.175.48.1',
  '198.18.0.0',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::127.0.0.1',
  '::8.8.8.8',
  '100::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'feff::1',
  'ff02::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8::1',
  '3fff::1',
  '3fff:fff:ffff::1',
  '2001::1',
  '2001:1ff::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '4000::1',
  '5f00::1',
  '1fff::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::FFFF:169.254.169.254',
  '0:0:0:0:0:ffff:c0a8:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::10.1.2.3',
  '64:ff9b:1::8.8.8.8',
  '64:ff9b:1::1',
  '64:ff9b:0:0:0:1:808:808',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2002:808:808::1',
  '2620:4f:8000::1',
]

const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.88.98.255',
  '192.88.100.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2003::1',
  '2606:4700::1111',
  '3ffe:ffff::1',
  '3fff:1000::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::8.8.8.8',
  '64:ff9b::808:808',
]

/** The rule checks resolved addresses, so anything that is not clearly an address is refused. */
const malformed = [
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  ' 8.8.8.8',
  '8.8.8.8\n',
  '8.8.8.8/32',
  'fe80::1%eth0',
  '2606:4700::1111%1',
  '[2606:4700::1111]',
  '2606:4700:::1',
  'g::1',
  '１.1.1.1',
]

test.each(forbidden)('%s is refused', (text) => expect(closed(text)).toBe(false))
test.each(allowed)('%s passes', (text) => expect(closed(text)).toBe(true))
test.each(malformed)('"%s" is not an address and is refused', (text) => expect(closed(text)).toBe(false))

describe('opened ranges', () => {
  const opened = createAddressRule(['127.0.0.0/8', ' 10.1.2.3 ', 'fd00::/8'].map(parseRange))
  test('allow the addresses inside them, also in mapped form', () => {
    for (const text of [
      '127.0.0.1',
      '127.255.0.9',
      '::ffff:127.0.0.1',
      '10.1.2.3',
      '::ffff:a01:203',
      'fd12::9',
      '8.8.8.8',
      '2606:4700::1111',
    ])
      expect(opened(text), text).toBe(true)
  })
  test('allow no address outside them', () => {
    for (const text of ['10.1.2.4', '10.1.2.2', 'fc00::1', '169.254.169.254', '0.0.0.0', '64:ff9b::10.0.0.1'])
      expect(opened(text), text).toBe(false)
  })
  test('of IPv4 loopback include ::1, but not the other way round', () => {
    expect(opened('::1')).toBe(true)
    expect(createAddressRule([parseRange('127.0.0.2/32')])('::1')).toBe(false)
    expect(createAddressRule([parseRange('::1/128')])('127.0.0.1')).toBe(false)
    expect(createAddressRule([parseRange('::1')])('::1')).toBe(true)
  })
  test('can include all addresses', () => {
    const everything = createAddressRule(['0.0.0.0/0', '::/0'].map(parseRange))
    for (const text of forbidden) expect(everything(text), text).toBe(true)
    expect(createAddressRule([parseRange('0.0.0.0/0')])('fe80::1')).toBe(false)
  })
  test.each(['', 'localhost', '10.0.0.0/33', '10.0.0/8', '::/129', 'fd00::/-1', '10.0.0.0/', '/8', '10.0.0.0/8/8', 'fe80::%1/64'])(
    'written as "%s" are invalid',
    (text) => {
      expect(() => parseRange(text)).toThrow('is not an address range')
    },
  )
})

test('all spellings of one address give the same address', () => {
  const normalized = (text: string): string | undefined => parseAddress(text)?.toNormalizedString()
  for (const text of [
    '192.0.2.33',
    '::ffff:192.0.2.33',
    '::ffff:c000:221',
    '0:0:0:0:0:ffff:192.0.2.33',
    '::FFFF:C000:0221',
    '0000::ffff:c000:221',
  ])
    expect(normalized(text), text).toBe('0:0:0:0:0:ffff:c000:221')
  expect(normalized('::')).toBe('0:0:0:0:0:0:0:0')
  expect(normalized('1::')).toBe('1:0:0:0:0:0:0:0')
  expect(normalized('1:2:3:4:5:6:7:8')).toBe('1:2:3:4:5:6:7:8')
})
