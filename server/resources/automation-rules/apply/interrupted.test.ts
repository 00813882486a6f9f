/** A rule is applied once to each thread, no matter how the job is interrupted. */
import { afterAll, expect, it } from 'vitest'
import type { Job } from '../../../../client/index.ts'
import { interrupt, plantFailure } from '../../../../test/support/interrupt.ts'
import { until } from '../../../../test/support/job-fixture.ts'
import { getRules } from '../../../../test/support/rules.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
import { findPast } from '../runs/run-queries.ts'
import { applyChunk } from './apply-to-threads.ts'

const databases: ReturnType<typeof openDatabase>[] = []
const { service, tenant } = await setUpTenant()
for (let i = 0; i < 2; i++) databases.push(openDatabase({ connection: service.connection, max: 2 }))
afterAll(async () => {
  for (const db of databases) await db.close()
})

const written = statement<{ tenantId: Uuid }, { notes: number; runs: number; events: number }>(`
  select (select count(*) from messages where tenant_id = :tenantId::uuid and internal) as notes,
    (select count(*) from automation_runs where tenant_id = :tenantId::uuid and outcome = 'APPLIED') as runs,
    (select count(*) from events where tenant_id = :tenantId::uuid and cause ->> 'type' = 'RULE') as events`)

it('two workers interrupted in each statement write one note for each thread', async () => {
  const threads = 12
  for (let i = 0; i < threads; i++) await makeThread(tenant)
  const rule = await getRules(service, tenant).make({ enabled: false, actions: [{ type: 'ADD_NOTE', body: 'Seen' }] })
  const { body } = await tenant.api<Job>('POST', `/automation-rules/${rule.id}/apply`, { body: { filter: {}, expectedTotal: threads } })
  const { tenantId } = tenant
  const key = parseTypeId('job', body.data.id) ?? ''
  const services = { config: service.config, secrets: createSecrets(service.config.secretKey) }
  const signal = new AbortController().signal
  let killed = 0
  for (let round = 0; round < 34; round++) {
    const attempts = databases.map((db, i) => interrupt(db, (round + i * 5) % 17))
    await Promise.allSettled(attempts.map(({ db }) => applyChunk({ ...services, db, tenantId, key, attempt: 1, signal })))
    killed += attempts.filter(({ wasKilled }) => wasKilled()).length
  }
  expect(killed).toBeGreaterThan(15)
  const worker = service.startWorker()
  const read = async () => (await tenant.api<Job>('GET', `/jobs/${body.data.id}`)).body.data
  await until(async () => (await read()).state === 'DONE')
  await worker.stop()
  expect(await service.db.first(written, { tenantId })).toEqual({ notes: threads, runs: threads, events: threads })
  expect(await read()).toMatchObject({ done: threads, failed: 0, result: { outcomes: { APPLIED: threads }, failures: [] } })
})

it('a thread that fails for a reason not its own is recorded, and the others go on', async () => {
  const own = await service.createTenant()
  const ids = [await makeThread(own), await makeThread(own), await makeThread(own)]
  const rules = getRules(service, own)
  const rule = await rules.make({ enabled: false })
  const { body } = await own.api<Job>('POST', `/automation-rules/${rule.id}/apply`, { body: { filter: {}, expectedTotal: 3 } })
  const broken = parseTypeId('thr', ids[1] ?? '') ?? ''
  const [db] = databases
  if (!db) throw new Error('There is no database')
  const services = {
    db: plantFailure(db, (query, params) => query === findPast && 'threadId' in params && params.threadId === broken),
    config: service.config,
  }
  const context = {
    ...services,
    secrets: createSecrets(service.config.secretKey),
    tenantId: own.tenantId,
    signal: new AbortController().signal,
  }
  const key = parseTypeId('job', body.data.id) ?? ''
  await expect(applyChunk({ ...context, key, attempt: 1 })).rejects.toThrow('planted')
  expect(await applyChunk({ ...context, key, attempt: 3 })).toMatchObject({ isLast: true })
  const runs = await rules.list()
  expect(runs.map(({ outcome }) => outcome).toSorted()).toEqual(['APPLIED', 'APPLIED', 'FAILED'])
  expect(runs.find(({ outcome }) => outcome === 'FAILED')).toMatchObject({ threadId: ids[1], error: 'planted' })
})
