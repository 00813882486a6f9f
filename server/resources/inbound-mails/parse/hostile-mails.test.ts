import { expect, it } from 'vitest'
import { mailLimits } from './mime-tree.ts'
import { parseMail } from './parse-mail.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

const ada = 'From: Ada <ada@example.com>\r\n'
const parse = (raw: string, limits = mailLimits) => parseMail(Buffer.from(raw, 'latin1'), limits)
const nest = (depth: number): string =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}x\r\n\r\n--b${i}x\r\n`).join('')
const inOne = (parts: readonly string[]): string =>
  `${ada}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
const file = (name: string, content = 'x'): string => `Content-Disposition: attachment; filename=${name}\r\n\r\n${content}`

it('reads 50 levels of parts, and attaches what is deeper as it is', async () => {
  expect((await parse(`${ada}${nest(49)}\r\ndeep`)).body.bodyText).toBe('deep')
  const mail = await parse(`${ada}${nest(60)}\r\ndeep`)
  expect(mail.body.bodyText).toBe('(empty)')
  expect(mail.parts).toMatchObject([{ filename: 'part-1.bin', contentType: 'application/octet-stream' }])
})

it('keeps 256 KiB of header', async () => {
  const mail = await parse(`${ada}${`X-Filler: ${'x'.repeat(1_000)}\r\n`.repeat(400)}Subject: too far\r\n\r\nHello`)
  expect(mail.headers.length).toBeGreaterThan(200)
  expect(mail.headers.length).toBeLessThan(300)
  expect([mail.from.length, mail.subject, mail.body.bodyText]).toEqual([1, '', 'Hello'])
})

it('attaches 100 files, and lists the others', async () => {
  const { parts, omitted } = await parse(inOne(Array.from({ length: 150 }, (_, i) => file(`${i}.txt`))))
  expect([parts.length, omitted.length]).toEqual([100, 50])
  expect(omitted[0]).toEqual({ filename: '100.txt', contentType: 'text/plain', size: 1, reason: 'TOO_MANY' })
})

it('reads 1,000 parts', async () => {
  const { parts, omitted } = await parse(inOne(Array.from({ length: 3_000 }, () => file('a.txt'))))
  expect([parts.length, omitted.length]).toEqual([100, 900])
})

it('lists files that are larger than all may be together', async () => {
  const { parts, omitted } = await parse(inOne([file('a.txt', 'x'.repeat(60)), file('b.txt', 'x'.repeat(50)), file('c.txt')]), {
    ...mailLimits,
    maxDecodedBytes: 100,
  })
  expect(parts.map(({ filename }) => filename)).toEqual(['a.txt', 'c.txt'])
  expect(omitted).toEqual([{ filename: 'b.txt', contentType: 'text/plain', size: 50, reason: 'TOO_LARGE' }])
})

it.each([
  ['text/plain', 'x'.repeat(400_000)],
  ['text/html', `<div><p>${'x'.repeat(400_000)}</p></div>`],
  ['text/html', '<div><p>a &amp; b</p>'.repeat(9_000 / 3) + 'x &amp; '.repeat(60_000)],
])('cuts long bodies: %s', async (type, content) => {
  const { body } = await parse(`${ada}Content-Type: ${type}\r\n\r\n${content}`)
  expect(body.truncated).toBe(true)
  expect(body.body.length).toBeLessThanOrEqual(262_144)
  expect(body.body.length).toBeGreaterThan(250_000)
  const count = (tag: string) => body.body.split(tag).length
  expect([count('<div>'), count('<p>')]).toEqual([count('</div>'), count('</p>')])
})

it('reads the text beside large pictures in the HTML', async () => {
  const picture = `<img src="data:image/png;base64,${'QUJD'.repeat(1_000_000)}">`
  const { body } = await parse(`${ada}Content-Type: text/html\r\n\r\n<p>one</p>${picture}<p>two</p>`)
  expect([body.bodyText, body.truncated]).toEqual(['one\ntwo', false])
})

