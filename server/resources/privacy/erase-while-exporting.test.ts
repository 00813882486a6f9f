/**
 * Exports and erasures of one customer at the same time: whichever starts first, no file contains data of the customer. Also: the rows
 * that an erasure reads are proportional to the customer's data.
 */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PrivacyRequest } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { requestLink, listUnfinishedFiles } from '../../../test/support/files.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { waitForPrivacyRequest, runSecondRounds } from '../../../test/support/privacy.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { readEvents } from '../events/queries.ts'
import { blankMessages } from '../threads/personal/personal-queries.ts'
import { exportName } from './request.ts'

const { service, tenant } = await setUpTenant({ worker: true })

const insertMessages = statement<{ tenantId: string; threadId: string; authorId: string; to: number }, object>(`
  insert into messages (tenant_id, id, thread_id, author_type, author_id, body, body_format, body_text, created_at)
  select :tenantId::uuid, gen_random_uuid(), :threadId::uuid, 'CUSTOMER', :authorId::uuid, b.body, 'text', b.body, now() + n * interval '1 ms'
  from generate_series(2, :to::int) n, lateral (select repeat(' ' || md5((n % 50)::text), 60) as body) b`)

const insertManySubjects = statement<{ tenantId: string; requestId: string }, object>(`
  insert into privacy_subjects (tenant_id, request_id, object_id, kind)
  select :tenantId::uuid, :requestId::uuid, gen_random_uuid(), 'THREAD' from generate_series(1, 200)`)

let count = 0
/** Creates a thread with so many messages that an export takes a while. The messages have few distinct words, because the erasure waits for the search index. */
async function createLongThread(messages: number): Promise<{ id: string; threadId: string }> {
  const requester = { email: `both${++count}@example.com` }
  const { data } = (await tenant.api('POST', '/threads', { body: { title: 'Both', body: 'Both', requester } })).body
  const { id } = data['customer'] as { id: string }
  const threadId = parseTypeId('thr', String(data['threadId'])) ?? ''
  await service.db.rows(insertMessages, { tenantId: tenant.tenantId, threadId, authorId: parseTypeId('cst', id) ?? '', to: messages })
  return { id, threadId }
}
const createCustomer = async (messages: number): Promise<string> => (await createLongThread(messages)).id
const createRequest = (path: '/privacy/export' | '/privacy/erase', body: object) => tenant.api<PrivacyRequest>('POST', path, { body })

/** Expects that no file and no download is left of the export, and that one event announced its end. */
async function expectExportGone(id: string, url: string | null = null): Promise<void> {
  await runSecondRounds(service)
  const key = { tenantId: tenant.tenantId, name: exportName(parseTypeId('prv', id) ?? '') }
  await until(async () => (await getFileStore(service.config).sizeOf(key)) === null && (await listUnfinishedFiles(service)).length === 0)
  const { download } = (await tenant.skein.getPrivacyRequest({ path: { id } })).data
  expect(download).toBeNull()
  if (url) expect((await requestLink(service, url)).status).toBe(404)
  const events = (await tenant.skein.listEvents({ query: { limit: 100, types: 'privacy.request.completed' } })).data
  expect(events.filter((event) => JSON.stringify(event).includes(id))).toHaveLength(1)
}

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const countRowsRead = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + countRowsRead(part, table), 0)

/** Runs a statement and returns its plan with the number of rows that each node read. */
async function explainStatement({ text, names }: { text: string; names: readonly string[] }, values: object): Promise<Plan> {
  const named = text.replaceAll(/\$(\d+)/g, (_, number: string) => `:${names[Number(number) - 1]}`)
  const explain = statement<object, { 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${named}`)
  const plan = (await service.db.first(explain, values))?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('EXPLAIN gave no plan')
  return plan
}

it('a batch of an erasure reads only its own messages of a thread', async () => {
  const { id, threadId } = await createLongThread(1_000)
  const of = { tenantId: tenant.tenantId, requestId: tenant.tenantId, customerIds: [parseTypeId('cst', id)], threadId }
  const plan = await explainStatement(blankMessages, { ...of, at: null, id: null, everything: false, dryRun: false, limit: 50 })
  expect(countRowsRead(plan, 'messages'), JSON.stringify(plan)).toBeLessThanOrEqual(150)
  expect(countRowsRead(plan, 'messages')).toBeGreaterThanOrEqual(50)
})

it('events are not compared with every thread of the customer', async () => {
  await createLongThread(1)
  const requestId = randomUUID()
  await service.db.rows(insertManySubjects, { tenantId: tenant.tenantId, requestId })
  const plan = await explainStatement(readEvents, { tenantId: tenant.tenantId, requestId, after: null, limit: 500 })
  expect(countRowsRead(plan, 'events')).toBeGreaterThan(1)
  expect(countRowsRead(plan, 'privacy_subjects'), JSON.stringify(plan)).toBeLessThan(200)
})

it.each(['ANONYMIZE', 'DELETE'])('an erasure (%s) during an export ends the export, and no file is left', async (mode) => {
  const customerId = await createCustomer(3_000)
  const { id } = (await createRequest('/privacy/export', { customerId })).body.data
  await until(async () => (await listUnfinishedFiles(service)).length > 0)
  const erasing = await createRequest('/privacy/erase', { customerId, mode })
  const [exported, erased] = [await waitForPrivacyRequest(tenant, id), await waitForPrivacyRequest(tenant, erasing.body.data.id)]
  expect([exported.state, erased.state]).toEqual(['FAILED', 'DONE'])
  expect(exported.error).toBe('The customer was erased.')
  await expectExportGone(id)
})

it('an export during an erasure is refused, or ends without a file', async () => {
  const customerId = await createCustomer(3_000)
  const erasing = await createRequest('/privacy/erase', { customerId, mode: 'DELETE' })
  const exporting = await createRequest('/privacy/export', { customerId })
  expect((await waitForPrivacyRequest(tenant, erasing.body.data.id)).state).toBe('DONE')
  expect([202, 404]).toContain(exporting.status)
  if (exporting.status === 202) await expectExportGone(exporting.body.data.id)
})

it('when both start at the same time, the erasure wins every time', async () => {
  for (let round = 0; round < 5; round++) {
    const customerId = await createCustomer(20)
    const paths = round % 2 === 0 ? (['/privacy/export', '/privacy/erase'] as const) : (['/privacy/erase', '/privacy/export'] as const)
    const asked = await Promise.all(
      paths.map((path) => createRequest(path, { customerId, ...(path === '/privacy/erase' ? { mode: 'DELETE' } : {}) })),
    )
    const [exporting, erasing] = [asked[paths.indexOf('/privacy/export')], asked[paths.indexOf('/privacy/erase')]]
    expect((await waitForPrivacyRequest(tenant, erasing?.body.data.id ?? '')).state).toBe('DONE')
    if (exporting?.status !== 202) continue
    const { id, download } = await waitForPrivacyRequest(tenant, exporting.body.data.id)
    await expectExportGone(id, download?.url)
  }
})
