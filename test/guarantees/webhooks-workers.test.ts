/** G5 with two workers: they send no event twice and stay within the concurrency limit. test/kill-receiver.test.ts kills workers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { LockTimeoutError, statement, type Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import type { Uuid } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { openReceiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import {
  claimDeliveries,
  settleFailure,
  settleSuccesses,
  type Claim,
  type DeliveryOutcome,
} from '../../server/resources/webhooks/worker/queries.ts'
import { startWorker } from '../../server/worker.ts'
import {
  alter,
  claimBacklog,
  createBacklog,
  getDeliveries,
  expectExactTotals,
  hookAt,
  makeThreads,
  getUuid,
  waitUntilSettled,
} from './webhook-fixture.ts'
import { earlierSql } from '../support/earlier.ts'

// Leases are as long as in production, so that a machine that stalls for a few seconds does not cause a second attempt.
const webhooks = { retrySeconds: Array.from({ length: 9 }, () => 0.05), timeoutSeconds: 15, allowedCidrs: ['127.0.0.0/8'] }
const receiver = await openReceiver()
afterAll(() => receiver.close())
const service = await setUpService({ config: { webhooks } })

const getReceivedIds = (path: string): string[] =>
  receiver.received.filter((got) => got.path === path).map(({ headers }) => headers['webhook-id'] ?? '')

describe('two concurrent workers', () => {
  it('send each event once, with at most 16 requests in progress per endpoint', async () => {
    const tenant = await service.createTenant()
    const slowReceiver = await openReceiver(() => 'a late 204')
    const workers = [service.startWorker(), service.startWorker()]
    const hook = await hookAt(tenant, slowReceiver)
    let maxLeased = 0
    const stopped = new AbortController()
    const watchLeases = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        maxLeased = Math.max(maxLeased, (await service.db.first(countLeased, { tenantId: tenant.tenantId }))?.n ?? 0)
        await sleep(5)
      }
    }
    const watching = watchLeases()
    const made = await Promise.all(Array.from({ length: 6 }, () => makeThreads(tenant, 25)))
    await waitUntilSettled(service, tenant, hook.id)
    stopped.abort()
    await watching
    for (const worker of workers) await worker.stop()
    await slowReceiver.close()
    expect(slowReceiver.received.map(({ headers }) => headers['webhook-id'] ?? '').toSorted()).toEqual(made.flat().toSorted())
    expect(maxLeased).toBeLessThanOrEqual(16)
    expect(maxLeased).toBeGreaterThan(8)
    await expectExactTotals(service, tenant)
  })
})

const countLeased = statement<{ tenantId: Uuid }, { n: number }>(
  'select count(*)::int as n from webhook_deliveries where tenant_id = :tenantId::uuid and leased_until > now()',
)

describe('a claim whose snapshot is older than another write to the webhook row', () => {
  let rival: Database
  beforeAll(() => {
    rival = openDatabase({ connection: service.connection, max: 1 })
  })
  afterAll(() => rival.close())

  /** Starts a claim that waits between its snapshot and its first row, runs `meanwhile` during the wait, and returns the claimed rows. */
  async function claimWithOldSnapshot(webhook: { tenantId: Uuid; webhookId: Uuid }, meanwhile: () => Promise<unknown>): Promise<Claim[]> {
    const waitingClaim = {
      ...claimDeliveries,
      text: claimDeliveries.text
        .replace(
          'with\nendpoint as materialized (',
          'with\ngate as materialized (select pg_advisory_xact_lock_shared(1)),\nendpoint as materialized (',
        )
        .replace('and xmin = (', 'and (select count(*) from gate) = 1 and xmin = ('),
    }
    expect(waitingClaim.text).toContain('count(*) from gate')
    return service.db
      .transaction(async (tx) => {
        await tx.rows(closeGate, {})
        const late = rival.rows(waitingClaim, { ...webhook, concurrency: 16, limit: 16, leaseSeconds: 5, chance: 0 })
        await expect.poll(async () => (await service.db.rows(findWaiting, {})).length).toBe(1)
        await meanwhile()
        return { late }
      })
      .then(({ late }) => late)
  }
  const closeGate = statement<object, object>('select pg_advisory_xact_lock(1)')
  const findWaiting = statement<object, object>(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
  )
  const findDue = statement<{ tenantId: Uuid; webhookId: Uuid }, { due: boolean | null }>(
    "select due_at <= now() + interval '2 seconds' as due from webhooks where tenant_id = :tenantId::uuid and id = :webhookId::uuid",
  )

  it('claims no delivery that the other write claimed', async () => {
    const tenant = await service.createTenant()
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/late')
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
    await makeThreads(tenant, 3)
    const worker = service.startWorker()
    await expect.poll(async () => (await getDeliveries(tenant, hook.id)).length).toBe(3)
    await worker.stop()
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'ACTIVE' } })
    const webhook = { tenantId: tenant.tenantId, webhookId: getUuid('whk', hook.id) }
    let first: Claim[] = []
    const late = await claimWithOldSnapshot(webhook, async () => {
      first = await service.db.rows(claimDeliveries, { ...webhook, concurrency: 16, limit: 16, leaseSeconds: 5, chance: 0 })
    })
    expect([first.length, late.length]).toEqual([3, 0])
    expect((await getDeliveries(tenant, hook.id)).map(({ attempt }) => attempt)).toEqual([1, 1, 1])
  })

  it('leaves the webhook due when a delivery was added after its snapshot', async () => {
    const tenant = await service.createTenant()
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/sleepy')
    const webhook = { tenantId: tenant.tenantId, webhookId: getUuid('whk', hook.id) }
    const late = await claimWithOldSnapshot(webhook, () => tenant.api('POST', `/webhooks/${hook.id}/test`))
    expect(late).toEqual([])
    expect(await service.db.first(findDue, webhook)).toEqual({ due: true })
    const worker = service.startWorker()
    await receiver.until(() => getReceivedIds('/hook/sleepy').length === 1)
    await waitUntilSettled(service, tenant, hook.id)
    await worker.stop()
  })
})

