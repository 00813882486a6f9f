/** G21: threads that have been resolved for the tenant's number of days are closed, once and in time. */
import { expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { until } from './support/job-fixture.ts'
import { setUpTenant } from './support/service.ts'
import { checkTimeliness, watchStalls } from './support/stalls.ts'
import { getJobs, makeThread, getThreadEvents } from './support/threads.ts'
import { runUpkeep } from './support/upkeep.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { findLongestResolved } from '../server/resources/threads/change/closing-queries.ts'
import { fillTenant } from './bulk-tenant.ts'
import { earlierSql } from './support/earlier.ts'

const { service, tenant } = await setUpTenant()
service.startWorker()
service.startWorker()

/** Backdates resolvedAt, because a test cannot move the database's clock forward. */
const putBack = statement<{ tenantId: string; id: string; seconds: number }, object>(
  `update threads set resolved_at = ${earlierSql('resolved_at', 'make_interval(secs => :seconds::double precision)')} where tenant_id = :tenantId::uuid and id = :id::uuid`,
)
const setDays = statement<{ tenantId: string; days: number }, object>(
  'update tenants set auto_close_days = :days::int where tenant_id = :tenantId::uuid',
)
const day = 86_400

async function makeResolvedThread(secondsAgo: number, of = tenant): Promise<string> {
  const id = await makeThread(of)
  await of.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
  await service.db.rows(putBack, { tenantId: of.tenantId, id: parseTypeId('thr', id) ?? '', seconds: secondsAgo })
  return id
}
const getStatus = async (id: string, of = tenant): Promise<unknown> => (await of.skein.getThread({ path: { id } })).data['status']

it('the service closes a resolved thread after seven days, and not before', async () => {
  const [old, young] = [await makeResolvedThread(8 * day), await makeResolvedThread(6 * day)]
  await runUpkeep(service.db)
  expect([await getStatus(old), await getStatus(young)]).toEqual(['closed', 'resolved'])
  expect(await getThreadEvents(tenant, old)).toEqual(['thread.created', 'thread.status_changed', 'thread.status_changed'])
  const audit = await tenant.api<{ actor: { type: string }; action: string }[]>('GET', `/audit-logs?targetId=${old}&limit=1`)
  expect(audit.body.data[0]).toMatchObject({ action: 'thread.closed', actor: { type: 'SYSTEM' } })
  const closed = await tenant.api('POST', `/threads/${old}/messages`, { body: { body: 'It is broken again.' } })
  expect(closed.body.data['threadId']).not.toBe(old)
})

it('a thread that becomes due before the next check is closed within two seconds', async () => {
  const id = await makeResolvedThread(7 * day - 3)
  await runUpkeep(service.db)
  expect(await getStatus(id)).toBe('resolved')
  const stalls = watchStalls(service.db)
  await until(async () => (await getStatus(id)) === 'closed')
  const lost = await stalls()
  const { resolvedAt, closedAt } = (await tenant.skein.getThread({ path: { id } })).data
  const lateMs = Date.parse(closedAt ?? '') - Date.parse(resolvedAt ?? '') - 7 * day * 1_000
  const { isTimely, told } = checkTimeliness('closing', [lateMs], lost)
  expect(isTimely, told).toBe(true)
})

it('the tenant sets the number of days, and 0 means never', async () => {
  const own = await service.createTenant()
  const id = await makeResolvedThread(400 * day, own)
  await service.db.rows(setDays, { tenantId: own.tenantId, days: 0 })
  await runUpkeep(service.db)
  expect(await getStatus(id, own)).toBe('resolved')
  await service.db.rows(setDays, { tenantId: own.tenantId, days: 401 })
  await runUpkeep(service.db)
  expect(await getStatus(id, own)).toBe('resolved')
  await service.db.rows(setDays, { tenantId: own.tenantId, days: 399 })
  await runUpkeep(service.db)
  expect(await getStatus(id, own)).toBe('closed')
})

it('a reopened thread is not closed, and its days start again when it is resolved', async () => {
  const id = await makeResolvedThread(8 * day)
  await tenant.skein.createMessage({ path: { id }, body: { body: 'One more thing.' } })
  await tenant.skein.updateThread({ path: { id }, body: { status: 'resolved' } })
  await runUpkeep(service.db)
  expect(await getStatus(id)).toBe('resolved')
})

const addTimes = statement<{ tenantId: string }, object>(
  `update threads set resolved_at = updated_at where tenant_id = :tenantId::uuid and status = 'resolved'`,
)
const closings = statement<{ tenantId: string }, { threads: number; events: number; open: number; counter: number }>(`
  select (select count(distinct object_id) from events where tenant_id = :tenantId::uuid and type = 'thread.status_changed') as threads,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'thread.status_changed') as events,
    (select count(*) from threads where tenant_id = :tenantId::uuid and status = 'resolved') as open,
    (select threads_resolved from tenant_counters where tenant_id = :tenantId::uuid) as counter`)

it('many old threads are closed in batches, each once, using an index', async () => {
  const own = await service.createTenant()
  await fillTenant(service.db, own.tenantId, { count: 1_000, others: 50 })
  await service.db.rows(addTimes, { tenantId: own.tenantId })
  await service.db.script('analyze threads')
  const planner = openDatabase({ connection: service.connection, max: 1, statementTimeoutMs: 0 })
  await planner.script('set plan_cache_mode = force_generic_plan')
  const explain = statement<{ tenantId: string; limit: number }, { 'QUERY PLAN': string }>(
    `explain ${nameParameters(findLongestResolved.text, findLongestResolved.names)}`,
  )
  const plan = (await planner.rows(explain, { tenantId: own.tenantId, limit: 51 })).map((row) => row['QUERY PLAN']).join('\n')
  await planner.close()
  expect(plan).toContain('using threads_resolved on threads')
  expect(plan.replace(/Seq Scan on tenants/, '')).not.toContain('Seq Scan')
  await runUpkeep(service.db)
  await until(async () => (await getJobs(service, own, 'close-resolved-threads')).length === 0)
  expect(await service.db.first(closings, { tenantId: own.tenantId })).toEqual({ threads: 250, events: 250, open: 0, counter: 0 })
})

/** Replaces the statement's parameter numbers with their names. */
function nameParameters(text: string, names: readonly string[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, number: string) => `:${names[Number(number) - 1]}`)
}
