/** The same mail has the same identity however it arrives, and two mails never share one. */
import { describe, expect, it } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { createMailScan } from './mail-identity.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

const secrets = createSecrets('a secret key of the tests, long enough')

function scan(mail: string | Buffer, chunkBytes = 65_536) {
  const bytes = Buffer.isBuffer(mail) ? mail : Buffer.from(mail)
  const state = createMailScan(secrets)
  for (let at = 0; at < bytes.length; at += chunkBytes) state.update(bytes.subarray(at, at + chunkBytes))
  return state.finish()
}
const getIdentity = (mail: string) => scan(mail).identity.toString('hex')
const getDigest = (mail: string) => scan(mail).digest.toString('hex')

const fields = {
  From: 'Ada <ada@example.com>',
  To: 'support@example.com',
  Subject: 'Empty export',
  Date: 'Tue, 3 Mar 2026 09:12:00 +0000',
  'Message-ID': '<1@example.com>',
}
type Fields = { readonly [name: string]: string | null }
const write = (changes: Fields = {}, body = 'It is empty.\r\n') =>
  `${Object.entries({ ...fields, ...changes })
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]))
    .join('')}\r\n${body}`
const mail = write()
const noId: Fields = { 'Message-ID': null }

describe('with Message-ID and From, the identity', () => {
  it.each([
    ['a footer', write({}, 'It is empty.\r\n--\r\nA list\r\n')],
    ['another subject', write({ Subject: '[list] Empty export' })],
    ['another name', write({ From: '"Lovelace, Ada" <ADA@example.com>' })],
    ['a Message-ID in capitals', write({ 'Message-ID': ' < 1@EXAMPLE.com > ' })],
    ['other servers', `Received: from a by b\r\n\tfor c;\r\n${mail}`],
    ['LF', mail.replaceAll('\r\n', '\n')],
    ['the first line of a mailbox file', `From ada@example.com Tue Mar  3 09:12:00 2026\r\n${mail}`],
    ['empty lines before it', `\r\n\n${mail}`],
    ['a second From and Message-ID', `${mail.replace('\r\n\r\n', '\r\nFrom: grace@example.com\r\nMessage-ID: <2@x>\r\n\r\n')}`],
  ])('stays the same with %s', (_, other) => expect(getIdentity(other)).toBe(getIdentity(mail)))

  it.each([
    ['another Message-ID', write({ 'Message-ID': '<2@example.com>' })],
    ['another address', write({ From: 'Ada <ada@example.net>' })],
    ['a look-alike address', write({ From: 'Ada <\u0430da@example.com>' })],
    ['another Date', write({ Date: 'Tue, 3 Mar 2026 09:12:01 +0000' })],
    ['no Message-ID', write(noId)],
    ['an empty Message-ID', write({ 'Message-ID': '<>' })],
    ['no From', write({ From: null })],
  ])('differs with %s', (_, other) => expect(getIdentity(other)).not.toBe(getIdentity(mail)))
})

describe('without Message-ID or From, the identity', () => {
  it.each([noId, { From: null }, { From: 'root' }, { 'Message-ID': '<>' }])('covers headers and body: %j', (lack) => {
    const own = getIdentity(write(lack))
    expect(getIdentity(write(lack))).toBe(own)
    expect(getIdentity(write(lack).replaceAll('\r\n', '\n'))).toBe(own)
    const others = [{ To: 'x@example.com' }, { Cc: 'x@example.com' }, { Subject: 'Other' }, { Date: 'now' }]
    const changed = [...others.map((other) => write({ ...lack, ...other })), write(lack, 'It is empty!\r\n')]
    expect(new Set([own, ...changed.map(getIdentity)]).size).toBe(changed.length + 1)
  })

  it('does not confuse a value with that of the next field', () => {
    expect(getIdentity(write({ ...noId, To: 'a', Cc: 'b' }))).not.toBe(getIdentity(write({ ...noId, To: 'ab', Cc: null })))
  })
})

