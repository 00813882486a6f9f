import { afterAll, describe, expect, it } from 'vitest'
import type { PushSubscription } from '../../../../client/index.ts'
import { type Agent, getNotifications } from '../../../../test/support/notifications.ts'
import { createBrowser, openPushService, readVapid } from '../../../../test/support/push-service.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'

const service = await setUpService({ worker: true })
const by = getNotifications(service)
const pushes = await openPushService()
afterAll(() => pushes.close())

const countJobs = statement<{ tenantId: string }, { n: number }>(
  `select count(*)::int as n from jobs where tenant_id = :tenantId::uuid and name = 'send-push'`,
)
let last = 0

/** Subscribes a browser of the agent. The push service of the tests has no certificate. */
async function subscribe(agent: Agent): Promise<ReturnType<typeof createBrowser> & { id: string; path: string }> {
  const browser = createBrowser()
  const path = `/send/${++last}`
  const body = { endpoint: `https://127.0.0.1:${pushes.port}${path}`, keys: browser.keys, device: 'Firefox' }
  const { status, body: created, text } = await by.as<PushSubscription>(agent, 'POST', '/me/push-subscriptions', body)
  expect(status, text).toBe(201)
  await service.db.script(`update push_subscriptions set endpoint = replace(endpoint, 'https:', 'http:')`)
  return { ...browser, id: created.data.id, path }
}

async function arrange(): Promise<{ tenant: TestTenant; agent: Agent; id: string; browser: Awaited<ReturnType<typeof subscribe>> }> {
  const tenant = await service.createTenant()
  const agent = await by.createAgent(tenant, 'Ada')
  const id = await by.createThreadOf(agent, tenant)
  const browser = await subscribe(agent)
  return { tenant, agent, id, browser }
}

const sentTo = ({ path }: { path: string }) => pushes.received.filter((push) => push.path === path)
const listOf = async (agent: Agent) => (await by.as<PushSubscription[]>(agent, 'GET', '/me/push-subscriptions')).body.data

async function customerWrites(tenant: TestTenant, id: string): Promise<void> {
  await by.write(id, { body: 'My card number is 4111.' }, tenant.key)
  await by.settle(tenant)
}
/** Lets retries run now, and waits until no push is left. */
async function finish({ tenantId }: TestTenant): Promise<void> {
  await expect
    .poll(async () => {
      await service.db.script(`update jobs set due_at = now() where tenant_id = '${tenantId}' and name = 'send-push' and leased_until is null;
        update job_queues set due_at = now() where tenant_id = '${tenantId}'`)
      return (await service.db.first(countJobs, { tenantId }))?.n
    })
    .toBe(0)
}

