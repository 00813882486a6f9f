/** A reply whose mail reached nobody is no answer: the customer waits as before, the clocks go on, and the thread says so. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Event, Thread } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { startMailServer } from '../../../../test/support/mail-server.ts'
import { composeMail, type MailInbox, openMailInbox } from '../../../../test/support/mails.ts'
import { haveReadAll } from '../../../../test/support/readers.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'

/** Addresses that the mail server refuses. */
const refused = new Set<string>()
let tenant: TestTenant
let inbox: MailInbox
const sink = await startMailServer({
  onRcptTo({ address }, _session, callback) {
    callback(refused.has(address) ? Object.assign(new Error('5.1.1 no such person'), { responseCode: 550 }) : null)
  },
})
afterAll(() => sink.stop())
const service = await setUpService({ worker: true, config: { mail: { smtpUrl: sink.url } } })
beforeEach(async () => {
  refused.clear()
  sink.accepted.length = 0
  tenant = await service.createTenant()
  inbox = await openMailInbox(tenant)
  const minutes = { normal: 60 }
  const targets = { firstResponse: minutes, nextResponse: minutes }
  await tenant.api('POST', '/sla-policies', { body: { name: 'All', targets } })
})

const ada = 'ada@example.com'
const read = async (id: string): Promise<Thread> => (await tenant.skein.getThread({ path: { id } })).data
const getClocks = ({ sla }: Thread) =>
  sla.map(({ metric, dueAt, state, pausedAt }) => ({
    metric,
    state,
    pausedAt,
    isDue: dueAt === null ? null : Math.round(Date.parse(dueAt) / 10_000),
  }))
const ask = async (more: object = {}) => (await inbox.deliver(composeMail({ Subject: 'Empty export', ...more }))).threadId ?? ''
const askAgain = async (id: string) => {
  const { ticketNumber } = await read(id)
  return ask({ Subject: `Re: [${ticketNumber}] Empty export` })
}
const getState = async (threadId: string, id: string) =>
  (await tenant.skein.listMessages({ path: { id: threadId } })).data.find((message) => message.id === id)?.delivery.state
async function reply(id: string, more: object = {}, state = 'FAILED'): Promise<string> {
  const { data } = await tenant.skein.replyToThread({ path: { id }, body: { body: 'We are looking into it.', ...more } })
  await until(async () => (await getState(id, data.id)) === state)
  return data.id
}
async function resend(threadId: string, id: string, state = 'SENT'): Promise<void> {
  await tenant.skein.sendMessageNow({ path: { id } })
  await until(async () => (await getState(threadId, id)) === state)
}
const waiting = async () => (await tenant.skein.listThreads({ query: { waiting: true } })).data.map(({ id }) => id)

