/** The number of statements for each event does not grow with the number of rules. */
import { beforeAll, expect, it } from 'vitest'
import { createLog } from '#platform/log.ts'
import { readNext } from '#platform/outbox/read-outbox.ts'
import { createSecrets } from '#platform/secrets.ts'
import { type RuleKit, getRules } from '../../../../test/support/rules.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import { readRules } from './read-rules.ts'

let tenant: TestTenant
let rules: RuleKit
const service = await setUpService()
beforeAll(async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
})

const events = 8

/** Changes a thread's priority `events` times, and returns the number of statements that the reader then runs outside transactions. */
async function countStatements(id: string): Promise<number> {
  await rules.run()
  for (let i = 0; i < events; i++) await tenant.api('PATCH', `/threads/${id}`, { body: { priority: i % 2 === 0 ? 'low' : 'high' } })
  const [outside] = await countWhileReading()
  return outside
}

/** Reads all events, and returns the number of statements outside transactions and the number in each transaction. */
async function countWhileReading(): Promise<[number, number[]]> {
  let statements = 0
  const transactions: number[] = []
  const { db } = service
  const rows: typeof db.rows = (query, params) => (statements++, db.rows(query, params))
  const first: typeof db.first = (query, params) => (statements++, db.first(query, params))
  const background: typeof db.background = (tenantId, work) =>
    db.background(tenantId, (tx) => {
      const n = transactions.push(0) - 1
      const count = () => void (transactions[n] = (transactions[n] ?? 0) + 1)
      return work({
        ...tx,
        rows: (query, params) => (count(), tx.rows(query, params)),
        first: (query, params) => (count(), tx.first(query, params)),
      })
    })
  const counting = { ...db, rows, first, background }
  const services = { db: counting, config: service.config, log: createLog('silent').log, secrets: createSecrets(service.config.secretKey) }
  expect(await readNext(services, readRules, tenant.tenantId)).toBe(true)
  while (await readNext(services, readRules, tenant.tenantId)) continue
  return [statements, transactions]
}

it('fifty rules whose event does not fit cost no statement for an event', async () => {
  const on = (event: string) => ({ trigger: { type: 'EVENT', events: [event] } })
  const [other, changed] = [on('thread.created'), { ...on('thread.priority_changed'), changed: [{ field: 'priority', to: ['urgent'] }] }]
  const id = await makeThread(tenant)
  for (let i = 0; i < 50; i++) await rules.make({ ...(i % 2 === 0 ? other : changed), filter: { all: [{ status: 'closed' }] } })
  const fixed = await countStatements(id)
  // The statements read the rules, read the settings, and store the position.
  expect(fixed).toBeLessThanOrEqual(4)
  for (let i = 0; i < 50; i++) await rules.make({ ...on('thread.priority_changed'), filter: { all: [{ status: 'closed' }] } })
  // Fifty rules whose filter does not match share one snapshot of the thread and one query for earlier runs.
  expect(await countStatements(id)).toBe(fixed + 2 * events)
  expect(await rules.list()).toEqual([])
})

it('a run that changes a field takes six statements', async () => {
  tenant = await service.createTenant()
  rules = getRules(service, tenant)
  await rules.make()
  await rules.run()
  await makeThread(tenant)
  const [, transactions] = await countWhileReading()
  expect(await rules.outcomes()).toEqual(['APPLIED'])
  // The statements lock the thread, read it, read earlier runs, change it, write its ledger, and record the run. The first transaction
  // reads the events.
  expect(transactions[1]).toBe(6)
})
