/** G5 with several workers: two workers send nothing twice and respect the limits. For killed workers see test/kill-receiver.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Webhook } from '../../client/index.ts'
import { LockTimeoutError, statement, type Database } from '../../server/platform/db.ts'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import type { Uuid } from '../../server/platform/ids.ts'
import { createLog } from '../../server/platform/log.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { startTestService, type TestService, type TestTenant } from '../support/service.ts'
import { claimDeliveries, settleSuccesses, type Claim } from '../../server/resources/webhooks/worker/queries.ts'
import { startWorker } from '../../server/worker.ts'
import { waitUntilSettled, alter, deliveriesOf, expectExactTotals, hookAt, makeThreads, uuidOf } from './webhook-fixture.ts'

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  // Leases as long as in production, so that a machine that stalls for some seconds does not cause a second attempt.
  const webhooks = { retrySeconds: Array.from({ length: 9 }, () => 0.05), timeoutSeconds: 15, allowedCidrs: ['127.0.0.0/8'] }
  service = await startTestService({ config: { webhooks } })
  receiver = await openReceiver()
})
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

const idsOf = (path: string): string[] =>
  receiver.received.filter((got) => got.path === path).map(({ headers }) => headers['webhook-id'] ?? '')

describe('two workers at once', () => {
  it('send each event once, with at most sixteen in progress at one endpoint', async () => {
    const tenant = await service.createTenant()
    const own = await openReceiver(() => 'a late 204')
    const workers = [service.startWorker(), service.startWorker()]
    const hook = await hookAt(tenant, own)
    let most = 0
    const over = new AbortController()
    const watch = async (): Promise<void> => {
      while (!over.signal.aborted) {
        most = Math.max(most, (await service.db.first(countLeased, { tenantId: tenant.tenantId }))?.n ?? 0)
        await sleep(5)
      }
    }
    const watching = watch()
    const made = await Promise.all(Array.from({ length: 6 }, () => makeThreads(tenant, 25)))
    await waitUntilSettled(service, tenant, hook.id)
    over.abort()
    await watching
    for (const worker of workers) await worker.stop()
    await own.close()
    expect(own.received.map(({ headers }) => headers['webhook-id'] ?? '').toSorted()).toEqual(made.flat().toSorted())
    expect(most).toBeLessThanOrEqual(16)
    expect(most).toBeGreaterThan(8)
    await expectExactTotals(service, tenant)
  })
})

const countLeased = statement<{ tenantId: Uuid }, { n: number }>(
  'select count(*)::int as n from webhook_deliveries where tenant_id = :tenantId::uuid and leased_until > now()',
)

describe('a claim that began before another write of the webhook’s row', () => {
  let rival: Database
  beforeAll(() => {
    rival = openDatabase({ connection: service.connection, max: 1 })
  })
  afterAll(() => rival.close())

  /**
   * Starts a claim that takes its snapshot and then waits: the shared lock on the table comes after the snapshot, before any row is read.
   */
  async function lateClaim(place: { tenantId: Uuid; webhookId: Uuid }, meanwhile: () => Promise<unknown>): Promise<Claim[]> {
    const sleepy = {
      ...claimDeliveries,
      text: claimDeliveries.text
        .replace('with\nendpoint as materialized (', 'with\nnap as materialized (select pg_sleep(0.4)),\nendpoint as materialized (')
        .replace('and xmin = (', 'and (select count(*) from nap) = 1 and xmin = ('),
    }
    expect(sleepy.text).toContain('count(*) from nap')
    const late = rival.rows(sleepy, { ...place, concurrency: 16, limit: 16, leaseSeconds: 5, chance: 0 })
    await sleep(100)
    await meanwhile()
    return late
  }
  const findDue = statement<{ tenantId: Uuid; webhookId: Uuid }, { due: boolean | null }>(
    "select due_at <= now() + interval '2 seconds' as due from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid",
  )

  it('claims nothing that the other write claimed', async () => {
    const tenant = await service.createTenant()
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/late')
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
    await makeThreads(tenant, 3)
    const worker = service.startWorker()
    await expect.poll(async () => (await deliveriesOf(tenant, hook.id)).length).toBe(3)
    await worker.stop()
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'ACTIVE' } })
    const place = { tenantId: tenant.tenantId, webhookId: uuidOf('whk', hook.id) }
    let first: Claim[] = []
    const late = await lateClaim(place, async () => {
      first = await service.db.rows(claimDeliveries, { ...place, concurrency: 16, limit: 16, leaseSeconds: 5, chance: 0 })
    })
    expect([first.length, late.length]).toEqual([3, 0])
    expect((await deliveriesOf(tenant, hook.id)).map(({ attempt }) => attempt)).toEqual([1, 1, 1])
  })

  it('does not suspend the webhook because of deliveries that it has not seen', async () => {
    const tenant = await service.createTenant()
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/sleepy')
    const place = { tenantId: tenant.tenantId, webhookId: uuidOf('whk', hook.id) }
    const late = await lateClaim(place, () => tenant.api('POST', `/webhooks/${hook.id}/test`))
    expect(late).toEqual([])
    expect(await service.db.first(findDue, place)).toEqual({ due: true })
    const worker = service.startWorker()
    await receiver.until(() => idsOf('/hook/sleepy').length === 1)
    await waitUntilSettled(service, tenant, hook.id)
    await worker.stop()
  })
})

