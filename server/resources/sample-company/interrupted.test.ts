/** The sample company is loaded and removed exactly once, wherever two workers at a time are interrupted. */
import { afterAll, expect, it } from 'vitest'
import { interrupt } from '../../../test/support/interrupt.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { gaps } from '../../../test/thread-invariants.ts'
import { type Database, statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
import { loadCompany } from './load-company.ts'
import { removeCompany } from './remove-company.ts'

const { service, tenant } = await setUpTenant()
const { skein, tenantId } = tenant
const workers: Database[] = []
for (let i = 0; i < 2; i++) workers.push(openDatabase({ connection: service.connection, max: 1 }))
afterAll(async () => {
  for (const db of workers) await db.close()
})

const findJobId = statement<{ tenantId: string }, { id: Uuid }>(
  'select job_id as id from sample_companies where tenant_id = :tenantId::uuid',
)
const countRows = statement<{ tenantId: string }, Record<string, number>>(`
  select (select count(*) from threads where tenant_id = :tenantId::uuid) as threads,
    (select count(*) from thread_measures where tenant_id = :tenantId::uuid) as measured,
    (select count(*) from facts where tenant_id = :tenantId::uuid and kind = 'RATED') as rated,
    (select count(*) from satisfaction_requests where tenant_id = :tenantId::uuid) as ratings,
    (select count(*) from customers where tenant_id = :tenantId::uuid) as customers,
    (select count(*) from kb_articles where tenant_id = :tenantId::uuid) as articles,
    (select count(*) from kb_slugs where tenant_id = :tenantId::uuid) as slugs,
    (select count(*) from sample_objects where tenant_id = :tenantId::uuid) as objects`)

const count = async () => {
  const [row] = await service.db.rows(countRows, { tenantId })
  return row ?? {}
}
const readState = async () => (await skein.getSampleCompany()).data.state

/** Runs one step of the job in a transaction, as a worker does. */
async function step(db: Database, { run }: Pick<typeof loadCompany, 'run'>): Promise<void> {
  const parts = { config: service.config, log: createLog('silent').log, secrets: createSecrets(service.config.secretKey) }
  await db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const found = await tx.first(findJobId, { tenantId })
    if (!found) return
    await run?.({ ...parts, tx, effects, tenantId, key: found.id, input: {}, attempt: 1, found: undefined })
    if (!effects.empty) await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
  })
}

/** Interrupts both workers at more and more statements, until the company has the state. Returns how often one was interrupted. */
async function runInterrupted(job: Pick<typeof loadCompany, 'run'>, isDone: () => Promise<boolean>): Promise<number> {
  let killed = 0
  for (let statements = 0; !(await isDone()); statements += 7) {
    const ends = workers.map((db, i) => ({ given: interrupt(db, statements + 3 * i) }))
    await Promise.allSettled(ends.map(({ given }) => step(given.db, job)))
    killed += ends.filter(({ given }) => given.wasKilled()).length
  }
  return killed
}

it('two workers that are interrupted at many statements load it once', async () => {
  const before = await count()
  const { data: job } = await skein.loadSampleCompany()
  expect(await runInterrupted(loadCompany, async () => (await readState()) === 'LOADED')).toBeGreaterThan(10)
  const { ratings, ...after } = await count()
  expect(after).toMatchObject({ threads: job.total, measured: job.total, rated: ratings, customers: 12, articles: 6, slugs: 8 })
  expect((await skein.getJob({ path: { id: job.id } })).data).toMatchObject({ state: 'DONE', done: job.total })
  expect(await service.db.rows(gaps, { tenantId })).toEqual([])
  const { data: events } = await skein.listEvents({ query: { limit: 100 } })
  expect(events.map(({ type }) => type)).toEqual(['job.ended'])

  const { data: removal } = await skein.removeSampleCompany()
  const readDone = async () => (await skein.getJob({ path: { id: removal.id } })).data.done
  expect(await runInterrupted(removeCompany, async () => (await readDone()) > 0)).toBeGreaterThan(2)
  // The worker erases the customers, and races with those that are interrupted.
  service.startWorker()
  await runInterrupted(removeCompany, async () => (await readState()) === 'NONE')
  expect(await count()).toEqual(before)
  expect((await skein.getJob({ path: { id: removal.id } })).data).toMatchObject({ state: 'DONE', result: { kept: 0 } })
}, 120_000)
