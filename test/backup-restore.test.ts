import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSkeinClient, type SkeinClient } from '../client/index.ts'
import { createVisitor } from '../client/visitor.ts'
import { until } from './support/job-fixture.ts'
import { sendMail } from './support/smtp-client.ts'
import { backupRestore } from './torture/backup-restore.ts'
import { Service, type TortureTenant } from './torture/service.ts'
import { testSeed } from './extent.ts'

test('a backup under load, restored elsewhere, has every acknowledged write before it', async () => {
  const crashTest = await backupRestore({ rounds: 1, writers: 3, seed: testSeed() })
  expect(crashTest.ledger.operations.length).toBeGreaterThan(0)
})

const address = 'support@mails.localhost'
const question = `From: Ada <ada@example.com>\r\nTo: ${address}, grace@example.com\r\nMessage-ID: <question@example.com>\r\nSubject: Export\r\n\r\nIt is empty.`

test('a restored backup recognises its mails and visitors, and their answers', async () => {
  const service = await Service.prepare({ command: 'start' })
  const elsewhere = await Service.prepare({ empty: true, command: 'start' })
  try {
    await service.start()
    const tenant = await service.createTenant('mails')
    const skein = getClient(service, tenant)
    await skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address } })
    await deliver(service, question)
    const thread = await untilMessages(skein, 1)
    await skein.replyToThread({ path: { id: thread.id }, body: { body: 'We are looking into it.' } })
    const messageId = await untilKept(service)
    const chat = await startChat(service, skein)
    await run(service, ['backup', '--to', join(service.dataDir, 'backup.gz')])

    await run(elsewhere, ['restore', '--from', join(service.dataDir, 'backup.gz')])
    await elsewhere.start()
    const restored = getClient(elsewhere, tenant)
    await continueChat(elsewhere, restored, chat)
    await deliver(elsewhere, question)
    const answer = `From: Grace <grace@example.com>\r\nTo: ${address}\r\nIn-Reply-To: <${messageId}>\r\nMessage-ID: <answer@example.com>\r\nSubject: Re: Export\r\n\r\nThank you.`
    await deliver(elsewhere, answer)
    expect((await untilMessages(restored, 3)).id).toBe(thread.id)
    const mails = (await restored.listInboundMails()).data
    expect(mails.map(({ outcome, messageId: id }) => [id, outcome]).toSorted()).toEqual([
      ['answer@example.com', 'MESSAGE'],
      ['question@example.com', 'DUPLICATE'],
      ['question@example.com', 'MESSAGE'],
    ])
    const first = mails.find(({ outcome, messageId: id }) => outcome === 'MESSAGE' && id === 'question@example.com')
    const original = await restored.getInboundMailOriginal({ path: { id: first?.id ?? '' } })
    const url = new URL(original.data.url)
    const file = await fetch(`http://127.0.0.1:${elsewhere.port}${url.pathname}${url.search}`)
    expect(await file.text(), 'the raw mail').toBe(`${question}\r\n`)
  } finally {
    await Promise.all([service.remove(), elsewhere.remove()])
  }
})

const getClient = ({ port }: Service, { key }: TortureTenant): SkeinClient =>
  createSkeinClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key })

type Chat = { key: string; token: string | null; threadId: string }

/** Begins a conversation as a visitor of a website, and answers it. */
async function startChat({ port }: Service, skein: SkeinClient): Promise<Chat> {
  const { data: inbox } = await skein.createInbox({ body: { name: 'Website', type: 'WIDGET' } })
  const key = inbox.widget?.key ?? ''
  const visitor = createVisitor({ baseUrl: `http://127.0.0.1:${port}`, key })
  await visitor.start()
  const { id } = await visitor.createThread({ body: 'Before the restore', clientId: randomUUID() })
  await skein.replyToThread({ path: { id }, body: { body: 'An answer' } })
  return { key, token: visitor.token, threadId: id }
}

/** Goes on with the visitor's earlier session. */
async function continueChat({ port }: Service, skein: SkeinClient, { key, token, threadId }: Chat): Promise<void> {
  const visitor = createVisitor({ baseUrl: `http://127.0.0.1:${port}`, key, token })
  expect((await visitor.threads()).map(({ id, unread }) => ({ id, unread }))).toEqual([{ id: threadId, unread: 1 }])
  await visitor.send(threadId, { body: 'After the restore', clientId: randomUUID() })
  await skein.replyToThread({ path: { id: threadId }, body: { body: 'Another answer' } })
  const texts = (await visitor.messages(threadId)).map(({ bodyText }) => bodyText)
  expect(texts.toReversed()).toEqual(['Before the restore', 'An answer', 'After the restore', 'Another answer'])
}

async function run(service: Service, args: readonly string[]): Promise<void> {
  const { code, stderr } = await service.run(args)
  expect({ code, stderr }).toMatchObject({ code: 0 })
}

async function deliver({ mailPort }: Service, mail: string): Promise<void> {
  const { reply } = await sendMail(mailPort, { to: address, mail })
  expect(reply).toMatch(/^250/)
}

/** Waits until the only thread has this many messages. */
async function untilMessages(skein: SkeinClient, count: number): Promise<{ id: string; messageCount: number }> {
  const find = async () => (await skein.listThreads({ query: { channel: 'email' } })).data
  await until(async () => (await find())[0]?.messageCount === count)
  const [thread, ...others] = await find()
  if (!thread || others.length > 0) throw new Error(`There are ${others.length + 1} threads`)
  return thread
}

/** Waits until the reply was written to a file, and returns its Message-ID. */
async function untilKept({ dataDir }: Service): Promise<string> {
  const listFiles = (): string[] =>
    readdirSync(join(dataDir, 'mail'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  await until(() => {
    try {
      return listFiles().length > 0
    } catch {
      return false
    }
  })
  const raw = readFileSync(join(dataDir, 'mail', listFiles()[0] ?? ''), 'utf8')
  return /^Message-ID:\s*<([^>]+)>/im.exec(raw)?.[1] ?? ''
}
