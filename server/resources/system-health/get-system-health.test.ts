import { describe, expect, it } from 'vitest'
import type { SystemHealth } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { createLocalLimits } from '#platform/http/rate-limit.ts'
import { ApiError, systemUnavailable } from '#platform/errors.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { skipReaders } from '../../../test/support/readers.ts'
import { getSystemHealth } from './get-system-health.ts'

const { service, tenant } = await setUpTenant()

describe('the health of the system', () => {
  it('lists every part on one page', async () => {
    const { body } = await tenant.api<SystemHealth[]>('GET', '/system-health?limit=1')
    expect(body.data.map(({ component, status }) => [component, status])).toEqual([
      ['database', 'OK'],
      ['migrations', 'OK'],
      ['jobs', 'OK'],
      ['webhooks', 'OK'],
      ['mail', 'DEGRADED'],
      ['channels', 'OK'],
      ['storage', 'OK'],
    ])
    expect(body.meta).toEqual({ cursor: '', hasMore: false, total: 7 })
    expect(body.data[4]).toMatchObject({ detail: expect.stringContaining('SMTP_URL is not set') })
    expect(body.data[6]).toMatchObject({ detail: 'Your files take 0 MiB of 1 GiB.' })
  })

  it('stays OK without threads, when the search index has nothing to read', async () => {
    const fresh = await service.createTenant()
    const jobs = async () => (await fresh.skein.getSystemHealth()).data[2]
    const ageEvents = async () =>
      service.db.rows(
        statement<{ tenantId: string }, object>(
          "update events set created_at = now() - interval '1 hour' where tenant_id = :tenantId::uuid",
        ),
        { tenantId: fresh.tenantId },
      )
    await fresh.skein.createLabel({ body: { name: 'Billing' } })
    await ageEvents()
    await skipReaders(service.db)
    expect(await jobs()).toMatchObject({ status: 'OK', detail: expect.stringContaining('the search index has 0 events to read') })
    await fresh.skein.createThread({ body: { title: 'Hello', body: 'Hi', requester: { email: 'ada@example.com' } } })
    await ageEvents()
    expect(await jobs(), 'no worker runs in this test').toMatchObject({
      status: 'DEGRADED',
      detail: expect.stringContaining('Is a worker running?'),
    })
  })

  it('shows which migrations are pending', async () => {
    const applied = await service.db.first(
      statement<object, { name: string }>("update schema_migrations set name = 'renamed.sql' where name like '0001%' returning name"),
      {},
    )
    const { body } = await tenant.api('GET', '/system-health')
    expect(applied).not.toBeNull()
    expect(body.data).toMatchObject([
      { status: 'OK' },
      { status: 'DEGRADED', detail: 'Migrations are pending: 0001_baseline.sql.' },
      { component: 'jobs' },
      { component: 'webhooks' },
      { component: 'mail' },
      { component: 'channels' },
      { component: 'storage' },
    ])
  })

  it('reports an unavailable database instead of failing', async () => {
    const away = () => Promise.reject(new ApiError(systemUnavailable))
    const answer = await getSystemHealth.handle({
      db: { rows: away, first: away, script: away },
      config: service.config,
      limits: createLocalLimits(service.config.rateLimits),
      principal: { tenantId: tenant.tenantId },
    })
    expect(answer).toMatchObject({
      records: [
        { component: 'database', status: 'DOWN', latencyMs: null },
        { component: 'migrations', status: 'DOWN' },
        { component: 'jobs', status: 'DOWN' },
        { component: 'webhooks', status: 'DOWN' },
        { component: 'mail', status: 'DOWN' },
        { component: 'channels', status: 'DOWN' },
        { component: 'storage', status: 'DOWN' },
      ],
      total: 7,
      next: null,
    })
  })
})
