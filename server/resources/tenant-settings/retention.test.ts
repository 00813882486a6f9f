/** Each retention setting takes effect in its job within two seconds after another process changed it. */
import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { uploadFile } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'

const receiver = await openReceiver(() => ({ status: 200 }))
afterAll(() => receiver.close())
const service = await setUpService({ worker: true })
/** A second service that changes the settings. It has its own caches and no worker. */
const elsewhere = await service.startNode()

const threadWithDelivery = async (tenant: TestTenant): Promise<string> => {
  const body = { title: 'Old', body: 'Old', requester: { email: 'ada@example.com' } }
  return String((await tenant.skein.createThread({ body })).data['threadId'])
}
const total = async (tenant: TestTenant, path: string): Promise<number> => (await tenant.api('GET', path)).body.meta.total
const older = (table: string, column: string) =>
  statement<{ tenantId: string; days: number }, object>(
    `update ${table} set ${column} = ${column} - make_interval(days => :days::int) where tenant_id = :tenantId::uuid`,
  )

type Case = {
  setting: string
  /** Creates rows that will expire, and returns a function that counts them. */
  make: (tenant: TestTenant) => Promise<() => Promise<number>>
  table: string
  column: string
  /** The number of rows that are left, including those that the change itself wrote. */
  left: number
}
const cases: Case[] = [
  {
    setting: 'deliveries',
    table: 'webhook_deliveries',
    column: 'created_at',
    left: 0,
    async make(tenant) {
      const hook = await tenant.api('POST', '/webhooks', { body: { url: receiver.url, events: ['thread.created'] } })
      expect(hook.status, hook.text).toBe(201)
      await threadWithDelivery(tenant)
      await until(async () => (await total(tenant, '/webhook-deliveries?state=SUCCEEDED')) === 1)
      return () => total(tenant, '/webhook-deliveries')
    },
  },
  {
    setting: 'events',
    table: 'events',
    column: 'created_at',
    left: 2,
    async make(tenant) {
      await threadWithDelivery(tenant)
      return () => total(tenant, '/events')
    },
  },
  {
    setting: 'auditRows',
    table: 'audit_logs',
    column: 'created_at',
    left: 2,
    async make(tenant) {
      await threadWithDelivery(tenant)
      return () => total(tenant, '/audit-logs')
    },
  },
  {
    setting: 'uploads',
    table: 'uploads',
    column: 'created_at',
    left: 0,
    async make(tenant) {
      const file = await uploadFile(tenant, { bytes: 'old', filename: `${randomBytes(6).toString('hex')}.txt` })
      const body = { body: 'See there', attachments: [{ uploadId: file.id }] }
      expect((await tenant.api('POST', `/threads/${await threadWithDelivery(tenant)}/reply`, { body })).status).toBe(201)
      return async () => ((await tenant.api('GET', `/uploads/${file.id}`)).status === 200 ? 1 : 0)
    },
  },
  {
    setting: 'automationRuns',
    table: 'automation_runs',
    column: 'created_at',
    left: 0,
    async make(tenant) {
      const rule = { trigger: { type: 'EVENT', events: ['thread.created'] }, actions: [{ type: 'SET_PRIORITY', priority: 'high' }] }
      await tenant.api('POST', '/automation-rules', { body: { name: 'High', ...rule } })
      await threadWithDelivery(tenant)
      await until(async () => (await total(tenant, '/automation-runs')) === 1)
      return () => total(tenant, '/automation-runs')
    },
  },
  {
    setting: 'closedThreads',
    table: 'threads',
    column: 'closed_at',
    left: 0,
    async make(tenant) {
      const id = await threadWithDelivery(tenant)
      expect((await tenant.api('PATCH', `/threads/${id}`, { body: { status: 'closed' } })).status).toBe(200)
      return () => total(tenant, '/threads')
    },
  },
]

it.each(cases)('retention.$setting', async ({ setting, make, table, column, left }) => {
  const tenant = await service.createTenant()
  const count = await make(tenant)
  await service.db.rows(older(table, column), { tenantId: tenant.tenantId, days: 40 })
  const change = (days: number) => elsewhere.api('PATCH', '/tenant/settings', { key: tenant.key, body: { retention: { [setting]: days } } })
  const before = await count()
  // The period is long enough, so nothing is deleted.
  expect((await change(60)).status).toBe(200)
  await until(async () => (await service.db.rows(waiting, { tenantId: tenant.tenantId })).length === 0)
  expect(await count()).toBeGreaterThanOrEqual(before)
  expect((await change(30)).status).toBe(200)
  await until(async () => (await count()) === left)
})

const waiting = statement<{ tenantId: string }, object>(
  `select from jobs where tenant_id = :tenantId::uuid and due_at <= now() and state = 'WAITING' limit 1`,
)
