/** A round trip that fails says why, ends in any case, and has no effect afterwards. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { InboundMail } from '../../../../client/index.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import type { ReceivedMail } from '../../../../test/support/mail-server.ts'
import { startTestService } from '../../../../test/support/service.ts'
import { sendMail } from '../../../../test/support/smtp-client.ts'
import { findDetail, isPlusForm, outline, RoundTrips } from '../../../../test/support/round-trips.ts'

let trips: RoundTrips
beforeAll(async () => {
  trips = await RoundTrips.open()
})
afterAll(() => trips.close())
beforeEach(() => trips.renew())

const outcomes = async () => (await trips.tenant.api<InboundMail[]>('GET', '/inbound-mails')).body.data.map(({ outcome }) => outcome)

describe('a round trip', () => {
  it('fails when nothing comes back, and a mail that is late has no effect', async () => {
    const inboxId = await trips.createInbox({ receive: { mode: 'API' } })
    const job = await trips.runToDeadline(inboxId)
    expect([job.state, outline(job)]).toEqual(['FAILED', ['send ok', 'receive failed', 'plus failed']])
    expect(findDetail(job, 'receive')).toMatch(/within 60 seconds\. Check that your program hands it over/)
    for (const mail of trips.mails.accepted) await trips.post(inboxId)(mail)
    await until(async () => (await outcomes()).every((outcome) => outcome === 'OWN'))
    expect(await outcomes()).toHaveLength(2)
    expect(await trips.countCreated()).toEqual({ threads: 0, customers: 0 })
    expect(await trips.readJob(job.id)).toEqual(job)
    expect(await trips.findReplyTo(inboxId)).toBeNull()
  })

  it.each([
    ['sending turned off', { mode: 'NONE' }, /sends no mail/],
    ['a server that is down', { mode: 'SMTP', smtp: { host: '127.0.0.1', port: 1_025, security: 'NONE' } }, /ECONNREFUSED/],
    ['a missing password', { mode: 'SMTP', smtp: { host: '127.0.0.1', port: 1_025, security: 'NONE', user: 'ada' } }, /has no password/],
  ])('fails at once with %s', async (_, send, detail) => {
    const job = await trips.run(await trips.createInbox({ send }))
    expect([job.state, job.failed, outline(job)]).toEqual(['FAILED', 1, ['send failed']])
    expect(findDetail(job, 'send')).toMatch(detail)
  })

  it('fails with the server’s words when the address is refused', async () => {
    trips.refuse = () => '550 5.1.1 no such person'
    const job = await trips.run(await trips.createInbox())
    expect([job.state, outline(job)]).toEqual(['FAILED', ['send failed']])
    expect(findDetail(job, 'send')).toMatch(/550 5\.1\.1\. no such person/)
  })

  it('does not wait for a plus form that the server refuses', async () => {
    trips.deliver = trips.relay
    trips.refuse = (recipient) => (isPlusForm(recipient) ? '550 5.1.1 no such person' : null)
    const job = await trips.run(await trips.createInbox())
    expect([job.state, outline(job)]).toEqual(['DONE', ['send ok', 'receive ok', 'plus failed']])
    expect(findDetail(job, 'plus')).toMatch(/550 5\.1\.1\. no such person/)
  })

  it('does not wait for a mail that is returned', async () => {
    trips.deliver = async (mail) => {
      const [to = ''] = mail.recipients
      const isReturned = isPlusForm(to)
      await sendMail(
        trips.service.mailPort ?? 0,
        isReturned ? { from: '', to: mail.from?.address ?? '', mail: returnMail(mail) } : { to, mail: mail.raw },
      )
    }
    const job = await trips.run(await trips.createInbox())
    expect([job.state, outline(job)]).toEqual(['DONE', ['send ok', 'receive ok', 'plus failed']])
    expect(findDetail(job, 'plus')).toBe('A mail server returned the mail. 5.1.1 550 5.1.1 no such person')
    expect(await trips.countCreated()).toEqual({ threads: 0, customers: 0 })
  })

  it('ends when its inbox is deleted meanwhile, and goes on when it is deactivated', async () => {
    const [gone, inactive] = [await trips.createInbox(), await trips.createInbox({}, `idle@${trips.tenant.slug}.localhost`)]
    const { data } = (await trips.start(gone)).body
    await until(async () => (await trips.readJob(data.id)).done === 1)
    await trips.tenant.skein.deleteInbox({ path: { id: gone } })
    await trips.passMinute()
    expect(findDetail(await trips.waitForEnd(data), 'receive')).toBe('The inbox was deleted.')
    trips.deliver = async (mail) => {
      await trips.tenant.skein.updateInbox({ path: { id: inactive }, body: { active: false } })
      await trips.relay(mail)
    }
    expect(await trips.run(inactive)).toMatchObject({ state: 'DONE', result: { ok: true } })
    expect(await trips.countCreated()).toEqual({ threads: 0, customers: 0 })
  })

  it('does not send while the inbox is paused, and shows when sending works again', async () => {
    trips.refuse = () => '421 4.7.0 slow down'
    const inboxId = await trips.createInbox()
    await trips.service.db.script(`
      insert into inbox_connections (tenant_id, inbox_id, send_state, send_error, send_next_at)
      select tenant_id, id, 'PAUSED', '{"code": "THROTTLED", "message": "The mail server refused.", "at": "2026-03-04T09:30:00.000Z"}',
        now() + interval '1 minute' from inboxes where tenant_id = '${trips.tenant.tenantId}' and type = 'EMAIL'`)
    const paused = await trips.run(inboxId)
    expect([paused.state, findDetail(paused, 'send')]).toEqual(['FAILED', expect.stringMatching(/^Sending is paused until .*refused\./)])
    expect(trips.mails.accepted).toEqual([])
    await trips.tenant.skein.reconnectInbox({ path: { id: inboxId } })
    ;[trips.refuse, trips.deliver] = [() => null, trips.relay]
    expect(await trips.run(inboxId)).toMatchObject({ state: 'DONE' })
    const { data } = await trips.tenant.skein.getInboxConnection({ path: { id: inboxId } })
    expect(data).toMatchObject({ send: { state: 'CONNECTED' }, lastError: null })
  })

  it('of an inbox without an address, of another type or another tenant is refused', async () => {
    const answers = [await trips.start(trips.tenant.inboxId), await trips.start((await trips.service.createTenant()).inboxId)]
    expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
      [422, 'SVC-CHANNEL-NOT_CONNECTED'],
      [404, 'SVC-INBOX-NOT_FOUND'],
    ])
  })

  it('that the server throttles fails, and pauses the inbox as a reply would', async () => {
    trips.refuse = () => '421 4.7.0 slow down'
    const inboxId = await trips.createInbox()
    const job = await trips.run(inboxId)
    expect([job.state, findDetail(job, 'send')]).toEqual(['FAILED', expect.stringMatching(/slow down/)])
    expect((await trips.tenant.skein.getInboxConnection({ path: { id: inboxId } })).data.send.state).toBe('PAUSED')
  })

  it('without a mail server of the service fails at once', async () => {
    const own = await startTestService({ worker: true })
    onTestFinished(() => own.stop())
    trips.tenant = await own.createTenant()
    const job = await trips.run(await trips.createInbox())
    expect([job.state, findDetail(job, 'send')]).toEqual(['FAILED', expect.stringMatching(/^There is no mail server/)])
  })
})

/** Returns the report of a mail server that could not deliver a mail. */
function returnMail({ raw, from, recipients: [to = ''] }: ReceivedMail): string {
  return [
    'From: Mail Delivery System <mailer-daemon@mail.example>',
    `To: ${from?.address}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <${Math.random()}@mail.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    '',
    'The mail could not be delivered.',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 no such person',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    raw.slice(0, raw.indexOf('\r\n\r\n')),
    '',
    '--b--',
    '',
  ].join('\r\n')
}
