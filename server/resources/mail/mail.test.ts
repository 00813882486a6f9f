/** Outgoing mail against a real mail server: each mail once, none lost, readable as text and HTML, without injected content. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { SystemHealth } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { encodeSuffix } from '#platform/ids.ts'
import { createSecrets } from '#platform/secrets.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { readMailFiles, findLink, startMailServer, type MailServer } from '../../../test/support/mail-server.ts'
import { DROP, startScriptedServer } from '../../../test/support/scripted-smtp.ts'
import { startTestService, type TestService, type TestTenant } from '../../../test/support/service.ts'
import { createLog } from '#platform/log.ts'
import { sendMail, type MailTemplate, type MailValues } from './index.ts'

let mailServer: MailServer
let behaviour: Parameters<typeof startMailServer>[0] = {}
let service: TestService
let tenant: TestTenant
const logLines: string[] = []
beforeAll(async () => {
  mailServer = await startMailServer({
    onRcptTo: (address, session, callback) => (behaviour?.onRcptTo ?? ((_a, _s, done) => done()))(address, session, callback),
    onMail: (mail) => behaviour?.onMail?.(mail),
  })
  service = await startTestService({
    config: {
      mail: { smtpUrl: mailServer.url, from: 'no-reply@skein.example', domain: 'localhost' },
      dashboardUrl: new URL('https://app.skein.example'),
    },
    log: createLog('debug', { write: (text: string) => void logLines.push(text), flushSync: () => {} }).log,
  })
  tenant = await service.createTenant()
})
afterAll(async () => {
  await service.stop()
  await mailServer.stop()
})

const secrets = () => createSecrets(service.config.secretKey)
const invitation = { name: 'Ada', inviterName: 'Grace', token: 'canary-token-0123456789', expiresAt: '2026-03-04T09:30:00.000Z' }

/** Enqueues a mail in a transaction, as a handler does. */
async function enqueueMail<Template extends MailTemplate>(
  of: TestTenant,
  mail: { to: string; template: Template; values: MailValues[Template] },
  { fails = false } = {},
): Promise<string> {
  return service.db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const context = { tx, effects, secrets: secrets(), principal: { tenantId: of.tenantId } }
    const id = sendMail(context, mail)
    await writeLedger(tx, systemIdentity(of.tenantId), effects, { status: 200, record: null })
    if (fails) throw new Error('rolled back')
    return id
  })
}

const findJobs = statement<object, { state: string; attempt: number; input: string; error: string | null; inHours: number | null }>(
  `select state, attempt, input::text as input, error, (extract(epoch from due_at - now()) / 3600)::double precision as "inHours" from jobs where name = 'send-mail'`,
)
const listJobs = () => service.db.rows(findJobs, {})
const makeDue = () =>
  service.db.script(
    `update jobs set due_at = now(), leased_until = null where name = 'send-mail' and state = 'WAITING'; update job_queues set due_at = now() where name = 'send-mail'`,
  )
async function mailHealth(): Promise<{ status: string; detail: string | null } | undefined> {
  const { body } = await tenant.api<SystemHealth[]>('GET', '/system-health')
  return body.data.find(({ component }) => component === 'mail')
}