describe('the digest of the body', () => {
  it.each([
    ['LF', 'one\ntwo\n\n\nthree\n'],
    ['no line break at the end', 'one\r\ntwo\r\n\r\n\r\nthree'],
    ['more of them at the end', 'one\r\ntwo\r\n\r\n\r\nthree\r\n\r\n\n'],
  ])('is the same with %s', (_, body) => expect(getDigest(write({}, body))).toBe(getDigest(write({}, 'one\r\ntwo\r\n\r\n\r\nthree\r\n'))))

  it('differs with one letter, one empty line, or a line that ends in CR alone', () => {
    const bodies = ['one\r\ntwo', 'one\r\ntwp', 'one\r\n\r\ntwo', 'one\rtwo', '', ' ']
    expect(new Set(bodies.map((body) => getDigest(write({}, body)))).size).toBe(bodies.length)
  })
})

it('the result does not depend on how the bytes are divided', () => {
  const odd = `\n\r\n${write(noId, '\r\n\rone\r\n\n\r\r\ntwo\r\n\r\n\r\nthree\r\n\r\n')}`
  for (const text of [mail, odd, odd.replaceAll('\r\n', '\n'), 'From: a@b', 'x', '\r\n', write({ 'X-Long': 'y'.repeat(300_000) })]) {
    const whole = scan(text)
    for (const size of text.length > 1000 ? [1000, 262_143, 262_144] : [1, 2, 3, 5, 7]) expect(scan(text, size)).toEqual(whole)
  }
})

describe('a scanned mail shows', () => {
  it('its addresses, subject, Message-ID, size and servers', () => {
    const { identity, digest, copyDigest, ...shown } = scan(`Received: a\r\nReceived: b\r\n${write({ Cc: 'grace@example.com' })}`)
    expect([identity.length, digest.length, copyDigest.length]).toEqual([32, 32, 32])
    expect(shown).toEqual({
      hasHeaders: true,
      size: mail.length + 49,
      from: 'ada@example.com',
      to: ['support@example.com', 'grace@example.com'],
      subject: 'Empty export',
      messageId: '1@example.com',
      received: 2,
      hasProof: false,
    })
  })

  it('whether it is the same copy of a mail, whichever way it took', () => {
    const copy = scan(mail).copyDigest
    expect(scan(`Received: a\r\nDelivered-To: b@example.com\r\n${mail}`).copyDigest).toEqual(copy)
    for (const other of [`Subject: x\r\n${mail}`, `DKIM-Signature: v=1\r\n${mail}`, `${mail}.`, `Reply-To: x@y.example\r\n${mail}`])
      expect(scan(other).copyDigest).not.toEqual(copy)
  })

  it.each(['DKIM-Signature', 'ARC-Seal', 'authentication-results'])('that %s may prove who wrote it', (name) =>
    expect(scan(`${name}: x\r\n${mail}`).hasProof).toBe(true),
  )

  it.each([
    ['Ada@Example.COM', ['ada@example.com']],
    ['"grace@example.com" <ada@example.com>', ['ada@example.com']],
    ['"a \\" <x@y.example>" <ada@example.com>, grace@example.com', ['ada@example.com', 'grace@example.com']],
    ['grace@example.com <ada@example.com>', ['ada@example.com']],
    ['<grace@example.com> <ada@example.com>', ['ada@example.com']],
    ['ada@example.com (Ada (née Byron), x@y.example)', ['ada@example.com']],
    ['Team: ada@example.com, Grace <grace@example.com>;, b@example.com', ['ada@example.com', 'grace@example.com', 'b@example.com']],
    ['Ada ada@example.com', ['ada@example.com']],
    ['<@relay.example,@b.example:ada@example.com>', ['ada@example.com']],
    ['"ada l"@example.com', ['"ada l"@example.com']],
    ['root@server', ['root@server']],
    ['undisclosed-recipients:;', []],
    ['', []],
    ['"ada@example.com"', []],
    ['=?utf-8?q?x=40y.example?= <ada@example.com>', ['ada@example.com']],
  ])('the addresses of %s', (to, expected) => expect(scan(write({ To: to })).to).toEqual(expected))

  it.each([
    ['=?utf-8?b?RXhwb3J0IMO8?= =?utf-8?q?ber?=', 'Export über'],
    ['=?iso-8859-1?q?Caf=E9?=', 'Café'],
    ['Export über', 'Export über'],
    ['two\r\n lines', 'two lines'],
    ['=?utf-8?q?a=0D=0ABcc:_x?=', 'a Bcc: x'],
    ['a\0b', 'a b'],
    [`${'x'.repeat(997)}😀`, 'x'.repeat(997).concat('\ufffd')],
  ])('the subject %j', (subject, expected) => expect(scan(write({ Subject: subject })).subject).toBe(expected))

  it('other bytes than UTF-8 as windows-1252', () => {
    expect(scan(Buffer.from('Subject: Caf\xe9\r\n\r\n', 'latin1')).subject).toBe('Café')
  })

  it('nothing of a body without a header line', () => {
    for (const text of ['', '\r\n\r\n', 'hello', 'hello there: you\r\n\r\n', ' a: b', '{"from": "ada"}', '\0\0'])
      expect(scan(text)).toMatchObject({ hasHeaders: false, from: null, to: [], subject: '', messageId: null, received: 0 })
    expect(scan('From: ada@example.com').hasHeaders).toBe(true)
  })
})

