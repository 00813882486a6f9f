/** A customer is asked exactly once, no matter where the reader or the job is interrupted, or which of two workers continues. */
import { afterAll, expect, it } from 'vitest'
import { readAll } from '../../../test/support/readers.ts'
import { getSatisfaction } from '../../../test/support/satisfaction.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { type Database, statement } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
import { followRequest } from './follow-request.ts'

const workers: Database[] = []
const { service, tenant } = await setUpTenant()
const by = getSatisfaction(service)
for (let i = 0; i < 2; i++) workers.push(openDatabase({ connection: service.connection, max: 1 }))
afterAll(async () => {
  for (const db of workers) await db.close()
})

class Killed extends Error {}

/** A database whose transactions are rolled back after a number of statements, as if the process had been killed there. */
function interrupt(db: Database, statements: number): Database {
  const transaction: Database['transaction'] = (run) =>
    db.transaction(async (tx) => {
      let left = statements
      const count = async <Result>(work: () => Promise<Result>): Promise<Result> => {
        if (left-- > 0) return work()
        throw new Killed('killed')
      }
      const result = await run({
        ...tx,
        rows: (query, params) => count(() => tx.rows(query, params)),
        first: (query, params) => count(() => tx.first(query, params)),
      })
      // Between the last statement and the commit.
      return count(() => Promise.resolve(result))
    })
  return { ...db, rows: db.rows.bind(db), first: db.first.bind(db), transaction, background: (_, run) => transaction(run) }
}

const countMails = statement<{ tenantId: string }, { count: number }>(
  `select count(*) as count from jobs where tenant_id = :tenantId::uuid and name = 'send-mail'`,
)

it('two workers that are interrupted at each statement plan and send one mail', async () => {
  await by.enable(tenant)
  const threadId = await by.makeThread(tenant)
  await by.setStatus(tenant, threadId, 'resolved')
  const parts = { config: service.config, log: createLog('silent').log, secrets: createSecrets(service.config.secretKey) }
  const { tenantId } = tenant
  for (let statements = 0; statements < 25; statements++) {
    await Promise.all(workers.map((db, i) => readAll({ ...parts, db: interrupt(db, statements + i) }, tenantId)))
    await service.db.script(`update reader_cursors set retry_at = null, failures = least(failures, 5) where tenant_id = '${tenantId}'`)
  }
  const planned = await by.requestsOf(tenant, threadId)
  expect(planned.map(({ state }) => state)).toEqual(['PLANNED'])
  const key = planned[0]?.id ?? ''
  /** Runs the job in a transaction, as a worker does. */
  const follow = (db: Database): Promise<void> =>
    db.transaction(async (tx) => {
      const effects = new CollectedEffects()
      const id = await tx.first(findId, { tenantId })
      await followRequest.run?.({ ...parts, tx, effects, tenantId, key: id?.id ?? '', input: {}, attempt: 1, found: undefined })
      if (!effects.empty) await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
    })
  let killed = 0
  for (let statements = 0; statements < 40; statements++) {
    const ends = await Promise.allSettled(workers.map((db, i) => follow(interrupt(db, statements + i))))
    killed += ends.filter(({ status }) => status === 'rejected').length
  }
  expect(killed).toBeGreaterThan(20)
  expect(await by.requestsOf(tenant, threadId)).toMatchObject([{ id: key, state: 'SENT' }])
  expect((await service.db.first(countMails, { tenantId }))?.count).toBe(1)
  const events = (await tenant.api<{ type: string }[]>('GET', '/events?limit=100')).body.data.map(({ type }) => type)
  expect(events.filter((type) => type === 'satisfaction.requested')).toHaveLength(1)
  const { data } = await tenant.skein.listMessages({ path: { id: threadId } })
  expect(data.filter(({ authorType }) => authorType === 'SYSTEM')).toHaveLength(1)
})

const findId = statement<{ tenantId: string }, { id: string }>('select id from satisfaction_requests where tenant_id = :tenantId::uuid')
