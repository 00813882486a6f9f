import { describe, expect, it } from 'vitest'
import type { Preferences } from '../../../../client/index.ts'
import { readMailFiles } from '../../../../test/support/mail-server.ts'
import { type Agent, getNotifications } from '../../../../test/support/notifications.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { maxMailsPerHour } from './mail-notifications.ts'

const service = await setUpService({ worker: true })
const by = getNotifications(service)

type Job = { name: string; key: string; seconds: number; isDue: boolean }
const findJobs = statement<{ tenantId: string }, Job>(`
  select name, key, extract(epoch from due_at - now())::double precision as seconds, due_at <= now() or leased_until is not null as "isDue" from jobs
  where tenant_id = :tenantId::uuid and name like 'mail-notification%' order by name, key`)
const countSending = statement<{ tenantId: string }, { n: number }>(
  `select count(*) as n from jobs where tenant_id = :tenantId::uuid and name = 'send-mail'`,
)

/** Creates a tenant with an agent who wants the mails, and a thread that the agent follows. */
async function arrange(notifications: object): Promise<{ tenant: TestTenant; agent: Agent; id: string }> {
  const tenant = await service.createTenant()
  const agent = await by.createAgent(tenant, 'Ada')
  const changed = await by.as(agent, 'PATCH', '/me/preferences', { notifications })
  expect(changed.status, changed.text).toBe(200)
  return { tenant, agent, id: await createFollowed(tenant, agent) }
}

async function createFollowed(tenant: TestTenant, agent: Agent): Promise<string> {
  const id = await by.createThread(tenant)
  await by.settle(tenant)
  await tenant.api('PUT', `/threads/${id}/followers/${agent.id}`)
  return id
}

async function customerWrites(tenant: TestTenant, id: string, times = 1): Promise<void> {
  for (let n = 1; n <= times; n++) await by.write(id, { body: `Message ${n}` }, tenant.key)
  await by.settle(tenant)
}

const getJobs = ({ tenantId }: TestTenant) => service.db.rows(findJobs, { tenantId })

/** Lets the jobs that send mails run, and waits until they are done. */
async function passTime({ tenantId }: TestTenant): Promise<void> {
  await service.db.script(`update jobs set due_at = now() where tenant_id = '${tenantId}' and name like 'mail-notification%';
    update job_queues set due_at = now() where tenant_id = '${tenantId}'`)
  await expect.poll(async () => (await service.db.rows(findJobs, { tenantId })).filter(({ isDue }) => isDue)).toEqual([])
  await expect.poll(async () => (await service.db.first(countSending, { tenantId }))?.n).toBe(0)
}

/** Returns the notification mails that a tenant's agent has received. */
async function getMails(tenant: TestTenant) {
  const all = await readMailFiles(service.config)
  return all.filter(({ headers, from }) => from?.name === `Tenant ${tenant.slug}` && headers.some(({ key }) => key === 'list-unsubscribe'))
}

const atOnce = { types: { CUSTOMER_REPLIED: { mail: 'AT_ONCE' } } }

