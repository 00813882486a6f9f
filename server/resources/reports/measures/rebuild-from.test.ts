/** A rebuild from a date repairs later facts and leaves earlier ones unchanged. */
import { beforeEach, expect, it } from 'vitest'
import { isRead, readEverything, rebuildReports, writeHistory } from '../../../../test/support/measures.ts'
import { setUpService, type TestTenant } from '../../../../test/support/service.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => void (tenant = await service.createTenant()))

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const breakSums = statement<{ tenantId: Uuid }, object>(
  `update measure_days set count = count + 1 where tenant_id = :tenantId::uuid and metric = 'NOTES_WRITTEN' and dimension = 'all' and count > 0`,
)

it('sums of days before the date stay wrong, and later ones are repaired', async () => {
  await writeHistory(tenant, { writers: 2, steps: 10 })
  const { threadId } = (await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'ada@example.com' } } })).data
  for (const day of ['04', '05', '06'])
    await tenant.api('POST', `/threads/${threadId}/messages`, { body: { body: 'm', internal: true, sentAt: `2026-01-${day}T00:00:00Z` } })
  await isRead(service, tenant)
  const before = await readEverything(service, tenant)
  const isEarly = ({ sum }: { sum: string }): boolean => (/"day":"([\d-]+)"/.exec(sum)?.[1] ?? '') < '2026-01-05'
  await service.db.rows(breakSums, tenant)
  const broken = (await readEverything(service, tenant)).sums
  expect(broken.filter(isEarly)).not.toEqual(before.sums.filter(isEarly))

  const result = await rebuildReports(tenant, { what: 'SUMS', from: '2026-01-05' })
  const days = result?.different.map((sum) => Object.entries(sum).find(([name]) => name === 'day')?.[1])
  expect(days).toContain('2026-01-05')
  expect(days).not.toContain('2026-01-04')
  expect(result?.compared).toBe(before.sums.filter((sum) => !isEarly(sum)).length)
  const { sums } = await readEverything(service, tenant)
  expect(sums.filter(isEarly)).toEqual(broken.filter(isEarly))
  expect(sums.filter((sum) => !isEarly(sum))).toEqual(before.sums.filter((sum) => !isEarly(sum)))

  expect((await rebuildReports(tenant, { what: 'SUMS', from: '2026-01-05' }))?.different).toEqual([])
  expect((await rebuildReports(tenant, { what: 'SUMS', from: '0000-01-01' }))?.different).not.toEqual([])
  expect(await readEverything(service, tenant)).toEqual(before)
})

type OfThread = { tenantId: Uuid; threadId: Uuid | null }
/** Backdates the thread's facts by forty days. */
const makeOld = statement<OfThread, object>(`with
  a as (update facts set at = at - interval '40 days', event_id = '01000000-0000-7000-8000-000000000000' where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid)
  update thread_measures set state = jsonb_set(state::jsonb, '{order}', '1000')::json where tenant_id = :tenantId::uuid and thread_id = :threadId::uuid`)
const breakFacts = statement<{ tenantId: Uuid }, object>(
  `update facts set priority = 'urgent' where tenant_id = :tenantId::uuid and kind = 'CREATED'`,
)
const findBroken = statement<{ tenantId: Uuid }, { threadId: Uuid }>(`
  select thread_id as "threadId" from facts where tenant_id = :tenantId::uuid and kind = 'CREATED' and priority = 'urgent'`)
const deleteEvents = statement<OfThread, object>(
  `delete from events where tenant_id = :tenantId::uuid and coalesce(object ->> 'threadId', object ->> 'id') = :threadId::uuid::text`,
)

async function createThreads(): Promise<(Uuid | null)[]> {
  const ids: (Uuid | null)[] = []
  for (const title of ['old', 'recent']) {
    const { threadId } = (await tenant.skein.createThread({ body: { title, body: 'b', requester: { email: 'ada@example.com' } } })).data
    await tenant.api('POST', `/threads/${threadId}/reply`, { body: { body: 'r' } })
    ids.push(parseTypeId('thr', threadId))
  }
  await isRead(service, tenant)
  return ids
}

it('facts are made again of threads with an event or a fact since the date', async () => {
  const [old = null, recent] = await createThreads()
  const before = await readEverything(service, tenant)
  await service.db.rows(makeOld, { ...tenant, threadId: old })
  await service.db.rows(breakFacts, tenant)
  expect(await rebuildReports(tenant, { what: 'FACTS', from: daysFromNow(2) })).toEqual({ compared: 0, different: [], kept: 0 })
  expect(await service.db.rows(findBroken, tenant)).toHaveLength(2)
  const result = await rebuildReports(tenant, { what: 'FACTS', from: daysFromNow(-1) })
  expect(result?.different).toHaveLength(1)
  expect(result?.compared).toBe(before.facts.filter(({ fact }) => fact.includes(String(recent))).length)
  expect(await service.db.rows(findBroken, tenant)).toEqual([{ threadId: old }])
  expect((await rebuildReports(tenant, { what: 'FACTS', from: daysFromNow(-60) }))?.different).not.toEqual([])
  expect(await readEverything(service, tenant)).toEqual(before)
})

it('facts since the date whose events were deleted are kept and counted', async () => {
  const [old = null] = await createThreads()
  const before = await readEverything(service, tenant)
  await service.db.rows(deleteEvents, { ...tenant, threadId: old })
  expect(await rebuildReports(tenant, { what: 'FACTS', from: daysFromNow(-1) })).toMatchObject({ different: [], kept: 1 })
  expect(await rebuildReports(tenant, { what: 'FACTS', from: '9999-12-31' })).toEqual({ compared: 0, different: [], kept: 0 })
  expect(await readEverything(service, tenant)).toEqual(before)
})

it.each(['2026-02-30', '2026-3-1', 'today', '', 7, null])('the date %j is refused', async (from) => {
  const { status, body } = await tenant.api('POST', '/reports/rebuild', { body: { what: 'SUMS', from } })
  expect(status).toBe(400)
  expect(body.error?.details).toMatchObject([{ field: 'from' }])
})
