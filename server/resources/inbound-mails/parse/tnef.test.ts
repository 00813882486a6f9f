import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { readTnef } from './tnef.ts'

const number = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
const attribute = (level: number, id: number, data: Uint8Array): Buffer =>
  Buffer.concat([number(level, 1), number(id, 2), number(0, 2), number(data.length, 4), data, number(0, 2)])
const tnef = (...attributes: Uint8Array[]): Buffer => Buffer.concat([number(0x223e9f78, 4), number(1, 2), ...attributes])
const padded = (data: Uint8Array): Buffer =>
  Buffer.concat([number(1, 4), number(data.length, 4), data, Buffer.alloc((4 - (data.length % 4)) % 4)])
const property = (id: number, type: number, data: Uint8Array): Buffer => Buffer.concat([number(type, 2), number(id, 2), padded(data)])
const properties = (...list: Uint8Array[]): Buffer => Buffer.concat([number(list.length, 4), ...list])
const unicode = (text: string): Buffer => Buffer.from(`${text}\0`, 'utf16le')

const start = attribute(2, 0x9002, Buffer.alloc(14))
const file = (title: string, content: Uint8Array, more: Uint8Array[] = []): Buffer[] => [
  start,
  attribute(2, 0x8010, Buffer.from(`${title}\0`)),
  attribute(2, 0x800f, content),
  ...(more.length > 0 ? [attribute(2, 0x9005, properties(...more))] : []),
]
const toMail = (winmail: Uint8Array, ...text: string[]): Buffer =>
  Buffer.from(
    [
      'From: ada@example.com',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      ...text.flatMap((line) => ['--b', '', line]),
      '--b',
      'Content-Type: application/ms-tnef; name="winmail.dat"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(winmail).toString('base64'),
      '--b--',
    ].join('\r\n'),
  )

it('attaches the files of a winmail.dat in its place', async () => {
  const named = [property(0x3707, 0x1f, unicode('Grüße.txt')), property(0x370e, 0x1e, Buffer.from('text/plain\0'))]
  const { parts, body } = await parseMail(
    toMail(tnef(...file('LONGNA~1.TXT', Buffer.from('one'), named), ...file('b.bin', Buffer.from('two'))), 'Hello'),
  )
  expect(parts.map(({ filename, contentType, content }) => [filename, contentType, Buffer.from(content).toString()])).toEqual([
    ['Grüße.txt', 'text/plain', 'one'],
    ['b.bin', 'application/octet-stream', 'two'],
  ])
  expect(body.bodyText).toBe('Hello')
})

it('shows the pictures of the HTML in a winmail.dat that is the whole mail', async () => {
  const picture = file('a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), [property(0x3712, 0x1f, unicode('a@example.com'))])
  const html = attribute(1, 0x9003, properties(property(0x1013, 0x102, Buffer.from('<p>Hello <img src="cid:a@example.com"></p>'))))
  const { parts, body } = await parseMail(toMail(tnef(html, ...picture)))
  expect(body).toMatchObject({ bodyFormat: 'html', bodyText: 'Hello' })
  expect(parts).toMatchObject([{ filename: 'a.png', contentType: 'image/png', inline: true }])
})

it('attaches the files of an attached message', () => {
  const inner = tnef(attribute(1, 0x9003, properties(property(0x1000, 0x1f, unicode('Hello')))), ...file('inner.txt', Buffer.from('x')))
  const object = property(0x3701, 0x0d, Buffer.concat([Buffer.alloc(16), inner]))
  const files = readTnef(tnef(start, attribute(2, 0x9005, properties(object, property(0x3001, 0x1f, unicode('Fwd'))))), 10)?.files
  expect(files?.map(({ filename, content }) => [filename, Buffer.from(content).toString()])).toEqual([
    ['Fwd.txt', 'Hello'],
    ['inner.txt', 'x'],
  ])
})

const rtf = (text: string, compressed = Buffer.from(text)): Buffer =>
  Buffer.concat([number(compressed.length + 12, 4), number(text.length, 4), Buffer.from('MELA'), number(0, 4), compressed])

it.each([
  ["{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}Gr\\'fc\\u223?e\\par {\\*\\generator x}a \\{b\\}}", null, 'Grüße\na {b}'],
  [
    '{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Hello\\htmlrtf }\\par\\htmlrtf0 {\\*\\htmltag72 </p>}}',
    '<p>Hello</p>',
    null,
  ],
])('reads the body of %s', (source, html, text) => {
  expect(readTnef(tnef(attribute(1, 0x9003, properties(property(0x1009, 0x102, rtf(source))))), 10)).toMatchObject({ html, text })
})

it('reads compressed RTF', () => {
  // `{\rtf1 ` is the start of the dictionary, which the first reference copies: six bytes from position 0.
  const compressed = Buffer.from([0b0000_0001, 0x00, 0x04, ...Buffer.from(' Hello}')])
  const bytes = Buffer.concat([number(compressed.length + 12, 4), number(13, 4), Buffer.from('LZFu'), number(0, 4), compressed])
  expect(readTnef(tnef(attribute(1, 0x9003, properties(property(0x1009, 0x102, bytes)))), 10)?.text).toBe('Hello')
})

it.each([
  ['is none', Buffer.from('MZ')],
  ['has no file', tnef()],
  ['is cut off', tnef(...file('a.txt', Buffer.from('x'))).subarray(0, 40)],
])('attaches a winmail.dat as it is when it %s', async (_, winmail) => {
  const { parts } = await parseMail(toMail(winmail, 'Hello'))
  expect(parts).toMatchObject([{ filename: 'winmail.dat', content: Buffer.from(winmail) }])
})

it('survives every damage of one byte', () => {
  const nested = property(0x3701, 0x0d, Buffer.concat([Buffer.alloc(16), tnef(...file('i.txt', Buffer.from('x')))]))
  const whole = tnef(
    attribute(1, 0x9003, properties(property(0x1009, 0x102, rtf('{\\rtf1 a}')))),
    ...file('a.txt', Buffer.from('x'), [nested]),
  )
  for (let i = 0; i < whole.length; i++)
    for (const value of [0, 0x7f, 0xff]) {
      const damaged = Buffer.from(whole)
      damaged[i] = value
      expect(() => readTnef(damaged, 10)).not.toThrow()
    }
})

it('unpacks no more than its limits', () => {
  const many = tnef(...Array.from({ length: 500 }, () => file('a.txt', Buffer.from('x'))).flat())
  expect(readTnef(many, 200)?.files).toHaveLength(200)
  // References that repeat the dictionary: each makes 17 bytes of two.
  const bomb = Buffer.concat(
    Array.from({ length: 100_000 }, () => Buffer.from([0xff, ...Array.from({ length: 8 }, () => [0x00, 0x0f]).flat()])),
  )
  const bytes = Buffer.concat([number(bomb.length + 12, 4), number(0xffffffff, 4), Buffer.from('LZFu'), number(0, 4), bomb])
  expect(() => readTnef(tnef(attribute(1, 0x9003, properties(property(0x1009, 0x102, bytes)))), 10)).not.toThrow()
})
