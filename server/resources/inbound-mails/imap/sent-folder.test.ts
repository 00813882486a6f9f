import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Message } from '../../../../client/index.ts'
import { startImapServer } from '../../../../test/support/imap-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'

const countCopies = statement<object, { n: number }>(`select count(*)::int as n from jobs where name = 'copy-to-sent'`)

let tenant: TestTenant
let inboxId: string
const sink = await startMailServer()
const box = await startImapServer()
afterAll(async () => {
  await sink.stop()
  await box.close()
})
const service = await setUpService()

beforeEach(async () => {
  sink.accepted.length = 0
  box.folders.set('Gesendet', { uidValidity: 7, uidNext: 1, mails: [] })
  tenant = await service.createTenant()
  const imap = { host: '127.0.0.1', port: box.port, security: 'NONE', user: 'ada', password: 'secret' } as const
  const smtp = { host: '127.0.0.1', port: Number(new URL(sink.url).port), security: 'NONE' } as const
  const email = { receive: { mode: 'IMAP', imap }, send: { mode: 'SMTP', smtp, copyToSent: true } } as const
  const body = { name: 'Support', type: 'EMAIL', address: 'support@example.com', email } as const
  inboxId = (await tenant.skein.createInbox({ body })).data.id
})

const sent = () => box.folders.get('Gesendet')?.mails ?? []

async function reply(): Promise<{ message: Message; read: () => Promise<Message> }> {
  const body = { title: 'Empty export', body: 'It is empty.', requester: { email: 'ada@example.com' }, inboxId }
  const { threadId } = (await tenant.skein.createThread({ body })).data
  const { data } = await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We look into it.' } })
  const read = async () => {
    const { data: messages } = await tenant.skein.listMessages({ path: { id: threadId } })
    return messages.find(({ id }) => id === data.id) ?? data
  }
  return { message: data, read }
}

/** Stores a reply as a worker leaves it that was killed after the final dot. */
async function replyUncertainly(): ReturnType<typeof reply> {
  const written = await reply()
  const id = parseTypeId('msg', written.message.id)
  await service.db.script(`update outgoing_messages set phase = 'DATA', attempts = 1 where message_id = '${id}'`)
  startWorker()
  return written
}

function startWorker(): void {
  const worker = service.startWorker()
  onTestFinished(() => worker.stop())
}

it('a sent reply is stored in the folder for sent mails once, as read', async () => {
  startWorker()
  await reply()
  await until(() => sent().length > 0)
  // Only the recipient's copy has the recipient's mark.
  const withoutMark = (raw = ''): string => raw.trim().replace(/^(X-Skein-Message:)\s+(\w+\.\w+)\S*/m, '$1 $2')
  expect(withoutMark(sent()[0]?.bytes.toString())).toBe(withoutMark(sink.accepted[0]?.raw))
  expect([...(sent()[0]?.flags ?? [])]).toEqual(['\\Seen'])
  const own = await reply()
  await until(async () => (await own.read()).delivery.state === 'SENT')
  // The server has stored the mail itself.
  box.append(sink.accepted[1]?.raw ?? '', { folder: 'Gesendet' })
  await until(async () => (await service.db.first(countCopies, {}))?.n === 0)
  expect(sent()).toHaveLength(2)
})

it('a mail that the server may have is not sent again if the folder has it', async () => {
  const { message, read } = await replyUncertainly()
  box.append(`Message-ID: <${message.email?.messageId}>\r\n\r\nWe look into it.\r\n`, { folder: 'Gesendet' })
  await until(async () => (await read()).delivery.state === 'SENT')
  expect(sink.accepted).toEqual([])
  expect((await read()).delivery).toMatchObject({ uncertain: false, recipients: [{ state: 'SENT' }] })
})

it('a mail that the server may have is sent again if the folder has only an old copy', async () => {
  const { message, read } = await replyUncertainly()
  const receivedAt = new Date(Date.now() - 3_600_000)
  box.append(`Message-ID: <${message.email?.messageId}>\r\n\r\nWe look into it.\r\n`, { folder: 'Gesendet', receivedAt })
  await until(async () => (await read()).delivery.state === 'SENT')
  expect([sink.accepted.length, (await read()).delivery.uncertain]).toEqual([1, true])
})
