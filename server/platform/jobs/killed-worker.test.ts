/** The slots of a killed worker become free long before its jobs' leases expire. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { HangingWorker } from '../../../test/support/hanging-worker.ts'
import { declareMarkingJob, jobName, openJobFixture, ordersFor, until } from '../../../test/support/job-fixture.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'

const { service, tenant } = await setUpTenant()
const fixture = await openJobFixture(service)

it('a job runs although a killed worker had claimed as many as may run at once', async () => {
  const name = jobName('crowd')
  const own = { leaseSeconds: 60, renewsLease: true, atOnce: 2 }
  const crowd = declareMarkingJob(name, { ...own, outside: async ({ attempt }) => `attempt ${attempt}` })
  await fixture.put(crowd, ...ordersFor(tenant, 2))
  const given: HangingWorker = { connection: service.connection, config: service.config, name, ...own }
  const child = spawn(process.execPath, [`${import.meta.dirname}/../../../test/support/hanging-worker.ts`, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let begun = ''
  child.stdout.on('data', (chunk: Buffer) => (begun += chunk.toString()))
  await until(() => begun.split('begun').length > 2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await fixture.put(crowd, { tenantId: tenant.tenantId, key: 'late' })
  fixture.startWorker([crowd])
  await takesAtMost(15_000, () => until(async () => (await fixture.marks(name)).length > 0), service.db)
  expect((await fixture.marks(name)).map(({ key }) => key)).toEqual(['late'])
  // The jobs of the killed worker are not retried before their leases expire.
  expect(await fixture.held(name)).toHaveLength(2)
})
