/** If the service cannot store a mail, the SMTP port replies neither 250 nor 5xx, so that the client sends the mail again. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabaseRelay, type DatabaseRelay } from '../../../../test/support/database-relay.ts'
import { openSmtp, sendMail, type SmtpClient } from '../../../../test/support/smtp-client.ts'
import { startTestService, type TestService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { createSecrets } from '#platform/secrets.ts'
import { startMailPort } from './port.ts'

const inbox = 'support@acme.localhost'
let service: TestService
let acme: TestTenant
let relay: DatabaseRelay
beforeAll(async () => {
  service = await startTestService({
    mailPort: true,
    databaseAt: async (database) => {
      relay = await openDatabaseRelay(database)
      return relay.connection
    },
  })
  acme = await service.createTenant('acme')
  await acme.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: inbox } })
})
afterAll(() => service.stop())

let mails = 0
const newMail = (): string => `From: ada@example.com\r\nMessage-ID: <${++mails}@example.com>\r\nDate: today\r\n\r\nHi`

/** Returns another address of the inbox. The port remembers the inbox of an address for a moment, so a known one needs no statement. */
const newAddress = (): string => inbox.replace('@', `+${++mails}@`)

/** Opens a transaction up to DATA. */
async function begin(): Promise<SmtpClient> {
  const client = await openSmtp(service.mailPort ?? 0)
  for (const line of ['MAIL FROM:<ada@example.com>', `RCPT TO:<${newAddress()}>`]) expect(await client.say(line)).toMatch(/^250 /)
  expect(await client.say('DATA')).toMatch(/^354 /)
  return client
}

async function countMails(mail: string): Promise<{ received: number; total: number }> {
  const messageId = /<(\d+@example\.com)>/.exec(mail)?.[1] ?? ''
  const { body } = await acme.api<{ outcome: string }[]>('GET', `/inbound-mails?messageId=${messageId}`)
  return { received: body.data.filter(({ outcome }) => outcome === 'RECEIVED').length, total: body.data.length }
}

it.each([
  ['before the row', /^\s*insert into inbound_mails/],
  ['at the identity', /insert into inbound_identities/],
])('a database connection that breaks %s gets 4xx, and the retry 250', async (_, sql) => {
  const mail = newMail()
  const client = await begin()
  const broken = relay.breakAt(({ from, text }) => from === 'client' && sql.test(text), 'reset')
  expect(await client.say(`${mail}\r\n.`)).toMatch(/^4\d\d 4\./)
  await broken
  expect((await sendMail(service.mailPort ?? 0, { to: inbox, mail })).reply).toMatch(/^250 2\.0\.0 /)
  expect((await countMails(mail)).received).toBe(1)
})

it('a statement whose answer is lost gets 4xx, and the retry is a duplicate', async () => {
  const mail = newMail()
  const client = await begin()
  void relay.breakAt(({ from, text }) => from === 'server' && text === 'SELECT 1', 'reset')
  expect(await client.say(`${mail}\r\n.`)).toMatch(/^4\d\d 4\./)
  expect((await sendMail(service.mailPort ?? 0, { to: inbox, mail })).reply).toMatch(/^250 2\.0\.0 /)
  expect(await countMails(mail)).toEqual({ received: 1, total: 2 })
})

it('a full disk gets 452 4.3.1', async () => {
  const config = { ...service.config, uploads: { ...service.config.uploads, reserveBytes: Number.MAX_SAFE_INTEGER } }
  const services = { db: service.db, log: createLog('silent').log, secrets: createSecrets(config.secretKey), onWrite: () => {} }
  const port = await startMailPort({ ...services, config: { ...config, mailIn: { ...config.mailIn, port: 0 } } })
  expect((await sendMail(port?.port ?? 0, { to: inbox, mail: newMail() })).reply).toMatch(/^452 4\.3\.1 /)
  await port?.stop()
})

it('a client that goes away within a mail leaves nothing behind', async () => {
  const before = await countRows()
  const client = await begin()
  await client.write(newMail())
  client.end()
  await expect.poll(countRows).toEqual(before)
  await expect.poll(() => readdir(join(service.config.dataDir, 'uploads/unfinished'))).toEqual([])
})

const countRows = () => service.db.first(statement<object, { rows: number }>('select count(*)::int as rows from inbound_mails'), {})

it('a database that is away gets 421 4.3.2 at the end of a mail, and at a recipient', async () => {
  const [sending, addressing] = [await begin(), await openSmtp(service.mailPort ?? 0)]
  await addressing.say('MAIL FROM:<ada@example.com>')
  relay.close()
  expect(await sending.say(`${newMail()}\r\n.`)).toMatch(/^421 4\.3\.2 /)
  expect(await addressing.say(`RCPT TO:<${newAddress()}>`)).toMatch(/^421 4\.3\.2 /)
  await Promise.all([sending.closed, addressing.closed])
})
