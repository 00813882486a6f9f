/** Settings of a tenant: each takes effect on every node within two seconds. */
import { expect, it } from 'vitest'
import type { Me, User } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpService, type TestNode, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'
import { earlierSql } from '../../../test/support/earlier.ts'

type Settings = Record<string, unknown>

const service = await setUpService({ worker: true })
/** A second service, which shares no memory with the first, like another process. */
const elsewhere = await service.startNode()

const change = async (tenant: TestTenant, body: Settings): Promise<Settings> => {
  const { status, body: answer } = await tenant.api<Settings>('PATCH', '/tenant/settings', { body })
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.data
}
const day = 86_400
const age = statement<{ tenantId: string; id: string; seconds: number }, object>(
  `update threads set resolved_at = ${earlierSql('resolved_at', 'make_interval(secs => :seconds::double precision)')} where tenant_id = :tenantId::uuid and id = :id::uuid`,
)
async function resolvedThread(tenant: TestTenant, secondsAgo: number): Promise<string> {
  const id = await makeThread(tenant)
  await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
  await service.db.rows(age, { tenantId: tenant.tenantId, id: parseTypeId('thr', id) ?? '', seconds: secondsAgo })
  return id
}
const threadOf = async (tenant: TestTenant, id: string) => (await tenant.skein.getThread({ path: { id } })).data

it('a new tenant has defaults, and a change keeps the settings that were not sent', async () => {
  const tenant = await service.createTenant('settled')
  const first = await tenant.api<Settings>('GET', '/tenant/settings')
  expect(first.body.data).toMatchObject({
    slug: 'settled',
    name: 'Tenant settled',
    ticketPrefix: 'SETTLED',
    timezone: 'UTC',
    locale: 'en',
    autoCloseDays: 7,
    reopening: { withinDays: null },
    assignOnFirstReply: true,
    pushShowsText: false,
    defaultPriority: 'normal',
    allowedSignInDomains: [],
    secondFactor: { requiredRoles: [] },
    reporting: { timezone: null, weekStartsOn: 'MONDAY', businessHoursId: null, people: 'ALL' },
    retention: { events: null, deliveries: null, auditRows: null, uploads: null, closedThreads: null, rawMails: 30, automationRuns: 90 },
    storage: { suspendedMiB: 1_024 },
  })
  await change(tenant, { retention: { auditRows: 90 } })
  const sent = { timezone: 'europe/berlin', locale: 'EN-gb', allowedSignInDomains: ['Example.COM', 'example.com', 'xn--bcher-kva.example'] }
  const now = await change(tenant, { ...sent, defaultPriority: 'HIGH', retention: { events: 60 } })
  const canonical = {
    timezone: 'Europe/Berlin',
    locale: 'en-GB',
    allowedSignInDomains: ['example.com', 'bücher.example'],
    defaultPriority: 'high',
  }
  expect(now).toEqual({
    ...first.body.data,
    ...canonical,
    retention: { ...Object(first.body.data['retention']), auditRows: 90, events: 60 },
    updatedAt: now['updatedAt'],
  })
  const [audit] = (await tenant.skein.listAuditLogs({ query: { action: 'tenant.updated', limit: 1 } })).data
  expect(audit).toMatchObject({ target: { type: 'tenant', id: now['id'] }, before: { locale: 'en' }, after: { ...canonical } })
  const [event] = (await tenant.skein.listEvents({ query: { limit: 100 } })).data.slice(-1)
  expect(event?.data).toMatchObject({ object: { id: now['id'], locale: 'en-GB' }, previous: { locale: 'en' } })
})

it.each([
  ['timezone', { timezone: 'Mars/Olympus' }],
  ['timezone', { timezone: '+01:00' }],
  ['reporting.timezone', { reporting: { timezone: 'Mars/Olympus' } }],
  ['locale', { locale: 'no such language' }],
  ['allowedSignInDomains[1]', { allowedSignInDomains: ['example.com', 'a b'] }],
  ['ticketPrefix', { ticketPrefix: 'acme' }],
  ['autoCloseDays', { autoCloseDays: -1 }],
  ['retention.auditRows', { retention: { auditRows: 1 } }],
  ['slug', { slug: 'other' }],
])('%s is refused by name when it is wrong, and nothing changes', async (field, body) => {
  const tenant = await service.createTenant()
  const before = (await tenant.skein.getTenantSettings()).data
  const refused = await tenant.api('PATCH', '/tenant/settings', { body: { ...body, name: 'Changed' } })
  expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, field])
  expect((await tenant.skein.getTenantSettings()).data).toEqual(before)
})

