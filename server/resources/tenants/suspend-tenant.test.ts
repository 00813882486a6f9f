/** Every node refuses the requests of a suspended tenant within a second, and runs no jobs for it until it is resumed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { User } from '../../../client/index.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { makeThread } from '../../../test/support/threads.ts'
import { seenWork } from '#platform/jobs/seen.ts'
import { resumeTenant, suspendTenant } from './index.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const service = await setUpService({ worker: true })
const elsewhere = await service.startNode()

const codes = (tenant: TestTenant) =>
  Promise.all(
    [service, elsewhere].map(async ({ api }) => {
      const { status, body } = await api('GET', '/threads', { key: tenant.key })
      return status === 200 ? 200 : body.error?.code
    }),
  )
const getStatus = async (tenant: TestTenant, id: string) => (await tenant.skein.getThread({ path: { id } })).data['status']

it('a suspension refuses requests within a second, and pauses work until resumption', async () => {
  const [tenant, other] = [await service.createTenant(), await service.createTenant()]
  for (const each of [tenant, other]) await each.skein.createWebhook({ body: { url: receiver.url, events: ['thread.unsnoozed'] } })
  const [asleep, others] = [await makeThread(tenant), await makeThread(other)]
  expect(await codes(tenant)).toEqual([200, 200])
  for (const [of, id] of [
    [tenant, asleep],
    [other, others],
  ] as const)
    await of.skein.snoozeThread({ path: { id }, body: { durationSeconds: 2 } })

  expect(await suspendTenant(service.db, tenant.tenantId)).toBe(true)
  await takesAtMost(1_000, () => until(async () => (await codes(tenant)).every((code) => code === 'SVC-TENANT-SUSPENDED')), service.db)
  expect(await codes(other)).toEqual([200, 200])
  await until(() => receiver.received.length === 1)
  expect(await getStatus(other, others)).toBe('open')
  // Waits longer than the other tenant's job took after it was due.
  await sleep(500)
  expect(receiver.received).toHaveLength(1)
  expect((await seenWork(service.db, null)).says, 'rest is no backlog').not.toContain('wake-thread')

  expect(await resumeTenant(service.db, tenant.tenantId)).toBe(true)
  expect(await resumeTenant(service.db, tenant.tenantId), 'already').toBe(false)
  await takesAtMost(1_000, () => until(async () => (await codes(tenant)).every((code) => code === 200)), service.db)
  await until(() => receiver.received.length === 2)
  expect(await getStatus(tenant, asleep)).toBe('open')
})

it('a suspended tenant allows no sign-in, and only the right password tells why', async () => {
  const [tenant, other] = [await service.createTenant(), await service.createTenant()]
  const [email, password] = ['grace@example.com', 'salty otters read maps']
  const join = async (of: TestTenant): Promise<void> => {
    const { body } = await of.api<User>('POST', '/users', { body: { name: 'Grace', email, role: 'AGENT', invite: false } })
    const token = await of.linkFor(body.data.id, 'PASSWORD')
    expect((await service.api('POST', '/auth/reset', { body: { token, password } })).status).toBe(200)
  }
  const signIn = async (asked: object) => {
    const { status, body } = await service.api('POST', '/auth/login', { body: { email, password, ...asked } })
    return status === 200 ? 200 : body.error?.code
  }
  await join(tenant)
  await suspendTenant(service.db, tenant.tenantId)
  expect(await signIn({})).toBe('SVC-TENANT-SUSPENDED')
  expect(await signIn({ tenant: tenant.slug })).toBe('SVC-TENANT-SUSPENDED')
  expect(await signIn({ tenant: tenant.slug, password: 'not the password at all' })).toBe('SVC-AUTH-INVALID_CREDENTIALS')
  await join(other)
  expect(await signIn({})).toBe(200)
  await resumeTenant(service.db, tenant.tenantId)
  expect(await signIn({})).toBe('SVC-AUTH-TENANT_REQUIRED')
})

it('a suspended tenant stops links and sessions, and sends no reset mail', async () => {
  const tenant = await service.createTenant()
  const body = { name: 'Mary', email: 'mary@example.com', role: 'AGENT', invite: false }
  const invited = (await tenant.api<User>('POST', '/users', { body })).body.data.id
  await service.db.script(`update users set status = 'INVITED' where tenant_id = '${tenant.tenantId}' and email = 'mary@example.com'`)
  const [invitation, link] = [await tenant.linkFor(invited, 'INVITATION'), await tenant.linkFor(tenant.ownerId, 'PASSWORD')]
  const { refreshToken } = await tenant.sessionFor()
  const ask = async (path: string, sent: object) => {
    const { status, body: answer } = await service.api('POST', `/auth/${path}`, { body: sent })
    return status === 200 ? 200 : answer.error?.code
  }
  const password = 'salty otters read maps'
  const all = () =>
    Promise.all([
      ask('accept-invitation', { token: invitation, password }),
      ask('reset', { token: link, password }),
      ask('refresh', { refreshToken }),
    ])
  await suspendTenant(service.db, tenant.tenantId)
  expect(await all()).toEqual(Array(3).fill('SVC-TENANT-SUSPENDED'))
  const words = async (email: string) => (await service.api('POST', '/auth/forgot', { body: { tenant: tenant.slug, email } })).text
  expect(await words('owner@example.com')).toBe(await words('nobody@example.com'))
  await resumeTenant(service.db, tenant.tenantId)
  const links = (await tenant.skein.listAuditLogs({ query: { action: 'user.link_requested' } })).data
  expect(links, 'no mail waits whose link would be over').toEqual([])
  // The refresh comes first, because choosing a password ends sessions.
  expect(await ask('refresh', { refreshToken })).toBe(200)
  expect(await ask('accept-invitation', { token: invitation, password })).toBe(200)
  expect(await ask('reset', { token: link, password })).toBe(200)
})
