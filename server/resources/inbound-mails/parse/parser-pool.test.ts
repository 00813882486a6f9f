import { afterAll, expect, it } from 'vitest'
import { createMailParser, MailUnreadable } from './parser-pool.ts'

const parser = createMailParser({ idleMs: 50 })
afterAll(() => parser.stop())

const toMail = (body: string): Buffer => Buffer.from(`From: ada@example.com\r\n\r\n${body}`)

it('parses mails in turn, and returns the bytes of their attachments', async () => {
  const withFile = 'From: ada@example.com\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8='
  const [file, ...others] = await Promise.all([Buffer.from(withFile), toMail('one'), toMail('two')].map(parser.parse))
  expect(Buffer.from(file?.parts[0]?.content ?? []).toString()).toBe('Hello')
  expect(others.map(({ body }) => body.bodyText)).toEqual(['one', 'two'])
})

/** Counts the parsers' threads of this process, idle ones included. Other test files may have some. */
function countThreads(): number {
  // Safe because reports of Node have these fields.
  const { workers = [] } = process.report.getReport() as { workers?: { header: { event: string } }[] }
  return workers.filter(({ header }) => header.event.includes('[mail-parser]')).length
}

it('starts a new thread after an idle one has ended', async () => {
  await parser.parse(toMail('one'))
  const count = countThreads()
  expect(count).toBeGreaterThan(0)
  await expect.poll(countThreads).toBeLessThan(count)
  expect((await parser.parse(toMail('two'))).body.bodyText).toBe('two')
})

it.each([
  ['takes too long', { timeoutMs: 1 }, toMail('x')],
  // The parser reads each text of an alternative to find one with words.
  [
    'needs too much memory',
    { maxMemoryMb: 32 },
    Buffer.from(`Content-Type: multipart/alternative; boundary=b\r\n\r\n${`--b\r\n\r\n${'…'.repeat(1_000_000)}\r\n`.repeat(13)}`),
  ],
])('replaces a thread that %s', async (_, options, raw) => {
  const bounded = createMailParser(options)
  await expect(bounded.parse(raw)).rejects.toThrow(MailUnreadable)
  if (!('timeoutMs' in options)) expect((await bounded.parse(toMail('next'))).body.bodyText).toBe('next')
  await bounded.stop()
})

it('rejects mails that wait when it stops', async () => {
  const stopped = createMailParser()
  const waiting = [toMail('one'), toMail('two')].map((raw) => expect(stopped.parse(raw)).rejects.toThrow(MailUnreadable))
  await stopped.stop()
  await Promise.all(waiting)
  await expect(stopped.parse(toMail('three'))).rejects.toThrow(MailUnreadable)
})
