/** A mail becomes one message, however often and whichever way it arrives. */
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../test/support/job-fixture.ts'
import { composeMail as compose, openMailInbox, type MailInbox } from '../../../../test/support/mails.ts'
import { openSmtp, sendMail } from '../../../../test/support/smtp-client.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

let tenant: TestTenant
let inbox: MailInbox
/** An address that leads to the inbox over SMTP without a proof of its domain. */
let address: string
const service = await setUpService({ worker: true, mailPort: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
  address = await createInbox('Help', 'help')
})

async function createInbox(name: string, local: string): Promise<string> {
  const body = { name, type: 'EMAIL' as const, address: `${local}@${tenant.slug}.localhost` }
  return (await tenant.skein.createInbox({ body })).data.address ?? ''
}
const port = (): number => service.mailPort ?? 0
const send = (mail: string, to = address) => sendMail(port(), { to, mail })
async function listOutcomes(): Promise<string[]> {
  await until(async () => (await tenant.skein.listInboundMails({ query: { outcome: 'RECEIVED' } })).meta.total === 0)
  return (await tenant.skein.listInboundMails({ query: { limit: 100 } })).data.map(({ outcome }) => outcome).toSorted()
}
const countMessages = (outcomes: readonly string[]): number => outcomes.filter((outcome) => outcome === 'MESSAGE').length

describe('one message', () => {
  it('of a mail that comes three times by SMTP, and once more over the API', async () => {
    const mail = compose({ To: address })
    const replies = [await send(mail), await send(mail), await send(mail)].map(({ reply }) => reply)
    expect(new Set(replies).size).toBe(3)
    for (const reply of replies) expect(reply).toMatch(/^250 2\.0\.0 accepted as eml_/)
    expect(replies[0]).toContain((await inbox.post(mail)).id)
    expect(await listOutcomes()).toEqual(['DUPLICATE', 'DUPLICATE', 'DUPLICATE', 'MESSAGE'])
    const { data } = await tenant.api<{ type: string }[]>('GET', '/events?limit=100').then(({ body }) => body)
    expect(data.filter(({ type }) => /^(thread|message)\.created$/.test(type))).toHaveLength(2)
  })

  it('of a mail that 50 connections send at once', async () => {
    const mail = compose({ To: address })
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(mail)))
    expect(replies.filter(({ reply }) => !reply.startsWith('250'))).toEqual([])
    const outcomes = await listOutcomes()
    expect([outcomes.length, countMessages(outcomes)]).toEqual([50, 1])
  })

  it('of a mail without an id, and another one when a letter changes', async () => {
    const mail = compose({ 'Message-ID': null })
    await inbox.post(mail)
    await inbox.post(mail.replaceAll('\r', ''))
    await inbox.post(`Received: by relay.example.com\r\n${mail}`)
    expect(countMessages(await listOutcomes())).toBe(1)
    await inbox.post(mail.replace('The export', 'the export'))
    expect(countMessages(await listOutcomes())).toBe(2)
  })

  it('per Date of a device that has one id for all its mails', async () => {
    const device = (day: number) => compose({ 'Message-ID': '<device@example.com>', Date: `${day} Mar 2026 09:30:00 +0000` })
    for (const day of [1, 2, 2]) await inbox.post(device(day))
    expect(await listOutcomes()).toEqual(['DUPLICATE', 'MESSAGE', 'MESSAGE'])
  })

  it.each([0, 1])('of a mail to two inboxes, in the one that To names first (order %i)', async (order) => {
    const second = await createInbox('Sales', 'sales')
    const mail = compose({ To: `Grace <grace@example.com>, ${second}`, Cc: address })
    for (const to of order === 0 ? [address, second] : [second, address]) await send(mail, to)
    expect(await listOutcomes()).toEqual(['DUPLICATE', 'MESSAGE'])
    const [thread] = (await tenant.skein.listThreads({})).data
    const { data } = await tenant.skein.getInbox({ path: { id: thread?.inboxId ?? '' } })
    expect(data.address).toBe(second)
  })

  it('of every mail, when distinct mails have carriage returns alone', async () => {
    for (const n of [1, 2, 3]) await inbox.post(compose({ 'Message-ID': null, Subject: `Export ${n}` }, `Number ${n}`).replaceAll('\n', ''))
    expect(await listOutcomes()).toEqual(['MESSAGE', 'MESSAGE', 'MESSAGE'])
    const { data } = await tenant.skein.listInboundMails({})
    expect(data.map(({ subject, from }) => [subject, from])).toContainEqual(['Export 3', 'ada@example.com'])
  })
})

describe('the SMTP port', () => {
  it.each([
    ['a NUL in the sender', 'EHLO a', 'MAIL FROM:<a\0b@example.com>'],
    ['bytes beyond ASCII in the sender', 'EHLO a', Buffer.from('MAIL FROM:<\xe4\xff@example.com>\r\n', 'latin1')],
    ['a NUL in the name of the client', 'EHLO a\0b', 'MAIL FROM:<ada@example.com>'],
    ['the null sender', 'HELO a', 'MAIL FROM:<>'],
  ])('accepts or refuses %s for good', async (_, hello, from) => {
    const client = await openSmtp(port(), null)
    await client.say(hello)
    const sender = await client.say(from)
    if (sender.startsWith('250')) {
      await client.say(`RCPT TO:<${address}>`)
      await client.say('DATA')
      expect(await client.say(Buffer.from(`${compose({ To: address })}.\r\n`))).toMatch(/^250 /)
      expect(await listOutcomes()).toHaveLength(1)
    } else expect(sender).toMatch(/^5/)
    client.end()
  })

  it.each(['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n'])('takes %j in a mail for text, not for its end', async (ending) => {
    const smuggled = `MAIL FROM:<eve@example.net>\r\nRCPT TO:<${address}>\r\nDATA\r\nFrom: eve@example.net\r\n\r\nsmuggled`
    expect((await send(`${compose({ To: address })}${ending}${smuggled}`)).reply).toMatch(/^250 /)
    const { data } = await tenant.skein.listInboundMails({})
    expect(data.map(({ from }) => from)).toEqual(['ada@example.com'])
  })

  it('leads a token with strange characters nowhere', async () => {
    const client = await openSmtp(port())
    await client.say('MAIL FROM:<ada@example.com>')
    for (const local of ['help+r\0', `help+r${'\u0130'.repeat(16)}`, `help+r${'0'.repeat(16)}%00`, '"help+r\\\0"'])
      expect(await client.say(Buffer.from(`RCPT TO:<${local}@${address.split('@')[1]}>\r\n`))).toMatch(/^[25]/)
    client.end()
  })
})