/** These tests run one after the other, because they share the mail server. */
describe('a mail', () => {
  it('is sent once, after its transaction, and leaves no row', async () => {
    const before = mailServer.accepted.length
    const id = await enqueueMail(tenant, { to: 'ada@example.com', template: 'invitation', values: invitation })
    const [row] = await listJobs()
    expect(row?.input, 'address and link are sealed while it waits').not.toMatch(/ada@example|canary/)
    const worker = service.startWorker()
    onTestFinished(() => worker.stop())
    await until(async () => (await listJobs()).length === 0)
    const [mail, ...more] = mailServer.accepted.slice(before)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      recipients: ['ada@example.com'],
      from: { name: `Tenant ${tenant.slug}`, address: 'no-reply@skein.example' },
      subject: `Grace invited you to Tenant ${tenant.slug}`,
      messageId: expect.stringMatching(new RegExp(`^<${encodeSuffix(id)}\\.[0-9a-z]{16}\\.[0-9a-z]{16}@skein\\.example>$`)),
    })
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Ada')
      expect(part).toContain(`Tenant ${tenant.slug}`)
      expect(part).toContain('https://app.skein.example/accept-invitation#token=canary-token-0123456789')
    }
    expect(logLines.join('')).not.toMatch(/canary|ada@example/)
    expect(await mailHealth()).toMatchObject({ status: 'OK', detail: null })
  })

  it('reaches internationalised addresses', async () => {
    const before = mailServer.accepted.length
    await enqueueMail(tenant, { to: 'jörg@bücher.example', template: 'password-reset', values: invitation })
    const worker = service.startWorker()
    onTestFinished(() => worker.stop())
    await until(async () => (await listJobs()).length === 0)
    expect(mailServer.accepted[before]).toMatchObject({
      recipients: [expect.stringMatching(/^jörg@(bücher|xn--bcher-kva)\.example$/)],
      to: [{ address: 'jörg@bücher.example' }],
    })
  })

  it('whose transaction is rolled back is never sent', async () => {
    await expect(enqueueMail(tenant, { to: 'x@example.com', template: 'invitation', values: invitation }, { fails: true })).rejects.toThrow(
      'rolled back',
    )
    expect(await listJobs()).toEqual([])
  })

  it('is sent again with the same Message-ID and bytes when the response is lost', async () => {
    const seen: string[] = []
    behaviour = {
      onMail({ raw }) {
        seen.push(raw)
        if (seen.length === 1) throw Object.assign(new Error('the disk is full'), { responseCode: 451 })
      },
    }
    await enqueueMail(tenant, { to: 'ada@example.com', template: 'invitation', values: invitation })
    const worker = service.startWorker()
    onTestFinished(() => worker.stop())
    await until(async () => (await listJobs())[0]?.error != null)
    expect(await listJobs()).toMatchObject([{ state: 'WAITING', error: 'The mail server refused at DATA: 451.' }])
    expect(await mailHealth()).toMatchObject({
      status: 'DEGRADED',
      detail: expect.stringContaining('1 wait, 1 of them after a failed attempt'),
    })
    await makeDue()
    worker.nudge()
    await until(async () => (await listJobs()).length === 0)
    expect(seen).toHaveLength(2)
    expect(seen[1]).toBe(seen[0])
  })

  it('is sent once if the server is slow, and once more if its reply is lost', async () => {
    const slow = await startScriptedServer({
      dot: ({ raw }) => (raw.includes('Slow') ? sleep(1_500, '250 2.0.0 ok') : slow.received.length < 3 ? DROP : '250 2.0.0 ok'),
    })
    const patient = await startTestService({ config: { mail: { smtpUrl: slow.url, retrySeconds: [0.1, 0.1] } }, worker: true })
    onTestFinished(() => Promise.all([patient.stop(), slow.stop()]).then(() => undefined))
    const own = await patient.createTenant()
    const send = (name: string) =>
      patient.db.transaction(async (tx) => {
        const effects = new CollectedEffects()
        const mail = { to: 'ada@example.com', template: 'invitation' as const, values: { ...invitation, inviterName: name } }
        sendMail({ effects, secrets: createSecrets(patient.config.secretKey) }, mail)
        await writeLedger(tx, systemIdentity(own.tenantId), effects, { status: 200, record: null })
      })
    const isDone = async () => (await patient.db.rows(findJobs, {})).length === 0
    await send('Slow')
    await until(isDone)
    expect(slow.received).toHaveLength(1)
    await send('Broken')
    await until(isDone)
    const [, first, second, ...more] = slow.received
    expect(more).toEqual([])
    expect(second).toEqual(first)
  })

  it('of a worker that died is sent once more by another worker as the same mail', async () => {
    const ids: (string | undefined)[] = []
    let release = (): void => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    behaviour = {
      onMail({ messageId }) {
        ids.push(messageId)
        return ids.length === 1 ? held : undefined
      },
    }
    await enqueueMail(tenant, { to: 'ada@example.com', template: 'invitation', values: invitation })
    const [first, second] = [service.startWorker(), service.startWorker()]
    onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => undefined))
    await until(() => ids.length === 1)
    // Has the same effect as the end of a lease.
    await makeDue()
    await until(async () => ids.length === 2 && (await listJobs()).length === 0)
    release()
    await Promise.all([first.stop(), second.stop()])
    expect(new Set(ids).size).toBe(1)
    expect(await listJobs()).toEqual([])
  })

  it('that is refused permanently is dead at once, without the address in its error', async () => {
    behaviour = {
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user ada@example.com'), { responseCode: 550 })),
    }
    await enqueueMail(tenant, { to: 'ada@example.com', template: 'invitation', values: invitation })
    const worker = service.startWorker()
    onTestFinished(() => worker.stop())
    await until(async () => (await listJobs())[0]?.state === 'DEAD')
    expect(await listJobs()).toMatchObject([{ attempt: 1, error: 'The mail server refused at RCPT TO: 550.' }])
    expect((await mailHealth())?.detail).toContain('1 were refused for good')
    expect(logLines.join('')).not.toMatch(/canary|ada@example/)
    await service.db.script("delete from jobs where name = 'send-mail'")
  })

  it('is retried for three days while the server is unavailable, and then dead', async () => {
    behaviour = {}
    const { port } = new URL(mailServer.url)
    await mailServer.stop()
    await enqueueMail(tenant, { to: 'ada@example.com', template: 'password-reset', values: invitation })
    const worker = service.startWorker()
    onTestFinished(() => worker.stop())
    let hours = 0
    for (let attempt = 1; hours < 24; attempt++) {
      await until(async () => (await listJobs())[0]?.attempt === attempt && (await listJobs())[0]?.error !== null)
      hours += (await listJobs())[0]?.inHours ?? Number.NaN
      expect(await listJobs()).toMatchObject([{ state: 'WAITING', error: expect.stringContaining('could not be used') }])
      await service.db.script("update jobs set error = null where name = 'send-mail'")
      await makeDue()
      worker.nudge()
    }
    await until(async () => (await listJobs())[0]?.error != null)
    mailServer = await startMailServer({ port: Number(port) })
    await makeDue()
    worker.nudge()
    await until(() => mailServer.accepted.length === 1)
    await until(async () => (await listJobs()).length === 0)

    await worker.stop()
    await enqueueMail(tenant, { to: 'ada@example.com', template: 'password-reset', values: invitation })
    await mailServer.stop()
    await service.db.script("update jobs set attempt = 12 where name = 'send-mail'")
    const last = service.startWorker()
    onTestFinished(() => last.stop())
    await until(async () => (await listJobs())[0]?.state === 'DEAD')
    expect(await mailHealth()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('1 were given up after three days') })
    await service.db.script("delete from jobs where name = 'send-mail'")
    mailServer = await startMailServer({ port: Number(port) })
  })
})

it('a service without SMTP_URL writes each mail once to a file for its owner only', async () => {
  const lone = await startTestService({ worker: true })
  onTestFinished(() => lone.stop())
  const own = await lone.createTenant()
  await lone.db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    sendMail(
      { effects, secrets: createSecrets(lone.config.secretKey) },
      { to: 'jörg@bücher.example', template: 'password-reset', values: invitation },
    )
    await writeLedger(tx, systemIdentity(own.tenantId), effects, { status: 200, record: null })
  })
  await until(async () => (await readMailFiles(lone.config)).length === 1)
  const [mail] = await readMailFiles(lone.config)
  expect(mail?.to).toMatchObject([{ address: 'jörg@bücher.example' }])
  expect(findLink(mail ?? {}).hash).toBe('#token=canary-token-0123456789')
  const directory = join(lone.config.dataDir, 'mail')
  for (const name of await readdir(directory)) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600)
  expect((await stat(directory)).mode & 0o777).toBe(0o700)
})