it('the settings of reports change one by one, and name business hours of the tenant', async () => {
  const tenant = await service.createTenant()
  const other = await service.createTenant()
  const weekly = { mon: [['09:00', '17:00']] }
  const hours = async (of: TestTenant) =>
    (await of.api<Settings>('POST', '/business-hours', { body: { timezone: 'UTC', weekly } })).body.data['id']
  const [own, foreign] = [await hours(tenant), await hours(other)]
  await change(tenant, { reporting: { timezone: 'asia/kathmandu', people: 'none' } })
  expect(await change(tenant, { reporting: { businessHoursId: own, weekStartsOn: 'SUNDAY' } })).toMatchObject({
    timezone: 'UTC',
    reporting: { timezone: 'Asia/Kathmandu', weekStartsOn: 'SUNDAY', businessHoursId: own, people: 'NONE' },
  })
  const refused = await tenant.api('PATCH', '/tenant/settings', { body: { reporting: { businessHoursId: foreign } } })
  expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([422, 'reporting.businessHoursId'])
  expect((await tenant.api('DELETE', `/business-hours/${String(own)}`)).body.error?.code).toBe('SVC-CATALOG-IN_USE')
})

it('a change takes effect at once here, and on another node within two seconds', async () => {
  const tenant = await service.createTenant()
  const create = async (node: Pick<TestNode, 'api'>) => {
    const body = { title: 'x', body: 'y', requester: { email: 'a@example.com' } }
    return (await node.api<Settings>('POST', '/threads', { key: tenant.key, body })).body.data['priority']
  }
  expect([await create(service), await create(elsewhere)]).toEqual(['normal', 'normal'])
  await change(tenant, { name: 'Globex', defaultPriority: 'urgent' })
  expect(await create(service)).toBe('urgent')
  await takesAtMost(2_000, () => until(async () => (await create(elsewhere)) === 'urgent'), service.db)
  expect((await elsewhere.api<Me>('GET', '/me', { key: tenant.key })).body.data.tenant['name']).toBe('Globex')
})

it('a new ticket prefix is for new threads only', async () => {
  const tenant = await service.createTenant()
  const old = await makeThread(tenant)
  const before = (await threadOf(tenant, old))['ticketNumber']
  await change(tenant, { ticketPrefix: 'NEW1' })
  const body = { title: 'x', body: 'y', requester: { email: 'a@example.com' } }
  const created = (await elsewhere.api<Settings>('POST', '/threads', { key: tenant.key, body })).body.data
  expect(created['ticketNumber']).toBe(`NEW1-${new Date().getUTCFullYear()}-000002`)
  expect((await threadOf(tenant, old))['ticketNumber']).toBe(before)
})

it('the first reply assigns an unassigned thread, unless the setting is off', async () => {
  const tenant = await service.createTenant()
  const reply = (id: string) => elsewhere.api('POST', `/threads/${id}/reply`, { key: tenant.key, body: { body: 'Hello', attachments: [] } })
  const [one, other] = [await makeThread(tenant), await makeThread(tenant)]
  await reply(one)
  await change(tenant, { assignOnFirstReply: false })
  await reply(other)
  expect([(await threadOf(tenant, one))['assignee'], (await threadOf(tenant, other))['assignee']]).toMatchObject([
    { id: tenant.ownerId },
    null,
  ])
})

it('a shorter period closes threads within two seconds', async () => {
  const tenant = await service.createTenant()
  const [old, young] = [await resolvedThread(tenant, 3 * day), await resolvedThread(tenant, day)]
  await change(tenant, { autoCloseDays: 2 })
  await takesAtMost(2_000, () => until(async () => (await threadOf(tenant, old))['status'] === 'closed'), service.db)
  expect((await threadOf(tenant, young))['status']).toBe('resolved')
})

