import { describe, expect, test } from 'vitest'
import { readStatedAuthentication, type Authentication } from './authentication-results.ts'
import { readRawHeader } from './raw-header.ts'
import { readAuthor } from './read-author.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

const read = (text: string, trusted = ['mx.example.net']) => {
  const header = readRawHeader(Buffer.from(`${text}\r\n\r\nHello`))
  return readStatedAuthentication(header.fields, readAuthor(header), trusted)
}
const from = 'From: Ada <ada@example.com>'
const results = (text: string) => read(`Authentication-Results: mx.example.net; ${text}\r\n${from}`)

const cases: [string, string, Partial<Authentication>][] = [
  [
    'all methods',
    'dkim=pass header.d=example.com; spf=pass smtp.mailfrom=ada@example.com; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com',
    { spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', dmarcPolicy: 'reject', aligned: true },
  ],
  [
    'a failure with a policy',
    'dkim=none; spf=softfail; dmarc=fail (p=quarantine) header.from=example.com',
    { spf: 'FAIL', dkim: 'NONE', dmarc: 'FAIL', dmarcPolicy: 'quarantine', aligned: false },
  ],
  ['the policy as a property', 'dmarc=fail policy.dmarc=reject', { dmarc: 'FAIL', dmarcPolicy: 'reject' }],
  [
    'the policy as an action',
    'dmarc=fail action=oreject header.from=example.com;compauth=fail reason=000',
    { dmarc: 'FAIL', dmarcPolicy: 'reject' },
  ],
  ['one of several signatures', 'dkim=fail header.d=example.com; dkim=pass header.i=@mail.example.com', { dkim: 'PASS', aligned: true }],
  ['a signature of another domain', 'dkim=pass header.d=evil.example; dmarc=none', { dkim: 'PASS', dmarc: 'NONE', aligned: false }],
  ['a signature of a domain that only ends alike', 'dkim=pass header.d=notexample.com', { aligned: false }],
  ['a signature of the top-level domain', 'dkim=pass header.d=com', { aligned: false }],
  ['a domain inside a comment', 'dkim=pass (header.d=example.com) header.d=evil.example', { aligned: false }],
  ['a result inside a comment', 'dkim=none (not; dmarc=pass); spf=none', { dmarc: 'UNKNOWN', aligned: false }],
  ['a result inside a quoted string', 'spf=none reason="; dmarc=pass; "', { dmarc: 'UNKNOWN', aligned: false }],
  ['a domain in a quoted local part', 'dkim=pass header.i="x@example.com"@evil.example', { dkim: 'PASS', isVouched: false }],
  ['a property in a quoted local part', 'dkim=pass header.i="a header.d=example.com"@evil.example', { isVouched: false }],
  ['a property in a quoted reason', 'dkim=pass reason="header.d=example.com" header.d=evil.example', { isVouched: false }],
  ['a signature with two domains', 'dkim=pass header.d=evil.example header.d=example.com', { isVouched: false }],
  ['a signature whose domain differs from its identity', 'dkim=pass header.i=@example.com header.d=evil.example', { isVouched: false }],
  ['a signature with words that are no properties', 'dkim=pass header.d=example.com, and more', { isVouched: false }],
  ['an address with two signs', 'dkim=pass header.i=ada@evil.example@example.com', { isVouched: true }],
  ['DMARC without its domain', 'dmarc=pass', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of another domain', 'dmarc=pass header.from=evil.example', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of a domain below', 'dmarc=pass header.from=mail.example.com', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of two domains', 'dmarc=pass header.from=evil.example header.from=example.com', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of a list of domains', 'dmarc=pass header.from=example.com,evil.example', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of a look-alike', 'dmarc=pass header.from=ex\u0430mple.com', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of a domain in a comment', 'dmarc=pass (header.from=example.com)', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC of a domain in a quotation', 'dmarc=pass reason="header.from=example.com"', { dmarc: 'UNKNOWN', isVouched: false }],
  ['DMARC twice', 'dmarc=pass header.from=example.com; dmarc=fail header.from=evil.example', { dmarc: 'FAIL', isVouched: false }],
  ['DMARC that passed twice', 'dmarc=pass header.from=example.com; dmarc=pass header.from=example.com', { isVouched: false }],
  ['DMARC of an address', 'dmarc=pass header.from=Ada@Example.COM', { dmarc: 'PASS', isVouched: true }],
  ['DMARC by Gmail', 'dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com', { dmarc: 'PASS', isVouched: true }],
  [
    'a signature by Fastmail',
    'dkim=pass (2048-bit rsa key) header.d=example.com header.i=@example.com header.b="a/b="',
    { isVouched: true },
  ],
  ['a result without its space', 'dmarc=pass(p=NONE) header.from=example.com', { dmarc: 'PASS', isVouched: true }],
  ['a word that only begins alike', 'dmarc=passed header.from=example.com', { dmarc: 'UNKNOWN', isVouched: false }],
  ['errors', 'spf=temperror; dkim=permerror', { spf: 'UNKNOWN', dkim: 'FAIL', dmarc: 'UNKNOWN' }],
  ['no results', 'none', { spf: 'UNKNOWN', dkim: 'UNKNOWN', dmarc: 'UNKNOWN' }],
]

describe('a header of a trusted server states', () => {
  test.each(cases)('%s', (_, text, expected) => expect(results(text)).toMatchObject({ ...expected, by: 'mx.example.net' }))
})

test('the name of the server may have a version, any case and folded lines', () => {
  expect(
    read(`Authentication-Results: MX.example.NET 1;\r\n\tdmarc=pass\r\n ${' '.repeat(9)}header.from=example.com\r\n${from}`)?.dmarc,
  ).toBe('PASS')
})

test('only the topmost header counts, because the sender may have written the others', () => {
  const genuine = 'Authentication-Results: mx.example.net; dmarc=fail'
  const forged = 'Authentication-Results: mx.example.net; dmarc=pass header.from=example.com'
  expect(read(`${genuine}\r\n${forged}\r\n${from}`)?.dmarc).toBe('FAIL')
  expect(read(`Authentication-Results: other.example; dmarc=fail\r\n${forged}\r\n${from}`)).toBeNull()
  expect(read(`Authentication-Results: mx.example.net.evil.example; dmarc=pass\r\n${from}`)).toBeNull()
  expect(read(from)).toBeNull()
  expect(read(`${forged}\r\n${from}`, [])).toBeNull()
})

test('Exchange Online, which writes no name, is trusted by its own name', () => {
  const header = `Authentication-Results: spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=example.com; dkim=pass\r\n header.d=example.com;dmarc=pass action=none header.from=example.com\r\n${from}`
  expect(read(header)).toBeNull()
  expect(read(header, ['mx.microsoft.com'])).toMatchObject({ spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', by: 'mx.microsoft.com' })
})

test('the name of the server is the first word, whatever comments say', () => {
  const stated = 'dmarc=pass header.from=example.com'
  expect(read(`Authentication-Results: (mx.example.net) evil.example; ${stated}\r\n${from}`)).toBeNull()
  expect(read(`Authentication-Results: "mx.example.net evil"; ${stated}\r\n${from}`)).toBeNull()
  expect(read(`Authentication-Results: (by) mx.example.net (us); ${stated}\r\n${from}`)).toMatchObject({ isVouched: true })
})

test.each([
  ['two From headers', 'From: ada@example.com\r\nFrom: eve@evil.example'],
  ['two addresses', 'From: ada@example.com, eve@evil.example'],
  ['an address in the name', 'From: eve@evil.example <ada@example.com>'],
  ['no address', 'From: Ada'],
  ['no From header', 'Subject: Hi'],
])('a signature is not aligned with %s', (_, header) => {
  const signed = 'Authentication-Results: mx.example.net; dkim=pass header.d=example.com'
  expect(read(`${signed}\r\n${header}`)).toMatchObject({ dkim: 'PASS', aligned: false, subject: null, isVouched: false })
})

test('a name that contains an address does not hide the address', () => {
  const signed = 'Authentication-Results: mx.example.net; dkim=pass header.d=example.com'
  expect(read(`${signed}\r\nFrom: "ada@evil.example" <ada@example.com>`)?.aligned).toBe(true)
  expect(read(`${signed}\r\nFrom: "ada@example.com" <eve@evil.example>`)?.aligned).toBe(false)
})

test.each([
  ['parentheses', '('.repeat(16_000)],
  ['semicolons', ';'.repeat(16_000)],
  ['quotation marks', '"'.repeat(16_001)],
  ['white space', `dkim=pass${' '.repeat(16_000)}x`],
  ['backslashes', '\\'.repeat(16_001)],
  ['properties', 'dkim=pass header.d='.repeat(800)],
  ['comments', `dkim=pass ${'(a)'.repeat(5_000)}`],
])('many %s cost little time', (_, text) => {
  const cpuMs = startCpuTime()
  results(text)
  expect(cpuMs()).toBeLessThan(500)
})
