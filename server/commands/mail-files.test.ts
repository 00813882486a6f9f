import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMails, splitMbox } from './mail-files.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'skein-mail-files-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function* inChunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1')
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

async function split(text: string, size = 1_000): Promise<string[]> {
  return (await collect(splitMbox(inChunks(text, size)))).map((mail) => mail.toString('latin1'))
}

it.each([1, 2, 7, 1_000])('splits a mailbox into its mails, in chunks of %i bytes', async (size) => {
  for (const end of ['\n', '\r\n']) {
    const mails = [
      ['Subject: a', '', 'From here on', '', '>>From two', ' From three', 'bytes \xff\0', ''],
      ['Subject: b', '', 'Hi', ''],
    ].map((lines) => lines.join(end))
    const quoted = mails.map((mail) => mail.replaceAll(/^>*From /gm, '>$&'))
    const mailbox = quoted.map((mail) => `From ada@example.com Mon Jan  5 10:00:00 2026${end}${mail}${end}`).join('')
    expect(await split(mailbox, size)).toEqual(mails)
    expect(await split(mailbox.trimEnd(), size), 'without the last line feed').toEqual([mails[0], mails[1]?.trimEnd()])
  }
  expect(await split('', size)).toEqual([])
})

it('reads a mail, a directory of mails, and a mailbox by their content', async () => {
  await mkdir(join(directory, 'cur'))
  const files = {
    'b.eml': 'no header',
    'a.mbox': 'From ada@example.com\nSubject: a1\n\nx\n\nFrom ada@example.com\nSubject: a2\n\ny\n',
    'cur/1700000000.1.host:2,S': 'Subject: c\n\nz\n',
    'notes.txt': 'Not a mail.\n',
    '.DS_Store': '\0\0\0\x01Bud1',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text)
  const found = await collect(readMails(directory))
  expect(found.map(({ name, bytes }) => [name.slice(directory.length + 1), bytes.toString()])).toEqual([
    ['a.mbox (mail 1)', 'Subject: a1\n\nx\n'],
    ['a.mbox (mail 2)', 'Subject: a2\n\ny\n'],
    ['b.eml', 'no header'],
    ['cur/1700000000.1.host:2,S', files['cur/1700000000.1.host:2,S']],
  ])
})
