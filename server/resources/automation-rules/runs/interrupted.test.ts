/** A rule's effect happens once for each event, no matter how the workers are interrupted. */
import { afterAll, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { createLog } from '#platform/log.ts'
import { readNext } from '#platform/outbox/read-outbox.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSecrets } from '#platform/secrets.ts'
import { interrupt } from '../../../../test/support/interrupt.ts'
import { getRules } from '../../../../test/support/rules.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import { makeThread } from '../../../../test/support/threads.ts'
import type { Database } from '#platform/db.ts'
import { readRules } from './read-rules.ts'

const workers: Database[] = []
const { service, tenant } = await setUpTenant()
for (let i = 0; i < 2; i++) workers.push(openDatabase({ connection: service.connection, max: 2 }))
afterAll(async () => {
  for (const db of workers) await db.close()
})

const log = createLog('silent').log
const notes = statement<{ tenantId: Uuid }, { threads: number; notes: number; runs: number; events: number }>(`
  select count(*) as threads, (select count(*) from messages where tenant_id = :tenantId::uuid and internal) as notes,
    (select count(*) from automation_runs where tenant_id = :tenantId::uuid and outcome = 'APPLIED') as runs,
    (select count(*) from events where tenant_id = :tenantId::uuid and cause ->> 'type' = 'RULE') as events
  from threads where tenant_id = :tenantId::uuid`)

it('two workers interrupted 150 times write one note for each thread and rule', async () => {
  const rules = getRules(service, tenant)
  for (const body of ['First', 'Second']) await rules.make({ actions: [{ type: 'ADD_NOTE', body }] })
  const services = (db: Database) => ({ db, config: service.config, log, secrets: createSecrets(service.config.secretKey) })
  let killed = 0
  for (let round = 0; killed < 150; round++) {
    if (round % 2 === 0) await makeThread(tenant)
    const attempts = workers.map((db, i) => interrupt(db, (round + i * 5) % 17))
    await Promise.all(attempts.map(({ db }) => readNext(services(db), readRules, tenant.tenantId)))
    killed += attempts.filter(({ wasKilled }) => wasKilled()).length
    // A killed worker's lease ends a few seconds later, and the reader waits after a failure.
    await service.db.script(
      `update reader_cursors set retry_at = null, failures = least(failures, 5) where tenant_id = '${tenant.tenantId}'`,
    )
  }
  await rules.run()
  const { threads = 0, ...written } = (await service.db.first(notes, { tenantId: tenant.tenantId })) ?? {}
  expect(threads).toBeGreaterThan(30)
  expect(written).toEqual({ notes: 2 * threads, runs: 2 * threads, events: 2 * threads })
})

it('works off a burst of events in order', async () => {
  const own = await service.createTenant()
  const rules = getRules(service, own)
  await rules.make({
    trigger: { type: 'EVENT', events: ['thread.priority_changed'] },
    actions: [{ type: 'ADD_NOTE', body: '{{thread.ticketNumber}}' }],
  })
  const ids = await Promise.all(Array.from({ length: 60 }, () => makeThread(own)))
  await Promise.all(ids.map((id) => own.api('PATCH', `/threads/${id}`, { body: { priority: 'low' } })))
  await rules.run()
  const order = statement<{ tenantId: Uuid }, { sequence: number }>(`
    select e.sequence from automation_runs r join events e on e.tenant_id = r.tenant_id and e.id = r.event_id
    where r.tenant_id = :tenantId::uuid order by r.created_at, r.id`)
  const sequences = (await service.db.rows(order, { tenantId: own.tenantId })).map(({ sequence }) => sequence)
  expect(sequences).toHaveLength(60)
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
})