describe('a backlog', () => {
  /** Starts a worker whose claims return no rows while `isPrevented` is true, as when another write holds the webhook row. */
  function startWorkerWithPreventedClaims(isPrevented: () => boolean): void {
    startWorkerWithRows(
      (pool) => async (query, params) => (query.text === claimDeliveries.text && isPrevented() ? [] : pool.rows(query, params)),
    )
  }

  function startWorkerWithRows(wrapRows: (pool: Database) => Database['rows']): void {
    const pool = openDatabase({ connection: service.connection, max: 3 })
    const rows = wrapRows(pool)
    const worker = startWorker(service.config, { ...pool, rows }, createLog('silent').log)
    onTestFinished(async () => {
      await worker.stop()
      await pool.close()
    })
  }

  it('claims again at once after another write to the webhook row prevented a claim', async () => {
    const { slowReceiver } = await createBacklog(service, 90)
    let claims = 0
    startWorkerWithPreventedClaims(() => ++claims % 2 === 0)
    // 16 at a time make six claims. A second of sleep after each prevented claim would add five seconds.
    await slowReceiver.until(() => slowReceiver.received.length === 90)
  })

  it('is not sent twice when the first attempt to store the outcomes fails', async () => {
    const { tenant, slowReceiver, hook } = await createBacklog(service, 40)
    let writes = 0
    startWorkerWithRows((pool) => async (query, params) => {
      if (query.text === settleSuccesses.text && ++writes % 2 === 1) throw new LockTimeoutError('webhook_delivery_totals', null)
      return pool.rows(query, params)
    })
    await waitUntilSettled(service, tenant, hook.id)
    expect(writes).toBeGreaterThan(1)
    expect((await getDeliveries(tenant, hook.id)).map(({ attempt, state }) => ({ attempt, state }))).toEqual(
      Array.from({ length: 40 }, () => ({ attempt: 1, state: 'SUCCEEDED' })),
    )
    expect(slowReceiver.received).toHaveLength(40)
  })

  it('has its successes and failures recorded side by side', async () => {
    const { tenant, hook, attempted, toSuccess, toFailure } = await claimBacklog(service, 16)
    const record = async (outcome: DeliveryOutcome, n: number): Promise<unknown> =>
      n % 2 === 1 ? service.db.rows(settleSuccesses, toSuccess(outcome)) : service.db.rows(settleFailure, toFailure(outcome))
    await Promise.all(attempted.slice(0, 1).map(record)) // A failure, so that every success has a count to reset.
    await Promise.all(attempted.slice(1).map((each, n) => record(each, n + 1)))
    const states = (await getDeliveries(tenant, hook.id)).map(({ state }) => state).toSorted()
    expect(states).toEqual(Array.from({ length: 16 }, (_, n) => (n < 8 ? 'FAILED' : 'SUCCEEDED')))
    await expectExactTotals(service, tenant)
  })

  it('is dropped when the webhook is deleted', async () => {
    const { tenant, slowReceiver, hook } = await createBacklog(service, 90)
    let claims = 0
    startWorkerWithPreventedClaims(() => {
      claims++
      return false
    })
    await slowReceiver.until(() => slowReceiver.received.length > 0)
    expect((await tenant.api('DELETE', `/webhooks/${hook.id}`)).status).toBe(200)
    let before = -1
    await expect.poll(() => before === (before = claims), { interval: 150 }).toBe(true)
  })
})

