/** Planning, asking and cancelling, with the mails as files below `data/mail`. */
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SatisfactionRequest } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { readMail } from '../../../test/support/mail-server.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { listMailFiles } from '../mail/index.ts'
import { isInSample } from './plan-requests.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
const by = getSatisfaction(service)
beforeEach(async () => {
  tenant = await service.createTenant()
})

const enable = (more: object = {}) => by.enable(tenant, more)
const makeThread = (email?: string) => by.makeThread(tenant, email)
const setStatus = (threadId: string, status: string) => by.setStatus(tenant, threadId, status)
const waitFor = (threadId: string, states: SatisfactionRequest['state'][]) => by.waitFor(tenant, threadId, states)
const mails = async () => {
  const files = await listMailFiles(service.config, tenant.tenantId, { after: '', limit: 100 })
  const written = files.filter(({ name }) => name.endsWith('.eml'))
  return Promise.all(written.map(async ({ path }) => readMail(await readFile(path))))
}
const waitForMails = async (count: number) => {
  await until(async () => (await mails()).length >= count)
  return mails()
}
const linksIn = (text: string): string[] => text.match(/http:\/\/\S+\/s\/svcs_[\w-]+\S*/g) ?? []
/** Gives a thread to another customer, who has not been asked yet. */
const giveToLee = async (threadId: string): Promise<void> => {
  const lee = (await tenant.skein.upsertCustomer({ body: { name: 'Lee', email: 'lee@example.com' } })).data
  expect((await tenant.api('PATCH', `/threads/${threadId}`, { body: { customerId: lee.id } })).status).toBe(200)
}
/** Makes the next step of all requests of the tenant due. */
const passTime = (columns: string) =>
  service.db.script(`
    update satisfaction_requests set ${columns} where tenant_id = '${tenant.tenantId}';
    update jobs set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'follow-satisfaction-request';
    update job_queues set due_at = now() where tenant_id = '${tenant.tenantId}' and name = 'follow-satisfaction-request'`)

const findReader = statement<{ tenantId: string }, { sequence: number }>(
  `select sequence from reader_cursors where tenant_id = :tenantId::uuid and reader = 'satisfaction'`,
)

describe('resolving a thread', () => {
  it('asks its customer by mail, with a link for each score', async () => {
    await enable()
    const threadId = await makeThread()
    await setStatus(threadId, 'resolved')
    const [request] = await waitFor(threadId, ['SENT'])
    expect(request).toMatchObject({ threadId, episode: 1, channel: 'MAIL', scale: 'STARS', answer: null })
    expect(request?.personId).not.toBeNull()
    const [mail] = await waitForMails(1)
    expect(mail?.to?.[0]?.address).toBe('carla@example.com')
    const scores = linksIn(mail?.text ?? '').flatMap((url) => new URL(url).searchParams.get('score') ?? [])
    expect(scores).toEqual(['1', '2', '3', '4', '5'])
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]))
    expect(headers['list-unsubscribe']).toMatch(/^<http:.*\/s\/svcs_[\w-]+\/unsubscribe>$/)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(headers['auto-submitted']).toBe('auto-generated')
    const { data } = await tenant.skein.listMessages({ path: { id: threadId } })
    expect(data[0]).toMatchObject({ authorType: 'SYSTEM', automatic: true, silent: true, internal: false })
    const { data: read } = await tenant.skein.markThreadRead({ path: { id: threadId }, body: { messageId: data.at(-1)?.id ?? '' } })
    expect(read).toMatchObject({ unreadCount: 0 })
  })

  it('asks nobody while satisfaction is off, and has no reader for the tenant', async () => {
    const threadId = await makeThread()
    await setStatus(threadId, 'resolved')
    expect(await service.db.first(findReader, { tenantId: tenant.tenantId })).toBeNull()
    await enable()
    const later = await makeThread('dora@example.com')
    await setStatus(later, 'resolved')
    await waitFor(later, ['SENT'])
    expect(await by.requestsOf(tenant, threadId)).toEqual([])
    expect(await service.db.first(findReader, { tenantId: tenant.tenantId })).not.toBeNull()
  })
})

