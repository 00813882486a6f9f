/** Jobs that share transactions: each effect happens once, even if other jobs fail. */
import { expect, it } from 'vitest'
import { job, type TogetherContext } from './job.ts'
import {
  cancelDeclared,
  enqueueDeclared,
  jobName,
  keys,
  mark,
  openJobFixture,
  ordersFor,
  until,
} from '../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const fixture = await openJobFixture(service)
const other = await service.createTenant()

const chunk = 20
/** Writes a mark for each key; its note is the number of keys in the transaction. */
function together(
  name: string,
  more: { before?: (context: TogetherContext) => Promise<ReadonlyMap<string, number>>; retrySeconds?: number[] } = {},
) {
  const { before = async () => new Map<string, number>(), ...rest } = more
  const run = async (context: TogetherContext): Promise<ReadonlyMap<string, number>> => {
    const again = await before(context)
    const { tx, tenantId } = context
    for (const key of context.keys.filter((each) => !again.has(each)))
      await mark(tx, { tenantId, name, key, note: String(context.keys.length) })
    return again
  }
  return job({ name, description: 'Leaves marks.', atOnce: 2, together: { atMost: chunk, run }, ...rest })
}

it('two workers run each job once, in few transactions of one tenant each', async () => {
  const name = jobName('share')
  const shared = together(name)
  await fixture.put(shared, ...ordersFor(tenant, 150), ...ordersFor(other, 30))
  fixture.startWorker([shared])
  fixture.startWorker([shared])
  await until(async () => (await fixture.held(name)).length === 0)
  const marks = await fixture.marks(name)
  expect(marks.map(({ tenantId, key }) => `${tenantId} ${key}`).toSorted()).toEqual(
    [...keys(150).map((key) => `${tenant.tenantId} ${key}`), ...keys(30).map((key) => `${other.tenantId} ${key}`)].toSorted(),
  )
  expect(marks.filter(({ note }) => Number(note) > 1).length).toBeGreaterThan(100)
  expect(Math.max(...marks.map(({ note }) => Number(note)))).toBeLessThanOrEqual(chunk)
})

it('a job that fails is retried alone, and the others succeed', async () => {
  const name = jobName('spoil')
  const spoiled = together(name, {
    retrySeconds: [0.05],
    before: async (context) => {
      if (context.keys.includes('k3')) throw new Error('k3 cannot')
      return new Map()
    },
  })
  await fixture.put(spoiled, ...ordersFor(tenant, 10))
  fixture.startWorker([spoiled])
  await until(async () => (await fixture.held(name)).every(({ state }) => state === 'DEAD'))
  expect(await fixture.held(name)).toEqual([{ key: 'k3', state: 'DEAD', attempt: 2, error: 'k3 cannot' }])
  expect((await fixture.marks(name)).map(({ key }) => key).toSorted()).toEqual(keys(10).filter((key) => key !== 'k3'))
})

it('a job that runs again later does so alone, once', async () => {
  const name = jobName('later')
  const runs = new Map<string, number>()
  const later = together(name, {
    before: async (context) => {
      for (const key of context.keys) runs.set(key, (runs.get(key) ?? 0) + 1)
      return new Map(context.keys.includes('k2') && runs.get('k2') === 1 ? [['k2', 0.3]] : [])
    },
  })
  await fixture.put(later, ...ordersFor(tenant, 5))
  fixture.startWorker([later])
  await until(async () => (await fixture.held(name)).length === 0)
  expect(Object.fromEntries(runs)).toEqual({ k0: 1, k1: 1, k2: 2, k3: 1, k4: 1 })
  expect((await fixture.marks(name)).map(({ key }) => key).toSorted()).toEqual(keys(5))
})

it('a job that is cancelled or replaced meanwhile is skipped, and the others succeed', async () => {
  const name = jobName('swap')
  let begun = 0
  const released = Promise.withResolvers<void>()
  const swapped = together(name, {
    before: async (context) => {
      if (context.keys.length > 1 && ++begun === 1) await released.promise
      return new Map()
    },
  })
  const { tenantId } = tenant
  await fixture.put(swapped, ...ordersFor(tenant, 6))
  fixture.startWorker([swapped])
  await until(() => begun === 1)
  await service.db.transaction((tx) => cancelDeclared(tx, swapped, { tenantId, key: 'k1' }))
  await service.db.transaction((tx) => enqueueDeclared(tx, swapped, { tenantId, key: 'k2', inSeconds: 3_600 }))
  released.resolve()
  await until(async () => (await fixture.held(name)).length === 1)
  expect((await fixture.marks(name)).map(({ key }) => key).toSorted()).toEqual(['k0', 'k3', 'k4', 'k5'])
  expect(await fixture.held(name)).toMatchObject([{ key: 'k2', state: 'WAITING', attempt: 0 }])
})

it('the jobs of a killed worker are retried one by one', async () => {
  const name = jobName('fell')
  const fallen = together(name)
  await fixture.put(fallen, ...ordersFor(tenant, 4))
  await service.db.script(`update jobs set attempt = 1, leased_until = now() - interval '1 second' where name = '${name}'`)
  fixture.startWorker([fallen])
  await until(async () => (await fixture.held(name)).length === 0)
  expect((await fixture.marks(name)).map(({ note }) => note)).toEqual(['1', '1', '1', '1'])
})