describe('a backlog', () => {
  /** Creates threads whose deliveries are pending without a worker, for a receiver that takes some time for each. */
  async function openBacklog(threads: number): Promise<{ tenant: TestTenant; own: Receiver; hook: Webhook }> {
    const tenant = await service.createTenant()
    const own = await openReceiver(() => 'a late 204')
    const hook = await hookAt(tenant, own)
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
    await makeThreads(tenant, threads)
    const worker = service.startWorker()
    await expect.poll(async () => (await deliveriesOf(tenant, hook.id)).length).toBe(threads)
    await worker.stop()
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'ACTIVE' } })
    onTestFinished(async () => {
      // Its pending deliveries must not disturb later tests. A test may have deleted it already.
      await tenant.api('DELETE', `/webhooks/${hook.id}`)
      await own.close()
    })
    return { tenant, own, hook }
  }

  /** Starts a worker whose claims are prevented, as by another write of the webhook’s row: they claim nothing and report nothing. */
  function startWorkerOn(isPrevented: () => boolean): void {
    startWorkerWith(
      (pool) => async (query, params) => (query.text === claimDeliveries.text && isPrevented() ? [] : pool.rows(query, params)),
    )
  }

  function startWorkerWith(rowsOf: (pool: Database) => Database['rows']): void {
    const pool = openDatabase({ connection: service.connection, max: 3 })
    const rows = rowsOf(pool)
    const worker = startWorker(service.config, { ...pool, rows }, createLog('silent').log)
    onTestFinished(async () => {
      await worker.stop()
      await pool.close()
    })
  }

  it('continues at once after a claim that a write of the webhook’s row prevented', async () => {
    const { own } = await openBacklog(90)
    let claims = 0
    startWorkerOn(() => ++claims % 2 === 0)
    // Sixteen at a time. With a second of sleep after each prevented claim, it would be five.
    await own.until(() => own.received.length === 90, 2_500)
  })

  it('is not sent twice because outcomes could not be written at first', async () => {
    const { tenant, own, hook } = await openBacklog(40)
    let writes = 0
    startWorkerWith((pool) => async (query, params) => {
      if (query.text === settleSuccesses.text && ++writes % 2 === 1) throw new LockTimeoutError('webhook_delivery_totals', null)
      return pool.rows(query, params)
    })
    await waitUntilSettled(service, tenant, hook.id)
    expect(writes).toBeGreaterThan(1)
    expect((await deliveriesOf(tenant, hook.id)).map(({ attempt, state }) => ({ attempt, state }))).toEqual(
      Array.from({ length: 40 }, () => ({ attempt: 1, state: 'SUCCEEDED' })),
    )
    expect(own.received).toHaveLength(40)
  })

  it('is dropped when its webhook is deleted', async () => {
    const { tenant, own, hook } = await openBacklog(90)
    let claims = 0
    startWorkerOn(() => {
      claims++
      return false
    })
    await own.until(() => own.received.length > 0)
    expect((await tenant.api('DELETE', `/webhooks/${hook.id}`)).status).toBe(200)
    let before = -1
    await expect.poll(() => before === (before = claims), { interval: 150, timeout: 3_000 }).toBe(true)
  })
})