it('says that a body was cut, even if little of its HTML is shown', async () => {
  expect((await parse(`${ada}Content-Type: text/html\r\n\r\n<p>one</p><!--${' '.repeat(3_000_000)}--><p>two</p>`)).body.truncated).toBe(
    true,
  )
})

it.each([
  ['', null],
  ['Hello', null],
  ['\r\n\r\n', null],
  ['Subject: x', null],
  [': x\r\n\r\nHello', null],
  [`\xef\xbb\xbf${ada}\r\nHello`, 'ada@example.com'],
  [`From ada Fri Feb 19 2010\r\n${ada}\r\nHello`, 'ada@example.com'],
  [`X-A: b\r\nforgotten fold\r\n${ada}\r\nHello`, 'ada@example.com'],
  [`From : ada@example.com\r\n\r\nHello`, 'ada@example.com'],
  [`From: a\0da@example.com\r\n\r\nHe\0llo`, 'ada@example.com'],
  [`${ada}Content-Type: ;;;=\r\nContent-Type: text/html\r\n\r\nHello`, 'ada@example.com'],
  [`${ada}Content-Type: text/plain; charset="\r\nContent-Transfer-Encoding: x-none\r\n\r\nHello`, 'ada@example.com'],
  [`${ada}Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nHello`, 'ada@example.com'],
  [`${ada}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b--`, 'ada@example.com'],
  [
    `${ada}Content-Type: application/ms-tnef; name=winmail.dat\r\n\r\n\x78\x9f\x3e\x22\x01\x00\x02\x02\x90\x06\x00\xff\xff\xff\xff`,
    'ada@example.com',
  ],
])('reads %j', async (raw, from) => {
  const mail = await parse(raw)
  expect(mail.from[0]?.address ?? null).toBe(from)
  expect(mail.body.bodyText).not.toContain('\0')
})

it.each([
  ['Thu, 01 Jan 1970 00:00:00 +0000', '1970-01-01T00:00:00.000Z'],
  ['1 Jan 2090 00:00:00 -0500', '2090-01-01T05:00:00.000Z'],
  ['Fri, 21 Nov 97 09:55:06 PST', '1997-11-21T17:55:06.000Z'],
  ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00.000Z'],
  ['Tue, 99 Foo 2026 10:00', null],
  ['1 Jan 275761 00:00', null],
  ['yesterday', null],
])('reads the date %s', async (date, expected) => {
  expect((await parse(`${ada}Date: ${date}\r\n\r\nx`)).date).toBe(expected)
})

it.each([
  ['encoded words', `Subject: ${'=?a?q?'.repeat(40_000)}\r\n\r\nx`],
  ['parameters', `Content-Type: text/plain;${' a*0*=b;'.repeat(30_000)}\r\n\r\nx`],
  ['unclosed elements', `Content-Type: text/html\r\n\r\n${'<style'.repeat(300_000)}`],
  ['unclosed comments', `Content-Type: text/html\r\n\r\n${'<!--'.repeat(300_000)}`],
  ['spaces', `Content-Type: text/html\r\n\r\n<p>a${' '.repeat(400_000)}b`],
  ['false boundaries', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--bc\n'.repeat(1_000_000)}`],
  [
    'tags in many parts',
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\nContent-Type: text/html\r\n\r\n${'<p>x'.repeat(2_000)}\r\n`.repeat(900)}`,
  ],
  ['boundaries', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(1_000_000)}`],
  ['fields in many parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${'X: y\r\n'.repeat(2_500)}\r\nx\r\n`.repeat(900)}`],
  ['flowed lines', `Content-Type: text/plain; format=flowed\r\n\r\n${'> a \r\n'.repeat(200_000)}`],
])('takes linear time for many %s', async (_, raw) => {
  const cpuMs = startCpuTime()
  await parse(ada + raw)
  expect(cpuMs()).toBeLessThan(4_000)
})
