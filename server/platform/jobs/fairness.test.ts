/** Background work is fair between tenants, slows down for requests, catches up after downtime, and is cheap to poll for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { job } from './job.ts'
import { jobName, keys, mark, declareMarkingJob, openJobFixture, ordersFor, until } from '../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { queuesDue } from './queries.ts'

const { service, tenant } = await setUpTenant()
const fixture = await openJobFixture(service)
const other = await service.createTenant()

it('the jobs of one tenant do not wait for another tenant’s flood', async () => {
  const name = jobName('flood')
  const slow = declareMarkingJob(name, { outside: () => sleep(50, '') })
  await fixture.put(slow, ...ordersFor(tenant, 400))
  fixture.startWorker([slow])
  await until(async () => (await fixture.marks(name)).length > 10)
  await fixture.put(slow, ...ordersFor(other, 3))
  await until(async () => (await fixture.marks(name)).filter(({ tenantId }) => tenantId === other.tenantId).length === 3)
  expect((await fixture.held(name)).length, 'the flood goes on').toBeGreaterThan(200)
  await service.db.script(`delete from jobs where name = '${name}'`)
})

it('jobs with one value of a field do not take all slots of their tenant', async () => {
  const name = jobName('field')
  let [stuck, most] = [0, 0]
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const limited = job<string, string, { of: string }>({
    name,
    description: 'Leaves a mark.',
    atOnce: 6,
    atOncePer: { field: 'of', atMost: 2 },
    async outside({ input: { of } }) {
      if (of !== 'stuck') return of
      most = Math.max(most, ++stuck)
      await released
      stuck--
      return of
    },
    run: async ({ tx, tenantId, key, found }) => void (await mark(tx, { tenantId, name, key, note: found })),
  })
  const orders = (of: string, count: number) =>
    keys(count).map((key) => ({ tenantId: tenant.tenantId, key: `${of} ${key}`, input: { of } }))
  await fixture.put(limited, ...orders('stuck', 10), ...orders('other', 5))
  fixture.startWorker([limited])
  fixture.startWorker([limited])
  await until(async () => (await fixture.marks(name)).length === 5)
  expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(Array(5).fill('other'))
  expect(stuck).toBe(2)
  release()
  await until(async () => (await fixture.held(name)).length === 0)
  expect([(await fixture.marks(name)).length, most]).toEqual([15, 2])
})

it('a backlog slows down for requests, but still makes progress', async () => {
  const name = jobName('yield')
  const plain = declareMarkingJob(name, { atOnce: 20 })
  await fixture.put(plain, ...ordersFor(tenant, 600))
  fixture.startWorker([plain], { requestsWaiting: () => 8 })
  const done = async (): Promise<number> => (await fixture.marks(name)).length
  await sleep(1_000)
  const [before, startedAt] = [await done(), performance.now()]
  await sleep(1_500)
  const perSecond = ((await done()) - before) / ((performance.now() - startedAt) / 1_000)
  expect(perSecond).toBeLessThan(130)
  // An idle machine runs about a hundred jobs per second. Without progress, this condition would never be met.
  await until(async () => (await done()) > before + 45)
  await service.db.script(`delete from jobs where name = '${name}'`)
})

it('jobs that became due while no worker ran are caught up, each period once', async () => {
  const [name, daily] = [jobName('late'), jobName('daily')]
  const late = declareMarkingJob(name)
  const each = job({
    name: daily,
    description: 'Once a day for each tenant.',
    every: { seconds: 86_400, for: 'tenant' },
    run: async ({ tx, tenantId, key }) => void (await mark(tx, { tenantId, name: daily, key, note: '' })),
  })
  await fixture.put(late, ...ordersFor(tenant, 20), ...ordersFor(other, 1, { inSeconds: 3_600 }))
  await service.db.script(`
    update jobs set due_at = now() - interval '3 days' where name = '${name}' and tenant_id = '${tenant.tenantId}';
    insert into job_schedules (name, due_at) values ('${daily}', now() - interval '3 days')`)
  const workers = [fixture.startWorker([late, each]), fixture.startWorker([late, each])]
  const tenants = (await service.db.rows({ text: 'select tenant_id from tenants', names: [] }, {})).length
  await until(async () => (await fixture.marks(name)).length === 20 && (await fixture.marks(daily)).length >= tenants)
  await sleep(1_500)
  for (const worker of workers) await worker.stop()
  expect(await fixture.held(name)).toHaveLength(1)
  const served = (await fixture.marks(daily)).map(({ tenantId }) => tenantId)
  expect([served.length, new Set(served).size]).toEqual([tenants, tenants])
})

it('polling is cheap with thousands of tenants that have nothing due', async () => {
  const name = jobName('idle')
  await service.db.script(`
    insert into jobs (tenant_id, id, name, key, due_at)
    select gen_random_uuid(), gen_random_uuid(), '${name}', '', now() + interval '1 day' from generate_series(1, 5000);
    insert into job_queues (tenant_id, name, due_at) select tenant_id, name, due_at from jobs where name = '${name}';
    analyze job_queues`)
  const explain = { ...queuesDue, text: `explain (analyze, buffers, format json) ${queuesDue.text}` }
  const given = { names: [name], fullTenants: [], fullLanes: [], limit: 200 }
  // Safe because EXPLAIN (format json) returns this shape.
  const [row] = (await service.db.rows(explain, given)) as unknown as [{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }]
  const plan = row['QUERY PLAN'][0].Plan
  expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(50)
  await service.db.script(`delete from jobs where name = '${name}'; delete from job_queues where name = '${name}'`)
})