describe('a request that is due', () => {
  it('asks again only in another episode, and not within minDaysBetween', async () => {
    await enable()
    const threadId = await makeThread()
    await setStatus(threadId, 'resolved')
    await waitFor(threadId, ['SENT'])
    // A mail that has not left yet would be cancelled when the thread is reopened.
    await waitForMails(1)
    // Closing a resolved thread ends no episode.
    await setStatus(threadId, 'closed')
    await setStatus(threadId, 'open')
    await setStatus(threadId, 'resolved')
    const [second] = await waitFor(threadId, ['CANCELLED', 'SENT'])
    expect(second).toMatchObject({ episode: 2, cancelReason: 'ASKED_RECENTLY' })
    await enable({ minDaysBetween: 0 })
    await setStatus(threadId, 'open')
    await setStatus(threadId, 'resolved')
    await waitFor(threadId, ['SENT', 'CANCELLED', 'SENT'])
    expect(await waitForMails(2)).toHaveLength(2)
  })

  it('asks a customer of two threads that are resolved at the same moment once', async () => {
    await enable()
    const threads = await Promise.all([1, 2, 3, 4].map(() => makeThread()))
    await Promise.all(threads.map((threadId) => setStatus(threadId, 'resolved')))
    const getStates = async () => (await Promise.all(threads.map((id) => by.requestsOf(tenant, id)))).flat().map(({ state }) => state)
    await expect.poll(async () => (await getStates()).toSorted()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'SENT'])
    expect(await waitForMails(1)).toHaveLength(1)
  })

  it.each([
    ['REOPENED', (threadId: string) => setStatus(threadId, 'open')],
    [
      'LABEL',
      async (threadId: string) => {
        const labels = await tenant.api<{ labels: { id: string }[] }>('POST', `/threads/${threadId}/labels`, {
          body: { add: ['spam'], createMissing: true },
        })
        await enable({ delayMinutes: 60, exceptLabelIds: [labels.body.data.labels[0]?.id] })
      },
    ],
    ['DISABLED', () => enable({ enabled: false })],
    ['CUSTOMER_CHANGED', giveToLee],
    [
      'OPTED_OUT',
      async (_: string, customerId: string) => {
        expect((await tenant.api('PATCH', `/customers/${customerId}`, { body: { satisfactionOptOut: true } })).status).toBe(200)
      },
    ],
    [
      'MERGED',
      async (threadId: string) => {
        const target = await makeThread()
        expect((await tenant.api('POST', `/threads/${target}/merge`, { body: { sourceIds: [threadId] } })).status).toBe(200)
      },
    ],
  ] as const)('is cancelled with the reason %s', async (reason, change) => {
    await enable({ delayMinutes: 60 })
    const threadId = await makeThread()
    await setStatus(threadId, 'resolved')
    const [planned] = await waitFor(threadId, ['PLANNED'])
    await change(threadId, planned?.customerId ?? '')
    await passTime("send_at = now() - interval '1 second'")
    const find = async () => (await tenant.api<SatisfactionRequest>('GET', `/satisfaction-requests/${planned?.id}`)).body.data
    await expect.poll(async () => (await find()).cancelReason).toBe(reason)
    expect(await mails()).toEqual([])
  })

  it('is reminded once and then expires', async () => {
    await enable({ remindAfterDays: 2 })
    const threadId = await makeThread()
    await setStatus(threadId, 'resolved')
    await waitFor(threadId, ['SENT'])
    await waitForMails(1)
    await passTime("remind_at = now() - interval '1 second'")
    expect((await waitForMails(2)).some(({ subject }) => subject?.startsWith('Reminder'))).toBe(true)
    await passTime("expires_at = now() - interval '1 second'")
    const [expired] = await waitFor(threadId, ['EXPIRED'])
    expect(expired?.remindedAt).not.toBeNull()
    expect(await mails()).toHaveLength(2)
  })
})

it('no reminder goes to a customer whom the thread was given to after the mail', async () => {
  await enable({ remindAfterDays: 2 })
  const threadId = await makeThread()
  await setStatus(threadId, 'resolved')
  await waitFor(threadId, ['SENT'])
  await waitForMails(1)
  await giveToLee(threadId)
  await passTime("remind_at = now() - interval '1 second'")
  await expect.poll(async () => (await by.requestsOf(tenant, threadId))[0]?.remindedAt).not.toBeNull()
  const { body } = await tenant.api<{ action: string }[]>('GET', '/audit-logs?limit=10')
  expect(body.data.map(({ action }) => action)).toContain('satisfaction_request.not_reminded')
  await passTime("expires_at = now() - interval '1 second'")
  await waitFor(threadId, ['EXPIRED'])
  expect((await mails()).map(({ to }) => to?.[0]?.address)).toEqual(['carla@example.com'])
})

describe('no request is planned', () => {
  it('for a thread without an answer or with an excluded label', async () => {
    const { id: labelId } = (await tenant.skein.createLabel({ body: { name: 'spam' } })).data
    await enable({ exceptLabelIds: [labelId] })
    const unanswered = (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'a@example.com' } } })).data
      .threadId
    const labelled = await makeThread('b@example.com')
    await tenant.api('POST', `/threads/${labelled}/labels`, { body: { add: [labelId] } })
    const asked = await makeThread('c@example.com')
    for (const threadId of [unanswered, labelled, asked]) await setStatus(threadId, 'resolved')
    await waitFor(asked, ['SENT'])
    expect([await by.requestsOf(tenant, unanswered), await by.requestsOf(tenant, labelled)]).toEqual([[], []])
  })

  it('for threads out of the sample, which is always the same', () => {
    const ids = Array.from({ length: 2_000 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
    const sample = ids.filter((id) => isInSample(id, 1, 25))
    expect(sample.length).toBeGreaterThan(400)
    expect(sample.length).toBeLessThan(600)
    expect(ids.filter((id) => isInSample(id, 1, 25))).toEqual(sample)
    expect(ids.every((id) => isInSample(id, 1, 100))).toBe(true)
  })

  it('in an inbox whose own settings switch it off, and in no other', async () => {
    const inbox = (await tenant.skein.createInbox({ body: { name: 'Quiet', type: 'API', satisfaction: { enabled: false } } })).data
    expect(inbox.satisfaction).toMatchObject({ enabled: false, minDaysBetween: 14 })
    await enable()
    const quiet = await makeThread('a@example.com')
    expect((await tenant.api('PATCH', `/threads/${quiet}`, { body: { inboxId: inbox.id } })).status).toBe(200)
    const loud = await makeThread('b@example.com')
    for (const threadId of [quiet, loud]) await setStatus(threadId, 'resolved')
    await waitFor(loud, ['SENT'])
    expect(await by.requestsOf(tenant, quiet)).toEqual([])
  })
})