it('a message opens a thread within the period, and later starts a new thread', async () => {
  const tenant = await service.createTenant()
  const write = async (id: string, more: object = {}) =>
    (await elsewhere.api<Settings>('POST', `/threads/${id}/messages`, { key: tenant.key, body: { body: 'Again', ...more } })).body.data[
      'threadId'
    ]
  const threads = await Promise.all([5, 5, 1, 5, 0].map((days) => resolvedThread(tenant, days * day)))
  const [always = '', late = '', early = '', note = '', never = ''] = threads
  expect(await write(always)).toBe((await threadOf(tenant, always))['id'])
  expect((await threadOf(tenant, always))['status']).toBe('open')

  await change(tenant, { reopening: { withinDays: 3 } })
  const followUp = String(await write(late))
  expect(await threadOf(tenant, followUp)).toMatchObject({ status: 'open', followUpOf: (await threadOf(tenant, late))['id'] })
  expect((await threadOf(tenant, late))['status']).toBe('resolved')
  expect(await write(early)).toBe((await threadOf(tenant, early))['id'])
  expect(await write(note, { internal: true, authorType: 'AGENT' }), 'what agents write stays').toBe((await threadOf(tenant, note))['id'])

  await change(tenant, { reopening: { withinDays: 0 } })
  expect(await write(never)).not.toBe((await threadOf(tenant, never))['id'])
})

const makeOld = (tenant: TestTenant, table: string, days: number): Promise<void> =>
  service.db.script(
    `update ${table} set created_at = ${earlierSql('created_at', `interval '${days} days'`)} where tenant_id = '${tenant.tenantId}'`,
  )
const getCount = async (tenant: TestTenant, path: string): Promise<number> => (await tenant.api('GET', `${path}?limit=1`)).body.meta.total

it('shorter periods delete old audit logs and events, and the totals stay exact', async () => {
  const tenant = await service.createTenant()
  for (let i = 0; i < 3; i++) await makeThread(tenant)
  await makeOld(tenant, 'audit_logs', 40)
  await makeOld(tenant, 'events', 20)
  const before = { logs: await getCount(tenant, '/audit-logs'), events: await getCount(tenant, '/events') }
  await change(tenant, { retention: { auditRows: 41, events: 21 } })
  await change(tenant, { retention: { auditRows: 30, events: 8 } })
  // Only the audit rows and events of the two changes are left.
  await until(async () => (await getCount(tenant, '/audit-logs')) === 2 && (await getCount(tenant, '/events')) === 2)
  expect(before.logs).toBeGreaterThan(2)
  expect(before.events).toBeGreaterThan(2)
  expect((await tenant.skein.listAuditLogs({ query: { limit: 100 } })).data).toHaveLength(2)
})

it('domains that would lock out the caller or every owner are refused', async () => {
  const tenant = await service.createTenant()
  const admin = { name: 'Ada', email: 'ada@other.example', role: 'ADMIN', invite: false }
  const { id } = (await tenant.api<User>('POST', '/users', { body: admin })).body.data
  const { key } = await tenant.keyFor(['admin'], { userId: id })
  const refused = async (as: string, allowedSignInDomains: string[]) => {
    const { status, body } = await service.api('PATCH', '/tenant/settings', { key: as, body: { name: 'Unchanged', allowedSignInDomains } })
    return [status, body.error?.code, body.error?.details?.[0]?.field, body.error?.details?.[0]?.message]
  }
  const lockedOut = [422, 'SVC-TENANT-SETTINGS_LOCK_OUT', 'allowedSignInDomains']
  expect(await refused(tenant.key, ['other.example'])).toEqual([...lockedOut, expect.stringContaining('example.com')])
  expect(await refused(key, ['example.com']), 'themselves').toEqual([...lockedOut, expect.stringContaining('other.example')])
  expect(await refused(key, ['other.example']), 'every owner').toEqual([...lockedOut, expect.stringContaining('example.com')])
  expect((await tenant.skein.getTenantSettings()).data).toMatchObject({ name: `Tenant ${tenant.slug}`, allowedSignInDomains: [] })
  expect(await change(tenant, { allowedSignInDomains: ['Example.COM'] })).toMatchObject({ allowedSignInDomains: ['example.com'] })
  expect((await service.api('PATCH', '/tenant/settings', { key, body: { timezone: 'Europe/Paris' } })).status, 'other settings').toBe(200)
})
