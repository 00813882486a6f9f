/** A service whose own clock is two days wrong decides by the database's clock. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AutomationExplanation, InboundMail, Message, PresignedUpload, Report, SignIn, TotpEnrolment, User } from '../client/index.ts'
import { parseTypeId, timeOfId } from '#platform/ids.ts'
import { createFileLinks } from '#platform/files/file-links.ts'
import { createSecrets } from '#platform/secrets.ts'
import { requestLink, uploadFile } from './support/files.ts'
import { openMailInbox } from './support/mails.ts'
import { type RuleKit, getRules } from './support/rules.ts'
import { startTestService, type TestService, type TestTenant } from './support/service.ts'
import { restoreClock, shiftClock, trueNow } from './support/shifted-clock.ts'
import { makeThread } from './support/threads.ts'

const password = 'salty otters read maps'
const dayMs = 86_400_000
const iso = (ms: number): string => new Date(ms).toISOString()

describe.each([2 * dayMs, -2 * dayMs])('with a clock that is %i ms off', (wrongMs) => {
  let service: TestService
  let tenant: TestTenant
  let rules: RuleKit
  beforeAll(async () => {
    shiftClock(wrongMs)
    service = await startTestService()
  })
  afterAll(async () => {
    await service.stop()
    restoreClock()
  })
  beforeEach(async () => {
    tenant = await service.createTenant()
    rules = getRules(service, tenant)
  })

  it('passwords, codes and sessions work', async () => {
    const body = { name: 'Grace', email: 'grace@example.com', role: 'AGENT', invite: false }
    const { id, email } = (await tenant.api<User>('POST', '/users', { body })).body.data
    await tenant.setPassword(id, password)
    const signIn = (code?: string) =>
      service.api<SignIn>('POST', '/auth/login', {
        body: { tenant: tenant.slug, email, password, ...(code === undefined ? {} : { code }) },
      })
    const { accessToken, refreshToken, expiresAt } = (await signIn()).body.data
    expect(Math.abs(Date.parse(expiresAt) - trueNow() - 15 * 60_000)).toBeLessThan(60_000)
    expect((await service.api('GET', '/me', { key: accessToken })).status).toBe(200)

    const enrolled = await service.api<TotpEnrolment>('POST', '/auth/totp/enroll', { key: accessToken, body: { password } })
    const authenticator = new TOTP({ secret: Secret.fromBase32(enrolled.body.data.secret) })
    // The authenticator app has the correct time.
    const codeOf = (step: number): string => authenticator.generate({ timestamp: trueNow() + step * 30_000 })
    expect((await service.api('POST', '/auth/totp/confirm', { key: accessToken, body: { code: codeOf(-1) } })).status).toBe(200)
    expect((await signIn(codeOf(0))).status).toBe(200)
    const refreshed = await service.api<SignIn>('POST', '/auth/refresh', { body: { refreshToken } })
    expect([refreshed.status, (await service.api('GET', '/me', { key: refreshed.body.data.accessToken })).status]).toEqual([200, 200])
  })

  it('a key lives no longer than the key that makes it', async () => {
    const maker = await tenant.keyFor(['admin'], { lifeSeconds: 7 * 86_400 })
    const make = (expiresInDays?: number) =>
      tenant.api<{ expiresAt: string }>('POST', '/api-keys', {
        key: maker.key,
        body: { name: 'Second', scopes: ['threads:read'], ...(expiresInDays === undefined ? {} : { expiresInDays }) },
      })
    expect((await make(6)).status).toBe(201)
    expect((await make(8)).status).toBe(403)
    expect(Math.abs(Date.parse((await make()).body.data.expiresAt) - trueNow() - 7 * dayMs)).toBeLessThan(60_000)
  })

  it('links of files work until they expire, and no longer', async () => {
    const { url } = await uploadFile(tenant, { bytes: 'read' })
    expect((await requestLink(service, url)).status).toBe(200)
    const name = decodeURIComponent(new URL(url).pathname.split('/').slice(3).join('/'))
    const links = createFileLinks(service.config.baseUrl, createSecrets(service.config.secretKey)).of(tenant.tenantId)
    const linkUntil = (ms: number) => links.read({ name, filename: 'notes.txt', contentType: 'text/plain' }, new Date(ms))
    expect((await requestLink(service, linkUntil(trueNow() + 60_000))).status).toBe(200)
    expect((await requestLink(service, linkUntil(trueNow() - 60_000))).status).toBe(403)

    const announced = await tenant.api<PresignedUpload>('POST', '/uploads/presigned', {
      body: { filename: 'a.txt', contentType: 'text/plain', size: 5 },
    })
    const send = (to: string) => requestLink(service, to, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'hello' })
    const uploadId = parseTypeId('upl', announced.body.data.id) ?? ''
    expect((await send(links.write(uploadId, new Date(trueNow() - 60_000)))).status).toBe(403)
    expect((await send(announced.body.data.uploadUrl)).status).toBe(200)
  })

  it('a rule with a time runs when it is due, and not before', async () => {
    await rules.make({ trigger: { type: 'TIME', since: 'CREATED', afterMinutes: 60 }, filter: { all: [{ status: 'open' }] } })
    const threadId = await makeThread(tenant)
    const explain = async (afterMinutes: number) => {
      const trigger = { type: 'TIME', since: 'CREATED', afterMinutes }
      const rule = { name: 'Late', trigger, actions: [{ type: 'SET_PRIORITY', priority: 'urgent' }] }
      return (await tenant.api<AutomationExplanation>('POST', '/automation-rules/explain', { body: { rule, threadId } })).body.data.holds
    }
    // A thread that starts to match as time passes is evaluated with the event, without a scan.
    const reopen = async () => {
      for (const status of ['pending', 'open']) await tenant.api('PATCH', `/threads/${threadId}`, { body: { status } })
      await rules.run()
    }
    await rules.pass(59)
    await reopen()
    await rules.scan()
    expect(await rules.outcomes()).toEqual([])
    expect([await explain(58), await explain(60)]).toEqual([true, false])
    await rules.pass(2)
    await reopen()
    expect(await rules.outcomes()).toEqual(['APPLIED'])
  })

  it('today is the database’s day', async () => {
    const getDay = () => iso(trueNow()).slice(0, 10)
    const metrics = 'metrics=THREADS_CREATED&timezone=UTC'
    const read = (query: string) => tenant.api<Report>('GET', `/reports?${metrics}${query}`)
    /** Returns the days on which the range of a report starts and ends. */
    const readRange = async (query: string) => {
      const url = (await read(query)).body.data.totals['THREADS_CREATED']?.factsUrl ?? ''
      return ['from', 'to'].map((name) => new URL(url, 'http://localhost').searchParams.get(name)?.slice(0, 10))
    }
    const getRange = (day: string, before: number) => [-before, 1].map((days) => iso(Date.parse(day) + days * dayMs).slice(0, 10))
    const days = [getDay()]
    const [today, usual] = [await readRange('&from=today&to=today%2B1'), await readRange('&from=today-30')]
    days.push(getDay())
    expect(days.map((day) => getRange(day, 0))).toContainEqual(today)
    expect(days.map((day) => getRange(day, 30))).toContainEqual(usual)
  })

  it('times in requests are compared with the true time', async () => {
    const threadId = await makeThread(tenant)
    const send = (path: string, body: object) => tenant.api('POST', `/threads/${threadId}/${path}`, { body })
    const hourMs = 3_600_000
    expect((await send('messages', { body: 'Earlier', sentAt: iso(trueNow() - hourMs) })).status).toBe(201)
    expect((await send('messages', { body: 'Later', sentAt: iso(trueNow() + hourMs) })).status).toBe(400)
    expect((await send('snooze', { until: iso(trueNow() - hourMs) })).status).toBe(422)
    expect((await send('snooze', { until: iso(trueNow() + hourMs) })).status).toBe(200)
    expect((await send('reply', { body: 'Soon', sendAt: iso(trueNow() + hourMs) })).status).toBe(201)
    expect((await send('reply', { body: 'Soon', sendAt: iso(trueNow() - hourMs) })).status).toBe(422)
  })

  it('a discarded mail is discarded at once', async () => {
    const id = await tenant.suspendMail()
    await tenant.api('POST', `/inbound-mails/${id}/discard`)
    const { data } = (await tenant.api<InboundMail>('GET', `/inbound-mails/${id}`)).body
    expect(Math.abs(Date.parse(data.expiresAt ?? '') - trueNow())).toBeLessThan(60_000)
    expect((await tenant.api('POST', `/inbound-mails/${id}/release`, { mayFail: true })).status).toBe(409)
  })

  it('signatures of webhooks and the Date of mails have the true time', async () => {
    const { inboxId } = await openMailInbox(tenant)
    const requester = { email: 'ada@example.com' }
    const { threadId } = (await tenant.skein.createThread({ body: { title: 'Export', body: 'It is empty.', requester, inboxId } })).data
    const reply = (await tenant.skein.replyToThread({ path: { id: threadId }, body: { body: 'We are looking into it.' } })).data
    expect(Math.abs(Date.parse(reply.email?.date ?? '') - trueNow())).toBeLessThan(60_000)
    const hook = (await tenant.skein.createWebhook({ body: { url: 'http://127.0.0.1:9/', events: ['label.created'] } })).data
    const { requestHeaders } = (await tenant.skein.testWebhook({ path: { id: hook.id } })).data
    expect(Math.abs(Number(requestHeaders?.['webhook-timestamp']) * 1_000 - trueNow())).toBeLessThan(60_000)
  })

  it('ids and the end of rate limits have the true time', async () => {
    const threadId = await makeThread(tenant)
    const reply = await tenant.api<Message>('POST', `/threads/${threadId}/messages`, { body: { body: 'Hello' } })
    const messageId = parseTypeId('msg', reply.body.data.id) ?? ''
    expect(Math.abs(timeOfId(messageId).getTime() - trueNow())).toBeLessThan(60_000)
    const resetAt = Number(reply.headers['x-ratelimit-reset']) * 1_000
    expect(Math.abs(resetAt - trueNow())).toBeLessThanOrEqual(61_000)
  })
})