it('mails of many megabytes and hostile headers cost linear time', () => {
  const cpuMs = startCpuTime()
  for (const line of ['x'.repeat(76), '', '\r', ' '.repeat(76)])
    scan(write(noId, `${line}\n`.repeat(Math.ceil(4_000_000 / (line.length + 1)))))
  for (const piece of ['<', '(', '"', '\\', 'a@', '@', ',', ':', '=?utf-8?q?', 'a b ', '\r\n '])
    scan(write({ From: piece.repeat(100_000), Subject: piece.repeat(100_000), 'Message-ID': piece.repeat(1000) }))
  expect(cpuMs()).toBeLessThan(10_000)
})

describe('a mail without an empty line after its header', () => {
  const mac = (body: string): string => `From: ada@example.com\r\n\r\n${body}`.replaceAll('\n', '')
  it.each([
    ['with carriage returns alone', mac],
    ['with carriage returns, from an mbox file', (body: string) => `From ada Fri Feb 19\r${mac(body)}`],
    ['with text right after a field', (body: string) => `From: ada@example.com\n${body}\nNote: ${body}`],
    ['in UTF-16', (body: string) => Buffer.from(`From: ada@example.com\n\n${body}`, 'utf16le')],
  ])('%s is another mail when its text differs', (_, writeMail) => {
    const [first, again, other] = ['one', 'one', 'two'].map((body) => scan(writeMail(body)))
    expect(again).toEqual(first)
    expect(other?.identity).not.toEqual(first?.identity)
    expect(other?.digest).not.toEqual(first?.digest)
  })

  it('with carriage returns alone shows its fields', () => {
    const text = 'From: ada@example.com\rSubject: Export\rMessage-ID: <a@b.example>\r\rSubject: no'
    expect(scan(text)).toMatchObject({ from: 'ada@example.com', subject: 'Export', messageId: 'a@b.example', hasHeaders: true })
  })
})

it('a byte order mark hides no field', () => {
  expect(scan('\ufeffFrom: ada@example.com\r\n\r\nx')).toMatchObject({ from: 'ada@example.com', hasHeaders: true })
})

it('the limit of an id counts bytes, because an index has to hold it', () => {
  const id = '\u5bc4'.repeat(332)
  expect(scan(`Message-ID: <${id}>\r\n\r\n`).messageId).toBe(id)
  expect(scan(`Message-ID: <${id}\u5bc4>\r\n\r\n`).messageId).toBeNull()
})