describe('system health', () => {
  type ComponentHealth = { component: string; status: string; detail: string | null }
  const getJobsHealth = async (tenant: TestTenant): Promise<ComponentHealth | undefined> =>
    (await tenant.skein.getSystemHealth()).data.find(({ component }) => component === 'jobs')
  const readOldestDueSeconds = async (): Promise<number> =>
    Number(/^webhook_deliveries_oldest_due_seconds (\d+)/m.exec(await (await fetch(`${service.baseUrl}/metrics`)).text())?.[1])

  it('is degraded without a worker, even before events have become deliveries', async () => {
    const tenant = await service.createTenant()
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/unserved')
    await makeThreads(tenant, 1)
    // Poll, because a busy machine slows down the check itself, which then counts as degraded.
    await expect.poll(() => getJobsHealth(tenant)).toMatchObject({ status: 'OK' })
    await alter(
      service,
      `update events set created_at = ${earlierSql('created_at', "interval '2 minutes'")} where tenant_id = '${tenant.tenantId}'`,
    )
    expect(await getJobsHealth(tenant)).toMatchObject({
      status: 'DEGRADED',
      detail: expect.stringMatching(/ for 12\d s; .*Is a worker running\?$/),
    })
    expect(await readOldestDueSeconds()).toBeGreaterThanOrEqual(120)
    const worker = service.startWorker()
    await waitUntilSettled(service, tenant, hook.id)
    // Poll, because the search index reads the same events and may finish later.
    await expect.poll(() => getJobsHealth(tenant)).toMatchObject({ status: 'OK', detail: expect.stringContaining(' for 0 s;') })
    await worker.stop()
  })

  it('is OK while due deliveries wait only for their webhook’s concurrency limit', async () => {
    const [tenant, other] = [await service.createTenant(), await service.createTenant()]
    const hook = await hookAt(tenant, receiver, ['thread.created'], '/hanging')
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
    await makeThreads(tenant, 20)
    const worker = service.startWorker()
    await expect.poll(async () => (await getDeliveries(tenant, hook.id)).length).toBe(20)
    // Otherwise the other event readers would wait for the worker, too.
    await expect.poll(async () => (await getJobsHealth(tenant))?.detail).not.toMatch(/[1-9]\d* events/)
    await worker.stop()
    await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'ACTIVE' } })
    await service.db.rows(claimDeliveries, {
      tenantId: tenant.tenantId,
      webhookId: getUuid('whk', hook.id),
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
    expect(await getJobsHealth(tenant)).toMatchObject({ status: 'OK', detail: expect.stringContaining(' for 0 s;') })
    // Expires the 16 leases, as if the worker that held them had died.
    await alter(service, `update webhook_deliveries set leased_until = now() ${ofTenant} and leased_until is not null`)
    expect(await getJobsHealth(tenant)).toMatchObject({ status: 'DEGRADED' })
    expect(await getJobsHealth(other), 'the health that another tenant sees').toMatchObject({
      status: 'OK',
      detail: expect.stringMatching(/^0 deliveries wait and 0 events before them;.* 0 s; 0 are dead\.$/),
    })
    expect((await tenant.api('DELETE', `/webhooks/${hook.id}`)).status).toBe(200)
  })
})
