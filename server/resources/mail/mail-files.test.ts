/** Files of mails that were not sent: readable by their owner only, found by their recipients, and removed. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '#platform/ids.ts'
import {
  composeMessage,
  getMailRetryDelay,
  getPauseSeconds,
  listMailFiles,
  type MailSnapshot,
  removeMailFile,
  writeMailFile,
} from './index.ts'
import { removeMailFiles } from './mail-files.ts'

const snapshot: MailSnapshot = {
  id: 'a',
  from: { name: null, address: 'support@example.com' },
  envelopeFrom: 'support@example.com',
  to: [
    { name: 'Lovelace, "Ada" <x>', address: 'ada@example.com' },
    { name: null, address: 'jörg@bücher.example' },
  ],
  cc: Array.from({ length: 10 }, (_, i) => ({ name: 'Müller', address: `somebody-with-a-long-name-${i}@example.com` })),
  bcc: [{ name: null, address: 'hidden@example.com' }],
  replyTo: null,
  subject: 'To: eve@example.com',
  messageId: 'a@example.com',
  inReplyTo: null,
  references: [],
  date: '2026-03-04T09:30:00.000Z',
  marker: null,
  headers: [],
  content: { body: 'To: eve@example.com', bodyFormat: 'text' },
  signature: null,
  quoted: null,
}

it('a kept mail is one private file, which is found by its recipients and its id', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const config = { dataDir }
  const [tenantId, other, id] = [newId(), newId(), newId()]
  const bytes = await composeMessage(snapshot)
  if (!Buffer.isBuffer(bytes)) throw new Error('no bytes')
  const path = await writeMailFile(dataDir, tenantId, id, () => Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]))
  await writeMailFile(dataDir, tenantId, id, bytes)
  await writeMailFile(dataDir, other, newId(), bytes)
  expect((await readFile(path)).equals(bytes)).toBe(true)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const [file, ...more] = await listMailFiles(config, tenantId, { after: '', limit: 10 })
  expect(more).toEqual([])
  expect(file).toMatchObject({ path, id, about: null, recipients: [...snapshot.to, ...snapshot.cc].map(({ address }) => address) })
  expect(await listMailFiles(config, tenantId, { after: file?.name ?? '', limit: 10 })).toEqual([])
  const broken = () => new Readable({ construct: (done) => done(new Error('no file')) })
  await expect(writeMailFile(dataDir, tenantId, newId(), broken)).rejects.toThrow('no file')
  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(2)
  await removeMailFile(config, tenantId, id)
  await removeMailFile(config, tenantId, id)
  expect(await listMailFiles(config, tenantId, { after: '', limit: 10 })).toEqual([])
  expect(await removeMailFiles(config, other)).toBe(1)
})

it('mails are retried on the schedule, and pauses grow to an hour', () => {
  expect([1, 2, 3].map((attempt) => getMailRetryDelay(attempt, [5, 30], () => 0))).toEqual([5, 30, null])
  expect([0, 1, 2, 3, 4, 5, 100].map(getPauseSeconds)).toEqual([60, 60, 300, 900, 3_600, 3_600, 3_600])
})