describe('a push', () => {
  it('tells who did what where, encrypted, and no text unless the tenant allows it', async () => {
    const { tenant, agent, id, browser } = await arrange()
    await customerWrites(tenant, id)
    await finish(tenant)
    const [first, ...more] = sentTo(browser)
    if (!first) throw new Error('A push was sent')
    expect(more).toEqual([])
    const [notification] = await by.unreadOf(agent, id)
    const shown = {
      title: 'Carla replied',
      body: notification?.thread?.ticketNumber,
      tag: notification?.id,
      path: `/inbox/all/${id}`,
      unread: 1,
    }
    expect(browser.open(first)).toEqual({ ...shown, language: 'en' })
    expect(first.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' })
    const { body } = await by.as(agent, 'GET', '/me/push-subscriptions')
    const { applicationServerKey } = body.meta as unknown as { applicationServerKey: string }
    expect(readVapid(first)).toMatchObject({ aud: `http://127.0.0.1:${pushes.port}`, key: applicationServerKey })
    expect((await listOf(agent)).map(({ current, device, sentAt }) => [current, device, sentAt === null])).toEqual([
      [true, 'Firefox', false],
    ])

    await tenant.api('PATCH', '/tenant/settings', { body: { pushShowsText: true } })
    await by.as(agent, 'PATCH', '/me/preferences', { language: 'de' })
    await customerWrites(tenant, id)
    await finish(tenant)
    const second = sentTo(browser)[1]
    expect(second && browser.open(second)).toMatchObject({
      title: 'Carla hat geantwortet',
      body: `${notification?.thread?.ticketNumber} · The export is empty\nMy card number is 4111.`,
      tag: notification?.id,
    })
    expect(second?.headers['topic']).toBe(first.headers['topic'])
  })

  it('is sent again after an error and a lost response, with the same tag', async () => {
    const { tenant, id, browser } = await arrange()
    pushes.respond = ({ path }) => (path === browser.path ? ([503, 0, 201][sentTo(browser).length - 1] ?? 201) : 201)
    await customerWrites(tenant, id)
    await finish(tenant)
    const tags = sentTo(browser).map((push) => browser.open(push).tag)
    expect([tags.length, new Set(tags).size]).toEqual([3, 1])
  })

  it.each([404, 410, 403])('that the push service answers with %i deletes the subscription', async (status) => {
    const { tenant, agent, id, browser } = await arrange()
    pushes.respond = ({ path }) => (path === browser.path ? status : 201)
    await customerWrites(tenant, id)
    await finish(tenant)
    expect(await listOf(agent)).toEqual([])
  })

  it('is not sent for what was read, is not wanted, or is quiet', async () => {
    const { tenant, agent, id, browser } = await arrange()
    const desktop = (on: boolean) =>
      by.as(agent, 'PATCH', '/me/preferences', { notifications: { types: { CUSTOMER_REPLIED: { desktop: on } } } })
    await desktop(false)
    await customerWrites(tenant, id)
    await desktop(true)
    await by.as(agent, 'PATCH', '/me/preferences', { notifications: { quiet: { from: '00:00', to: '23:59', timezone: 'UTC' } } })
    await customerWrites(tenant, id)
    await by.as(agent, 'PATCH', '/me/preferences', { notifications: { quiet: null } })
    await finish(tenant)
    expect(sentTo(browser)).toEqual([])
  })
})

describe('a subscription', () => {
  it('is the user’s own, and ends with the session that made it', async () => {
    const { tenant, agent, id, browser } = await arrange()
    const other = await by.createAgent(tenant, 'Bob')
    const stranger = await by.createAgent(await service.createTenant(), 'Eve')
    for (const one of [other, stranger]) {
      expect(await listOf(one)).toEqual([])
      expect((await by.as(one, 'DELETE', `/me/push-subscriptions/${browser.id}`)).status).toBe(404)
    }
    await by.as(agent, 'POST', '/auth/logout', {})
    const again = { ...agent, session: (await tenant.sessionFor(agent.id)).accessToken }
    expect(await listOf(again)).toEqual([])
    await customerWrites(tenant, id)
    await finish(tenant)
    expect(sentTo(browser)).toEqual([])
    const next = await subscribe(again)
    expect((await by.as(again, 'DELETE', `/me/push-subscriptions/${next.id}`)).status).toBe(200)
    expect(await listOf(again)).toEqual([])
  })

  it('ends when its session expires', async () => {
    const { tenant, agent, id, browser } = await arrange()
    await customerWrites(tenant, id)
    await finish(tenant)
    expect(sentTo(browser)).toHaveLength(1)
    const other = { ...agent, session: (await tenant.sessionFor(agent.id)).accessToken }
    await service.db.script(`update sessions s set rotated_at = now() - interval '15 days' from push_subscriptions p
      where p.tenant_id = '${tenant.tenantId}' and s.tenant_id = p.tenant_id and s.id = p.session_id`)
    expect(await listOf(other)).toEqual([])
    await customerWrites(tenant, id)
    await finish(tenant)
    expect(sentTo(browser)).toHaveLength(1)
  })

  it('of a browser replaces its earlier one, also one of a colleague', async () => {
    const { tenant, agent } = await arrange()
    const other = await by.createAgent(tenant, 'Bob')
    const body = { endpoint: `https://127.0.0.1:${pushes.port}/same`, keys: createBrowser().keys }
    for (let n = 0; n < 2; n++) await by.as(agent, 'POST', '/me/push-subscriptions', body)
    expect(await listOf(agent)).toHaveLength(2)
    await by.as(other, 'POST', '/me/push-subscriptions', body)
    expect([(await listOf(agent)).length, (await listOf(other)).length]).toEqual([1, 1])
    for (let n = 0; n < 25; n++) await by.as(other, 'POST', '/me/push-subscriptions', { ...body, endpoint: `${body.endpoint}-${n}` })
    expect(await listOf(other)).toHaveLength(20)
  })

  it('has a key with which texts can be encrypted', async () => {
    const { agent } = await arrange()
    const keys = { ...createBrowser().keys, p256dh: `B${'A'.repeat(86)}` }
    const { status, body } = await by.as(agent, 'POST', '/me/push-subscriptions', { endpoint: 'https://push.example.com/send', keys })
    expect([status, body.error?.details?.[0]]).toMatchObject([400, { field: 'keys.p256dh', code: 'INVALID' }])
  })

  it('has a public https endpoint', async () => {
    const { agent } = await arrange()
    const { keys } = createBrowser()
    for (const [endpoint, code] of [
      ['http://127.0.0.1/send', 'SVC-VALIDATION-FAILED'],
      ['https://10.0.0.1/send', 'SVC-PUSH_SUBSCRIPTION-ENDPOINT_FORBIDDEN'],
      ['https://169.254.169.254/latest', 'SVC-PUSH_SUBSCRIPTION-ENDPOINT_FORBIDDEN'],
      ['https://user:secret@example.com/', 'SVC-PUSH_SUBSCRIPTION-ENDPOINT_FORBIDDEN'],
    ])
      expect((await by.as(agent, 'POST', '/me/push-subscriptions', { endpoint, keys })).body.error?.code, endpoint).toBe(code)
  })
})
