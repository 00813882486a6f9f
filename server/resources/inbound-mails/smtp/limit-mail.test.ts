import { expect, it } from 'vitest'
import { limitMail } from './limit-mail.ts'

/** Passes a mail through in chunks of a size, and returns its bytes or the refusal. */
async function pass(mail: string, { maxBytes = 1_000_000, chunkBytes = 7 } = {}): Promise<string> {
  const bytes = Buffer.from(mail, 'latin1')
  const chunks: Buffer[] = []
  try {
    for await (const chunk of limitMail(split(bytes, chunkBytes), maxBytes)) chunks.push(chunk)
  } catch (error) {
    return (error as Error).message
  }
  return Buffer.concat(chunks).toString('latin1')
}

async function* split(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

const received = (count: number): string => 'Received: from a by b\r\n'.repeat(count)

it('passes every byte, whatever it is', async () => {
  const mail = `Subject: \0\xff\r\n\r\n${String.fromCharCode(...Array(256).keys())}\n.\n`
  expect(await pass(mail)).toBe(mail)
  expect(await pass('')).toBe('')
})

it('refuses a mail of more bytes than allowed, and reads no more of it', async () => {
  expect(await pass('a'.repeat(100), { maxBytes: 100 })).toHaveLength(100)
  expect(await pass('a'.repeat(101), { maxBytes: 100 })).toMatch(/^5\.3\.4 /)
  let read = 0
  async function* endless(): AsyncGenerator<Buffer> {
    for (;;) {
      read += 10
      yield Buffer.alloc(10)
    }
  }
  await expect(drain(limitMail(endless(), 100))).rejects.toThrow(/^5\.3\.4 /)
  expect(read).toBeLessThan(150)
})

async function drain(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

it.each([1, 2, 3, 1_000_000])('refuses the 101st Received header, in chunks of %i bytes', async (chunkBytes) => {
  const refused = /^5\.4\.6 /
  expect(await pass(`${received(100)}\r\nHi`, { chunkBytes })).not.toMatch(refused)
  expect(await pass(`${received(101)}\r\nHi`, { chunkBytes })).toMatch(refused)
  expect(await pass(`${received(101).toUpperCase().replaceAll('\r\n', '\n')}\nHi`, { chunkBytes })).toMatch(refused)
  const others = ['X-Received: a\r\n', 'Received-SPF: pass\r\n', ' Received: folded\r\n', 'Receiver: a\r\n']
  for (const other of others) expect(await pass(`${received(99)}${other.repeat(200)}\r\nHi`, { chunkBytes }), other).not.toMatch(refused)
  expect(await pass(`Subject: a\r\n\r\n${received(200)}`, { chunkBytes }), 'quoted in the body').not.toMatch(refused)
})
