/** Mails that an inbox sends to itself come back, show whether reply addresses with a plus sign work, and have no other effect. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { InboundMail } from '../../../../client/index.ts'
import { startImapServer } from '../../../../test/support/imap-server.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { findDetail, isPlusForm, outline, RoundTrips, getSteps } from '../../../../test/support/round-trips.ts'

let trips: RoundTrips
beforeAll(async () => {
  trips = await RoundTrips.open()
})
afterAll(() => trips.close())
beforeEach(() => trips.renew())

const outcomes = async () => (await trips.tenant.api<InboundMail[]>('GET', '/inbound-mails')).body.data.map(({ outcome }) => outcome)
const allOk = ['send ok', 'receive ok', 'plus ok']

describe('a round trip', () => {
  it('through the SMTP port shows its steps, and its mails become no threads', async () => {
    trips.deliver = trips.relay
    const { body } = await trips.start(await trips.createInbox())
    expect(body.data).toMatchObject({ type: 'MAIL_ROUND_TRIP', total: 3, failed: 0 })
    const job = await trips.waitForEnd(body.data)
    expect(job).toMatchObject({ state: 'DONE', total: 3, done: 3, failed: 0, result: { ok: true } })
    expect(outline(job)).toEqual(allOk)
    for (const step of getSteps(job)) expect(step).toEqual({ ...step, detail: null, durationMs: expect.any(Number) })
    expect(await outcomes()).toEqual(['OWN', 'OWN'])
    expect(await trips.countCreated()).toEqual({ threads: 0, customers: 0 })
    expect(trips.mails.accepted.map(({ recipients }) => recipients.map(isPlusForm))).toEqual([[false], [true]])
  })

  it('sends a signed mail to itself that starts no automatic reply', async () => {
    trips.deliver = trips.relay
    await trips.run(await trips.createInbox())
    for (const { from, messageId, headers } of trips.mails.accepted) {
      const valueOf = (key: string) => headers.find((header) => header.key === key)?.value
      expect(from?.address).toBe(`support@${trips.tenant.slug}.localhost`)
      expect(valueOf('auto-submitted')).toBe('auto-generated')
      const [id, signature] = String(valueOf('x-skein-message')).split('.')
      expect(messageId).toBe(`<${id}.${signature}@${trips.tenant.slug}.localhost>`)
    }
  })

  it('through the API counts, also with another Message-ID and through another inbox', async () => {
    const [inboxId, other] = [
      await trips.createInbox({ receive: { mode: 'API' } }),
      await trips.createInbox({}, `other@${trips.tenant.slug}.localhost`),
    ]
    let sent = 0
    trips.deliver = trips.post(other, (raw) => raw.replace(/^Message-ID:.*$/im, `Message-ID: <${++sent}@mail.example>`))
    const job = await trips.run(inboxId)
    expect([job.state, outline(job)]).toEqual(['DONE', allOk])
    expect(findDetail(job, 'receive')).toBe(`It came back through the inbox “other@${trips.tenant.slug}.localhost”.`)
    expect(await outcomes()).toEqual(['OWN', 'OWN'])
    expect(await trips.countCreated()).toEqual({ threads: 0, customers: 0 })
  })

  it('in a mailbox turns reply addresses with a token on, and a later one off', async () => {
    const server = await startImapServer()
    onTestFinished(() => server.close())
    const imap = { host: '127.0.0.1', port: server.port, security: 'NONE', user: 'ada', password: 'secret' }
    const inboxId = await trips.createInbox({ receive: { mode: 'IMAP', imap } }, 'help@example.com')
    await until(() => server.commands.at(-1) === 'IDLE')
    expect(await trips.findReplyTo(inboxId)).toBeNull()
    trips.deliver = ({ raw }) => void server.append(raw)
    expect(await trips.run(inboxId)).toMatchObject({ state: 'DONE', result: { ok: true } })
    expect(await trips.findReplyTo(inboxId)).toMatch(/^help\+r\w{16}@example\.com$/)
    trips.deliver = ({ raw, recipients: [to = ''] }) => void (isPlusForm(to) || server.append(raw))
    const failed = await trips.runToDeadline(inboxId, 2)
    expect(failed).toMatchObject({ state: 'DONE', done: 3, failed: 1, result: { ok: false } })
    expect(outline(failed)).toEqual(['send ok', 'receive ok', 'plus failed'])
    expect(findDetail(failed, 'plus')).toMatch(/did not come back within 60 seconds/)
    expect(await trips.findReplyTo(inboxId)).toBeNull()
  })

  it('whose plus form fails turns it off, also where the domain is below MAIL_DOMAIN', async () => {
    const inboxId = await trips.createInbox()
    expect(await trips.findReplyTo(inboxId)).toMatch(/^support\+r\w{16}@/)
    trips.refuse = (recipient) => (isPlusForm(recipient) ? '550 5.1.1 no such person' : null)
    trips.deliver = trips.relay
    expect(outline(await trips.run(inboxId))).toEqual(['send ok', 'receive ok', 'plus failed'])
    trips.refuse = () => null
    expect(await trips.findReplyTo(inboxId)).toBeNull()
    expect(outline(await trips.run(inboxId))).toEqual(allOk)
    expect(await trips.findReplyTo(inboxId)).toMatch(/^support\+r\w{16}@/)
  })

  it('of an address without a plus form tests the address alone', async () => {
    trips.deliver = trips.relay
    const job = await trips.run(await trips.createInbox({}, `${'a'.repeat(60)}@${trips.tenant.slug}.localhost`))
    expect([job.state, outline(job)]).toEqual(['DONE', ['send ok', 'receive ok', 'plus failed']])
    expect(trips.mails.accepted).toHaveLength(1)
  })

  it('runs once for an inbox, whatever the number of requests', async () => {
    const inboxId = await trips.createInbox()
    const jobs = await Promise.all(Array.from({ length: 8 }, () => trips.start(inboxId)))
    expect(new Set(jobs.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    const [first] = jobs
    const id = first?.body.data.id ?? ''
    await until(async () => (await trips.readJob(id)).done === 1)
    expect(trips.mails.accepted).toHaveLength(2)
    await trips.passMinute()
    await trips.waitForEnd({ id })
    trips.deliver = trips.relay
    const next = await trips.run(inboxId)
    expect([next.id === id, next.state]).toEqual([false, 'DONE'])
  })

  it('that another worker takes over sends the same mails, and ends once', async () => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const ids: (string | undefined)[] = []
    trips.deliver = async (mail) => {
      ids.push(mail.messageId)
      if (ids.length === 1) await released
      await trips.relay(mail)
    }
    const { data } = (await trips.start(await trips.createInbox())).body
    await until(() => ids.length === 1)
    // The worker is gone as far as the others know.
    await trips.service.db.script(
      `update jobs set leased_until = null, due_at = now() where name = 'run-round-trip' and tenant_id = '${trips.tenant.tenantId}'`,
    )
    await trips.passMinute()
    const second = trips.service.startWorker()
    onTestFinished(() => second.stop())
    const job = await trips.waitForEnd(data)
    release()
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], expect.not.stringMatching(String(ids[0]))])
    expect([job.state, outline(job)]).toEqual(['DONE', allOk])
    expect(await outcomes()).not.toContain('MESSAGE')
    expect(await trips.countCreated()).toEqual({ threads: 0, customers: 0 })
    expect(await trips.readJob(data.id)).toEqual(job)
  })

  it('is forgotten when the inbox’s mail arrives elsewhere, not when it is renamed', async () => {
    const inboxId = await trips.createInbox({ receive: { mode: 'API' } })
    trips.deliver = trips.post(inboxId)
    await trips.run(inboxId)
    const change = (body: object) => trips.tenant.api('PATCH', `/inboxes/${inboxId}`, { body })
    await change({ name: 'Renamed', email: { rules: { bulk: 'SUSPEND' } } })
    expect(await trips.findReplyTo(inboxId)).not.toBeNull()
    await change({ address: `moved@${trips.tenant.slug}.localhost` })
    expect(await trips.findReplyTo(inboxId)).toBeNull()
    // A test of the earlier address says nothing about the new one.
    trips.deliver = async (mail) => {
      if (isPlusForm(mail.recipients[0] ?? '')) await change({ address: `again@${trips.tenant.slug}.localhost` })
      await trips.post(inboxId)(mail)
    }
    await trips.run(inboxId)
    expect(await trips.findReplyTo(inboxId)).toBeNull()
  })
})