describe('a reply that the server refuses for everybody', () => {
  it('leaves the wait and the clocks as they were, and the thread names it', async () => {
    const id = await ask()
    const before = await read(id)
    expect(before).toMatchObject({ waitingSince: expect.any(String), notSentMessageId: null })
    refused.add(ada)
    const messageId = await reply(id)
    const after = await read(id)
    expect(after).toMatchObject({ status: 'open', waitingSince: before.waitingSince, notSentMessageId: messageId })
    expect(getClocks(after)).toEqual(getClocks(before))
    expect(await waiting()).toEqual([id])
    const events = (await tenant.api<Event[]>('GET', '/events?limit=100')).body.data
    const last = events.findLast(({ type }) => type === 'thread.updated')
    expect(last?.data).toMatchObject({
      object: { id, waitingSince: before.waitingSince, notSentMessageId: messageId },
      previous: { waitingSince: null, notSentMessageId: null },
    })
  })

  it('is an answer again when it is sent again, and none if that fails, too', async () => {
    const id = await ask()
    const { waitingSince } = await read(id)
    refused.add(ada)
    const messageId = await reply(id)
    await resend(id, messageId, 'FAILED')
    expect(await read(id)).toMatchObject({ waitingSince, notSentMessageId: messageId })
    refused.clear()
    await resend(id, messageId)
    const sent = await read(id)
    expect(sent).toMatchObject({ waitingSince: null, notSentMessageId: null })
    expect(getClocks(sent)).toMatchObject([{ metric: 'FIRST_RESPONSE', state: 'MET' }])
    expect(await waiting()).toEqual([])
  })

  it('counts if one of its recipients has it', async () => {
    const id = await ask({ Cc: 'bob@example.com' })
    refused.add(ada)
    await reply(id)
    expect(sink.accepted.map(({ recipients }) => recipients)).toEqual([['bob@example.com']])
    expect(await read(id)).toMatchObject({ waitingSince: null, notSentMessageId: null })
  })

  it('changes nothing if a later reply has arrived, which takes its place', async () => {
    const id = await ask()
    refused.add(ada)
    const lost = await reply(id)
    expect((await read(id)).notSentMessageId).toBe(lost)
    refused.clear()
    await reply(id, {}, 'SENT')
    const answered = await read(id)
    expect(answered).toMatchObject({ waitingSince: null, notSentMessageId: null })
    await tenant.skein.sendMessageNow({ path: { id: lost } })
    expect(getClocks(await read(id))).toEqual(getClocks(answered))
  })

  it('leaves the first of several questions open, with the clock of the first response', async () => {
    const id = await ask()
    const before = await read(id)
    const { data } = await tenant.skein.replyToThread({ path: { id }, body: { body: 'On it.', undoSeconds: 0 } })
    await until(async () => (await getState(id, data.id)) === 'SENT')
    await askAgain(id)
    expect((await read(id)).sla.map(({ metric }) => metric)).toEqual(['FIRST_RESPONSE', 'NEXT_RESPONSE'])
    await bounce(data.id)
    const after = await read(id)
    expect(after).toMatchObject({ waitingSince: before.waitingSince, notSentMessageId: data.id })
    expect(getClocks(after)).toEqual(getClocks(before))
  })

  it('restores the clock of a later question, which began with it', async () => {
    const id = await ask()
    await reply(id, {}, 'SENT')
    await askAgain(id)
    const before = await read(id)
    const { data } = await tenant.skein.replyToThread({ path: { id }, body: { body: 'On it.' } })
    await until(async () => (await getState(id, data.id)) === 'SENT')
    await askAgain(id)
    await bounce(data.id)
    const after = await read(id)
    expect(after.waitingSince).toBe(before.waitingSince)
    expect(getClocks(after)).toEqual(getClocks(before))
  })

  it('of a thread that was merged counts in the target', async () => {
    const [id, source] = [await ask(), await ask()]
    const { waitingSince } = await read(id)
    const messageId = await reply(source, {}, 'SENT')
    await tenant.skein.mergeThread({ path: { id }, body: { sourceIds: [source] } })
    expect((await read(id)).waitingSince).toBeNull()
    await bounce(messageId)
    expect(await read(id)).toMatchObject({ waitingSince, notSentMessageId: messageId })
  })

  it('began the thread, so that no customer waits', async () => {
    refused.add(ada)
    const body = { inboxId: inbox.inboxId, to: [ada], subject: 'Your order', body: 'It is late.' }
    const { id } = (await tenant.skein.composeThread({ body })).data
    await until(async () => (await read(id)).notSentMessageId !== null)
    expect(await read(id)).toMatchObject({ waitingSince: null })
  })

  it('is no answer in reports', async () => {
    const id = await ask()
    refused.add(ada)
    const messageId = await reply(id)
    const getKinds = async () => {
      await until(() => haveReadAll(service.db, tenant.tenantId))
      const facts = (await tenant.api<{ kind: string; messageId: string | null }[]>('GET', `/threads/${id}/measures`)).body.data
      return JSON.stringify(facts)
    }
    expect(await getKinds()).toMatch(/"waitingSince":"/)
    expect(await getKinds()).not.toContain('"ANSWERED"')
    refused.clear()
    await resend(id, messageId)
    expect(await getKinds()).toMatch(/"waitingSince":null/)
    expect(await getKinds()).toContain('"ANSWERED"')
  })
})

it('a reply whose mail is cancelled is no answer', async () => {
  const id = await ask()
  const { waitingSince } = await read(id)
  await service.db.script(`
    insert into inbox_connections (tenant_id, inbox_id, send_state, send_next_at)
    select tenant_id, id, 'PAUSED', now() + interval '1 hour' from inboxes where tenant_id = '${tenant.tenantId}' and type = 'EMAIL'
    on conflict (tenant_id, inbox_id) do update set send_state = excluded.send_state, send_next_at = excluded.send_next_at`)
  const { data } = await tenant.skein.replyToThread({ path: { id }, body: { body: 'On it.' } })
  expect((await read(id)).waitingSince).toBeNull()
  await tenant.skein.deleteMessage({ path: { id: data.id } })
  expect(await read(id)).toMatchObject({ waitingSince, notSentMessageId: data.id })
})

/** Returns a mail to the inbox, as the server of its only recipient does. */
async function bounce(messageId: string): Promise<void> {
  const mail = sink.accepted.find(({ headers }) =>
    headers.some(({ key, value }) => key === 'x-skein-message' && messageId.endsWith(value.slice(0, 26))),
  )
  const report = [
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'The mail could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    `Final-Recipient: rfc822; ${ada}`,
    'Action: failed',
    'Status: 5.1.1',
    '--b',
    'Content-Type: message/rfc822',
    '',
    mail?.raw ?? '',
    '--b--',
  ].join('\r\n')
  const headers = `From: mailer-daemon@example.com\r\nTo: support@acme.example\r\nSubject: Undelivered Mail\r\nMessage-ID: <b${messageId}@example.com>\r\n`
  expect((await inbox.deliver(headers + report, { from: '' })).outcome).toBe('BOUNCE')
}