describe('a mail at once', () => {
  it('waits two minutes from the first event, and tells all of a thread', async () => {
    const { tenant, id } = await arrange({ types: { CUSTOMER_REPLIED: { mail: 'AT_ONCE' }, NOTE_ADDED: { mail: 'AT_ONCE' } } })
    await customerWrites(tenant, id)
    const [first] = await getJobs(tenant)
    expect(first?.seconds).toBeGreaterThan(60)
    expect(first?.seconds).toBeLessThanOrEqual(120)
    await customerWrites(tenant, id, 2)
    await by.write(id, { body: 'A note', internal: true }, tenant.key)
    await by.settle(tenant)
    const later = await getJobs(tenant)
    expect([later.length, (later[0]?.seconds ?? 999) <= (first?.seconds ?? 0)]).toEqual([1, true])
    await passTime(tenant)
    const [mail, ...more] = await getMails(tenant)
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/^The export is empty \(.*-000001\)$/)
    expect(mail?.to?.[0]?.address).toBe('ada@example.com')
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('Carla wrote 3 times.')
      expect(text).toContain('“Message 2”')
      expect(text).toContain('added an internal note.')
      expect(text).toContain(`/inbox/all/${id}`)
    }
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('list-unsubscribe')).toMatch(/^<http:\/\/localhost\/unsubscribe\/svcn_[\w-]+>$/)
    // Nothing is mailed twice, but later notifications are still mailed.
    await customerWrites(tenant, id)
    await passTime(tenant)
    const texts = (await getMails(tenant)).map(({ text = '' }) => /Carla wrote.*/.exec(text)?.[0])
    expect(texts.toSorted()).toEqual(['Carla wrote 3 times.', 'Carla wrote.'])
  })

  it('is not sent if the notification was read by then, or is no longer wanted', async () => {
    const { tenant, agent, id } = await arrange(atOnce)
    const other = await createFollowed(tenant, agent)
    await customerWrites(tenant, id)
    await by.as(agent, 'PUT', `/threads/${id}/read`, {})
    await passTime(tenant)
    await customerWrites(tenant, other)
    await by.as(agent, 'PATCH', '/me/preferences', { notifications: { types: { CUSTOMER_REPLIED: { mail: 'NEVER' } } } })
    await passTime(tenant)
    expect(await getMails(tenant)).toEqual([])
  })

  it('waits for the end of the quiet hours', async () => {
    const now = new Date()
    const clock = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    const { tenant, agent, id } = await arrange({ ...atOnce, quiet: { from: clock(-2), to: clock(2), timezone: 'etc/utc' } })
    await customerWrites(tenant, id)
    expect((await by.unreadOf(agent, id)).map(({ desktop }) => desktop)).toEqual([false])
    await passTime(tenant)
    const [waiting] = await getJobs(tenant)
    expect(waiting?.seconds).toBeGreaterThan(3_600)
    expect(waiting?.seconds).toBeLessThan(7_300)
    expect(await getMails(tenant)).toEqual([])
    await by.as(agent, 'PATCH', '/me/preferences', { notifications: { quiet: null } })
    await passTime(tenant)
    expect(await getMails(tenant)).toHaveLength(1)
  })

  it('over the limit of an hour is a digest that says so', async () => {
    const { tenant, agent, id } = await arrange(atOnce)
    const other = await createFollowed(tenant, agent)
    await service.db.script(`insert into notification_mailings (tenant_id, user_id, since, mails)
      select tenant_id, id, now() - interval '50 minutes', ${maxMailsPerHour - 1} from users where tenant_id = '${tenant.tenantId}' and name = 'Ada'`)
    await customerWrites(tenant, id)
    await passTime(tenant)
    await customerWrites(tenant, other, 2)
    await passTime(tenant)
    expect((await getMails(tenant)).length).toBe(1)
    const [digest] = await getJobs(tenant)
    expect(digest).toMatchObject({ name: 'mail-notification-digest' })
    expect(digest?.seconds).toBeGreaterThan(300)
    expect(digest?.seconds).toBeLessThanOrEqual(600)
    await passTime(tenant)
    const found = (await getMails(tenant)).find(({ subject }) => subject?.startsWith('One thread'))
    expect(found?.text).toContain('60 emails an hour')
    expect(found?.text).toMatch(/-000002: the customer wrote 2 times/)
    // The next hour begins anew.
    await service.db.script(`update notification_mailings set since = now() - interval '61 minutes' where tenant_id = '${tenant.tenantId}'`)
    await customerWrites(tenant, id)
    await passTime(tenant)
    expect((await getMails(tenant)).length).toBe(3)
  })
})

