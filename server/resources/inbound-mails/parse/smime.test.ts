/** Mails in S/MIME signatures are read, and signed files and encrypted mails are not taken for them. */
import { expect, it } from 'vitest'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'
import { parseMail } from './parse-mail.ts'

const text = 'Content-Type: text/plain; charset=utf-8\r\n\r\nPlease cancel order 4711.\r\n'

/** Encodes an element of BER with its length. */
function element(tag: number, ...content: Buffer[]): Buffer {
  const whole = Buffer.concat(content)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(whole.length)
  return Buffer.concat([
    Buffer.from([tag]),
    whole.length < 128 ? Buffer.from([whole.length]) : Buffer.concat([Buffer.from([0x84]), length]),
    whole,
  ])
}
const open = (tag: number, ...content: Buffer[]): Buffer => Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.from([0, 0])])
const data = Buffer.from('06092a864886f70d010701', 'hex')
const typeOf = (last: number): Buffer => Buffer.from(`06092a864886f70d01070${last}`, 'hex')
const algorithms = element(0x31, element(0x30, Buffer.from('0609608648016503040201', 'hex')))
const version = Buffer.from([2, 1, 1])

const signed = (content: string): Buffer => {
  const string = element(0xa0, element(0x04, Buffer.from(content)))
  return element(0x30, typeOf(2), element(0xa0, element(0x30, version, algorithms, element(0x30, data, string), element(0x31))))
}
/** What programs write that do not know the length beforehand. */
const streamed = (content: string): Buffer => {
  const chunks = (content.match(/[^]{1,20}/g) ?? []).map((chunk) => element(0x04, Buffer.from(chunk)))
  return open(
    0x30,
    typeOf(2),
    open(0xa0, open(0x30, version, algorithms, open(0x30, data, open(0xa0, open(0x24, ...chunks))), element(0x31))),
  )
}
const detached = element(0x30, typeOf(2), element(0xa0, element(0x30, version, algorithms, element(0x30, data), element(0x31))))
const encrypted = element(0x30, typeOf(3), element(0xa0, element(0x30, version)))

const pkcs7 = (der: Buffer, type = 'application/pkcs7-mime; name=smime.p7m'): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${der.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n`
const mixed = (...parts: string[]): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
const parse = (mail: string) => parseMail(Buffer.from(`From: ada@example.com\r\n${mail}`))

const cancelled = 'Please cancel order 4711.'
it.each([
  ['a signature', pkcs7(signed(text)), 'SIGNED', cancelled, []],
  ['a signature with chunks', pkcs7(streamed(text)), 'SIGNED', cancelled, []],
  ['a signature of an unknown type', pkcs7(signed(text), 'application/octet-stream; name="smime.p7m"'), 'SIGNED', cancelled, []],
  ['a signature of an older type', pkcs7(signed(text), 'application/x-pkcs7-mime; smime-type=signed-data'), 'SIGNED', cancelled, []],
  [
    'a signature with a footer of a list',
    mixed(pkcs7(signed(text)), 'Content-Type: text/plain\r\n\r\nfooter'),
    'SIGNED',
    `${cancelled}\n\nfooter`,
    [],
  ],
  ['a signature in a signature', pkcs7(signed(pkcs7(signed(text)))), 'SIGNED', cancelled, []],
  ['a signature beside its text', pkcs7(detached), 'SIGNED', '(empty)', ['smime.p7m']],
  ['an encrypted mail', pkcs7(encrypted), 'ENCRYPTED', '(encrypted)', ['smime.p7m']],
  [
    'an encrypted mail that is called signed',
    pkcs7(encrypted, 'application/pkcs7-mime; smime-type=signed-data'),
    'ENCRYPTED',
    '(encrypted)',
    ['part-1.p7m'],
  ],
  [
    'a signed invoice',
    mixed(text, pkcs7(signed('<?xml version="1.0"?><a/>'), 'application/pkcs7-mime; name=invoice.xml.p7m')),
    'NONE',
    cancelled,
    ['invoice.xml.p7m'],
  ],
  ['half of a signature', pkcs7(signed(text).subarray(0, 90)), 'SIGNED', '', []],
  ['something else', pkcs7(Buffer.from('x')), 'ENCRYPTED', '(encrypted)', ['smime.p7m']],
])('reads %s', async (_, mail, security, body, files) => {
  const parsed = await parse(mail)
  expect([parsed.security, parsed.body.bodyText, parsed.parts.map(({ filename }) => filename)]).toEqual([
    security,
    body === '' ? expect.stringMatching(/^Pl?e?a?s?e?|\(empty\)/) : body,
    files,
  ])
})

it('a file that is no mail keeps its bytes', async () => {
  const der = signed('<?xml version="1.0"?><a/>')
  const { parts } = await parse(mixed(text, pkcs7(der, 'application/pkcs7-mime; name=invoice.xml.p7m')))
  expect(Buffer.from(parts[0]?.content ?? [])).toEqual(der)
})

it('hostile signatures are read in linear time', async () => {
  const cpuMs = startCpuTime()
  for (const der of [Buffer.alloc(2_000_000, '3080', 'hex'), Buffer.alloc(2_000_000, '2480', 'hex'), streamed('a: '.repeat(300_000))])
    expect((await parse(pkcs7(der))).from).toHaveLength(1)
  expect(cpuMs()).toBeLessThan(10_000)
})