describe('system health', () => {
  type Part = { component: string; status: string; detail: string | null }
  const jobs = async (tenant: TestTenant): Promise<Part | undefined> =>
    (await tenant.skein.getSystemHealth()).data.find(({ component }) => component === 'jobs')
  const metric = async (): Promise<number> =>
    Number(/^webhook_deliveries_oldest_due_seconds (\d+)/m.exec(await (await fetch(`${service.baseUrl}/metrics`)).text())?.[1])

  it('warns when there is no worker, even before an event has become a delivery', async () => {
    const tenant = await service.createTenant()
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/unserved')
    await makeThreads(tenant, 1)
    expect(await jobs(tenant)).toMatchObject({ status: 'OK' })
    await alter(service, `update events set created_at = created_at - interval '2 minutes' where tenant_id = '${tenant.tenantId}'`)
    expect(await jobs(tenant)).toMatchObject({ status: 'DEGRADED', detail: expect.stringMatching(/ for 12\d s; .*Is a worker running\?$/) })
    expect(await metric()).toBeGreaterThanOrEqual(120)
    const worker = service.startWorker()
    await waitUntilSettled(service, tenant, hook.id)
    // The search index reads the same events, at its own pace.
    await expect.poll(() => jobs(tenant)).toMatchObject({ status: 'OK', detail: expect.stringContaining(' for 0 s;') })
    await worker.stop()
  })

  it('does not warn while due deliveries wait for their own tenant’s receivers', async () => {
    const [tenant, other] = [await service.createTenant(), await service.createTenant()]
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/hanging')
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
    await makeThreads(tenant, 20)
    const worker = service.startWorker()
    await expect.poll(async () => (await deliveriesOf(tenant, hook.id)).length).toBe(20)
    await worker.stop()
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'ACTIVE' } })
    await service.db.rows(claimDeliveries, {
      tenantId: tenant.tenantId,
      webhookId: uuidOf('whk', hook.id),
      concurrency: 16,
      limit: 16,
      leaseSeconds: 60,
      chance: 0,
    })
    const ofTenant = `where tenant_id = '${tenant.tenantId}'`
    await alter(
      service,
      `update webhook_deliveries set next_attempt_at = now() - interval '2 minutes' ${ofTenant} and leased_until is null;
       update webhooks set due_at = now() - interval '2 minutes' ${ofTenant}`,
    )
    expect(await jobs(tenant)).toMatchObject({ status: 'OK', detail: expect.stringContaining(' for 0 s;') })
    // The worker that had claimed the sixteen dies.
    await alter(service, `update webhook_deliveries set leased_until = now() ${ofTenant} and leased_until is not null`)
    expect(await jobs(tenant)).toMatchObject({ status: 'DEGRADED' })
    expect(await jobs(other), 'which another tenant is not told').toMatchObject({
      status: 'OK',
      detail: expect.stringMatching(/^0 deliveries wait and 0 events before them;.* 0 s; 0 are dead\.$/),
    })
    expect((await tenant.api('DELETE', `/webhooks/${hook.id}`)).status).toBe(200)
  })
})