it('mails end by one POST to the URL that they name, also one that waits', async () => {
  const { tenant, agent, id } = await arrange(atOnce)
  await customerWrites(tenant, id)
  await passTime(tenant)
  const [mail] = await getMails(tenant)
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
  const url = /<([^>]+)>/.exec(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? ''
  expect(url.startsWith(new URL('/unsubscribe/svcn_', service.config.baseUrl).href)).toBe(true)
  await customerWrites(tenant, id)
  const done = await fetch(`http://localhost:${service.port}${new URL(url).pathname}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  })
  expect(done.status).toBe(200)
  await passTime(tenant)
  expect(await getMails(tenant)).toHaveLength(1)
  expect((await by.unreadOf(agent, id)).map(({ count }) => count)).toEqual([2])
  const { types } = (await by.as<Preferences>(agent, 'GET', '/me/preferences')).body.data.notifications
  expect(new Set(Object.values(types).map((channels) => channels.mail)), 'also what is mailed by default').toEqual(new Set(['NEVER']))
})

describe('the mail of ended jobs', () => {
  /** Lets the agent change their open threads in a job, and waits until it has ended. */
  const runBatch = async (tenant: TestTenant, agent: Agent, priority: string): Promise<void> => {
    const body = { filter: { status: 'open' }, expectedTotal: 1, changes: { priority } }
    const { data } = (await by.as<{ id: string }>(agent, 'POST', '/threads/batch', body)).body
    await expect.poll(async () => (await tenant.api<{ state: string }>('GET', `/jobs/${data.id}`)).body.data.state).toBe('DONE')
    await by.settle(tenant)
  }

  it('is one for all that ended within two minutes, unless they were read', async () => {
    const { tenant, agent } = await arrange({ types: { JOB_DONE: { mail: 'AT_ONCE' } } })
    await runBatch(tenant, agent, 'high')
    await runBatch(tenant, agent, 'low')
    await passTime(tenant)
    const [mail, ...others] = await getMails(tenant)
    expect([mail?.subject, others]).toEqual([`2 of your jobs in Tenant ${tenant.slug} have ended`, []])
    expect(mail?.text?.match(/Your change is done: 1 of 1 threads were changed\./g)).toHaveLength(2)
    await runBatch(tenant, agent, 'normal')
    await by.as(agent, 'POST', '/notifications/read', { before: new Date(Date.now() + 60_000).toISOString() })
    await passTime(tenant)
    expect(await getMails(tenant)).toHaveLength(1)
  })

  it('is a part of the digest', async () => {
    const { tenant, agent, id } = await arrange({ types: { JOB_DONE: { mail: 'DIGEST' }, CUSTOMER_REPLIED: { mail: 'DIGEST' } } })
    await runBatch(tenant, agent, 'high')
    await customerWrites(tenant, id)
    await passTime(tenant)
    const [mail] = await getMails(tenant)
    expect(mail?.subject).toMatch(/^One thread/)
    expect(mail?.text).toMatch(/-000001: the customer wrote\n[^]*Your change is done: 1 of 1 threads were changed\./)
  })
})

describe('a digest', () => {
  it('is sent at the user’s hour, only if something is unread, without names and texts', async () => {
    const hour = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(11, 16)
    const quiet = { from: '00:00', to: '00:01', timezone: 'UTC' }
    const { tenant, agent, id } = await arrange({ types: { CUSTOMER_REPLIED: { mail: 'DIGEST', inApp: false } }, digestAt: hour, quiet })
    const other = await createFollowed(tenant, agent)
    await customerWrites(tenant, id, 2)
    await customerWrites(tenant, other)
    const [waiting, ...more] = await getJobs(tenant)
    expect(more).toEqual([])
    expect(waiting?.seconds).toBeGreaterThan(3 * 3_600 - 90)
    expect(waiting?.seconds).toBeLessThanOrEqual(3 * 3_600)
    // The user wanted these by mail alone.
    expect([await by.unreadOf(agent, id), (await by.countsOf(agent)).unread]).toEqual([[], 0])
    await passTime(tenant)
    const [mail, ...others] = await getMails(tenant)
    expect([mail?.subject, others]).toEqual([`2 threads with unread notifications in Tenant ${tenant.slug}`, []])
    expect(mail?.text).toMatch(/-000001: the customer wrote 2 times\n.*-000002: the customer wrote\n/)
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/Carla|Message|export/)
    await customerWrites(tenant, id)
    await by.as(agent, 'PUT', `/threads/${id}/read`, {})
    await passTime(tenant)
    expect(await getMails(tenant)).toHaveLength(1)
  })
})
