import { describe, expect, test } from 'vitest'
import { readStatedAuthentication, type Authentication } from './authentication-results.ts'
import { readRawHeader } from './raw-header.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

const read = (header: string, trusted = ['mx.example.net']) =>
  readStatedAuthentication(readRawHeader(Buffer.from(`${header}\r\n\r\nHello`)).fields, trusted)
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
  const forged = 'Authentication-Results: mx.example.net; dmarc=pass'
  expect(read(`${genuine}\r\n${forged}\r\n${from}`)?.dmarc).toBe('FAIL')
  expect(read(`Authentication-Results: other.example; dmarc=fail\r\n${forged}\r\n${from}`)).toBeNull()
  expect(read(`Authentication-Results: mx.example.net.evil.example; dmarc=pass\r\n${from}`)).toBeNull()
  expect(read(from)).toBeNull()
  expect(read(`${forged}\r\n${from}`, [])).toBeNull()
})

test('Exchange Online, which writes no name, is trusted by its own name', () => {
  const header = `Authentication-Results: spf=pass (sender IP is 192.0.2.1)\r\n smtp.mailfrom=example.com; dkim=pass\r\n header.d=example.com;dmarc=pass action=none\r\n${from}`
  expect(read(header)).toBeNull()
  expect(read(header, ['mx.microsoft.com'])).toMatchObject({ spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', by: 'mx.microsoft.com' })
})

test.each([
  ['two From headers', 'From: ada@example.com\r\nFrom: eve@evil.example'],
  ['two addresses', 'From: ada@example.com, eve@evil.example'],
  ['an address in the name', 'From: eve@evil.example <ada@example.com>'],
  ['no address', 'From: Ada'],
  ['no From header', 'Subject: Hi'],
])('a signature is not aligned with %s', (_, header) => {
  const signed = 'Authentication-Results: mx.example.net; dkim=pass header.d=example.com'
  expect(read(`${signed}\r\n${header}`)).toMatchObject({ dkim: 'PASS', aligned: false })
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
