/** Lock order on a Citus cluster, which runs the parts of a statement in a different order than PostgreSQL. */
import { afterAll, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { sessionDefaults } from '#platform/postgres/session.ts'
import { settleFailure, settleSuccesses } from '../../server/resources/webhooks/worker/queries.ts'
import { clusterUrl } from '../support/cluster.ts'
import { runPartByPart } from '../support/part-by-part.ts'
import { setUpService } from '../support/service.ts'
import { claimBacklog, getDeliveries, expectExactTotals } from './webhook-fixture.ts'

const service = await setUpService()
const pool = openDatabase({ connection: service.connection, max: 2, session: { ...sessionDefaults, lockTimeoutMs: 60_000 } })
afterAll(() => pool.close())

const findLockWaits = statement<object, object>(
  `select 1 as one from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)

// A cluster splits the statement itself.
it.skipIf(clusterUrl !== null)('a success and a failure of one webhook are recorded without a deadlock', async () => {
  const { tenant, hook, attempted, toSuccess, toFailure } = await claimBacklog(service, 3)
  const [first, second, third] = attempted
  if (!first || !second || !third) throw new Error('The backlog has fewer than three deliveries')
  // The success then has a failure count to reset, so it writes the webhook.
  await service.db.rows(settleFailure, toFailure(first))
  const attempts = { success: 0, failure: 0 }
  const { promise: totalsAreLocked, resolve: reportTotals } = Promise.withResolvers<void>()
  const success = pool.transaction(async (tx) => {
    attempts.success++
    await runPartByPart(tx, settleSuccesses, toSuccess(second), async (part) => {
      if (part !== 'totals' || attempts.success > 1) return
      reportTotals()
      await expect.poll(async () => (await service.db.rows(findLockWaits, {})).length).toBe(1)
    })
  })
  await Promise.race([totalsAreLocked, success])
  const failure = pool.transaction(async (tx) => {
    attempts.failure++
    await runPartByPart(tx, settleFailure, toFailure(third))
  })
  await Promise.all([success, failure])
  // PostgreSQL rolls back one of the deadlocked transactions, which is then retried.
  expect(attempts).toEqual({ success: 1, failure: 1 })
  const states = (await getDeliveries(tenant, hook.id)).map(({ state }) => state).toSorted()
  expect(states).toEqual(['FAILED', 'FAILED', 'SUCCEEDED'])
  await expectExactTotals(service, tenant)
})
