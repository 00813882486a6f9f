/** Several mails on one SMTP connection: the row of the next one is reserved in advance, and no row is left behind. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { InboundMail } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { openSmtp, type SmtpClient } from '../../../../test/support/smtp-client.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { reserveMail } from '../accept/queries.ts'

const [inbox, other] = ['support@acme.localhost', 'help@beta.localhost']
let acme: TestTenant
let inboxId: string
let client: SmtpClient
let reservations = 0
const service = await setUpService({ mailPort: true, onStatement: (text) => void (reservations += Number(text === reserveMail.text)) })
beforeAll(async () => {
  const [first, beta] = [await service.createTenant('acme'), await service.createTenant('beta')]
  acme = first
  inboxId = (await acme.skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: inbox } })).data.id
  await beta.skein.createInbox({ body: { name: 'Help', type: 'EMAIL', address: other } })
})
beforeEach(async () => {
  client = await openSmtp(service.mailPort ?? 0)
  reservations = 0
})

let mails = 0
/** Sends a mail and returns the reply to it. */
async function send(to: readonly string[] = [inbox], headers = ''): Promise<string> {
  await client.say('MAIL FROM:<ada@example.com>')
  for (const address of to) await client.say(`RCPT TO:<${address}>`)
  await client.say('DATA')
  return client.say(`${headers}From: ada@example.com\r\nMessage-ID: <series${++mails}@example.com>\r\n\r\nHi\r\n.`)
}
async function readMail(reply: string): Promise<InboundMail> {
  return (await acme.skein.getInboundMail({ path: { id: /eml_\w{26}/.exec(reply)?.[0] ?? '' } })).data
}
const countReserved = async (): Promise<number> => {
  const found = await service.db.first(
    statement<object, { n: number }>(
      `/* across tenants: a test */ select count(*)::int as n from inbound_mails where outcome = 'RESERVED'`,
    ),
    {},
  )
  return found?.n ?? Number.NaN
}

it('the third mail and later ones need no statement for their reservation', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 4; n++) ids.push((await readMail(await send())).id)
  expect([new Set(ids).size, reservations, await countReserved()]).toEqual([4, 2, 1])
  const { data } = await acme.skein.getInboundMail({ path: { id: ids[3] ?? '' } })
  expect(data).toMatchObject({ inboxId, transport: 'SMTP', outcome: 'RECEIVED', from: 'ada@example.com' })
  expect(data.receivedAt >= (await acme.skein.getInboundMail({ path: { id: ids[2] ?? '' } })).data.receivedAt).toBe(true)
  client.end()
  await until(async () => (await countReserved()) === 0)
})

it('a refused mail uses up the reserved row, and the next one is accepted', async () => {
  await send()
  await send()
  expect(await send([inbox], 'Received: from a by b\r\n'.repeat(101))).toMatch(/^554 /)
  expect(await countReserved()).toBe(0)
  expect(await readMail(await send())).toMatchObject({ outcome: 'RECEIVED' })
  client.end()
  await until(async () => (await countReserved()) === 0)
})

it('a row that is reserved for one tenant is not used for another', async () => {
  for (const to of [[inbox], [inbox], [other], [inbox, other], [inbox]]) expect(await send(to)).toMatch(/^250 /)
  expect(await countReserved()).toBe(1)
  client.end()
  await until(async () => (await countReserved()) === 0)
})
