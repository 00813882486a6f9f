/**
 * Exports and erasures of one customer at the same time: whichever is first, nothing of the customer is left in any file. And that long
 * threads do not make it longer than their messages.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statement } from '../../kit/db.ts'
import { parseTypeId } from '../../kit/ids.ts'
import { follow, unfinished } from '../../kit/testing/files.ts'
import { until } from '../../kit/testing/job-fixture.ts'
import { ended, secondRounds, type PrivacyRequestSeen } from '../../kit/testing/privacy.ts'
import { startTestService, type TestService, type TestTenant } from '../../kit/testing/service.ts'
import { fileStoreOf } from '../../kit/files/file-store.ts'
import { blankMessages } from '../threads/personal-queries.ts'
import { exportName } from './request.ts'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startTestService({ worker: true })
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

const fill = statement<{ tenantId: string; threadId: string; authorId: string; to: number }, object>(`
  insert into messages (tenant_id, id, thread_id, author_type, author_id, body, body_format, body_text, created_at)
  select :tenantId::uuid, gen_random_uuid(), :threadId::uuid, 'CUSTOMER', :authorId::uuid, b.body, 'text', b.body, now() + n * interval '1 ms'
  from generate_series(2, :to::int) n, lateral (select repeat(' ' || md5((n % 50)::text), 60) as body) b`)

let count = 0
/** So many messages that an export takes a while; of few words, because the erasure also waits for the search index. */
async function longThread(messages: number): Promise<{ id: string; threadId: string }> {
  const requester = { email: `both${++count}@example.com` }
  const { data } = (await tenant.api('POST', '/threads', { body: { title: 'Both', body: 'Both', requester } })).body
  const { id } = data['customer'] as { id: string }
  const threadId = parseTypeId('thr', String(data['threadId'])) ?? ''
  await service.db.rows(fill, { tenantId: tenant.tenantId, threadId, authorId: parseTypeId('cst', id) ?? '', to: messages })
  return { id, threadId }
}
const customer = async (messages: number): Promise<string> => (await longThread(messages)).id
const ask = (path: '/privacy/export' | '/privacy/erase', body: object) => tenant.api<PrivacyRequestSeen>('POST', path, { body })

/** Nothing is left of the export; it was told once. */
async function expectGone(id: string, url: string | null = null): Promise<void> {
  await secondRounds(service)
  const key = { tenantId: tenant.tenantId, name: exportName(parseTypeId('prv', id) ?? '') }
  await until(async () => (await fileStoreOf(service.config).sizeOf(key)) === null && (await unfinished(service)).length === 0)
  const { download } = (await tenant.api<PrivacyRequestSeen>('GET', `/privacy/requests/${id}`)).body.data
  expect(download).toBeNull()
  if (url) expect((await follow(service, url)).status).toBe(404)
  const events = (await tenant.api<object[]>('GET', '/events?limit=100&types=privacy.request.completed')).body.data
  expect(events.filter((event) => JSON.stringify(event).includes(id))).toHaveLength(1)
}

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const messagesRead = (plan: Plan): number =>
  (plan['Relation Name'] === 'messages' ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + messagesRead(part), 0)

it('a portion of an erasure reads no other messages of its thread', async () => {
  const { id, threadId } = await longThread(1_000)
  const text = blankMessages.text.replaceAll(/\$(\d+)/g, (_, number: string) => `:${blankMessages.names[Number(number) - 1]}`)
  const explain = statement<object, { 'QUERY PLAN': { Plan: Plan }[] }>(`explain (analyze, format json) ${text}`)
  const of = { tenantId: tenant.tenantId, requestId: tenant.tenantId, customerIds: [parseTypeId('cst', id)], threadId }
  const plan = await service.db.first(explain, { ...of, at: null, id: null, everything: false, dryRun: false, limit: 50 })
  const read = plan ? messagesRead(plan['QUERY PLAN'][0]?.Plan as Plan) : NaN
  expect(read, JSON.stringify(plan)).toBeLessThanOrEqual(150)
  expect(read).toBeGreaterThanOrEqual(50)
})

it.each(['ANONYMIZE', 'DELETE'])('an erasure (%s) during an export ends it, and no file is left', async (mode) => {
  const customerId = await customer(3_000)
  const { id } = (await ask('/privacy/export', { customerId })).body.data
  await until(async () => (await unfinished(service)).length > 0)
  const erasing = await ask('/privacy/erase', { customerId, mode })
  const [exported, erased] = [await ended(tenant, id), await ended(tenant, erasing.body.data.id)]
  expect([exported.state, erased.state]).toEqual(['FAILED', 'DONE'])
  expect(exported.error).toBe('The customer was erased.')
  await expectGone(id)
})

it('an export during an erasure is refused, or ends without a file', async () => {
  const customerId = await customer(3_000)
  const erasing = await ask('/privacy/erase', { customerId, mode: 'DELETE' })
  const exporting = await ask('/privacy/export', { customerId })
  expect((await ended(tenant, erasing.body.data.id)).state).toBe('DONE')
  expect([202, 404]).toContain(exporting.status)
  if (exporting.status === 202) await expectGone(exporting.body.data.id)
})

it('both at the same moment, again and again: the erasure wins', async () => {
  for (let round = 0; round < 5; round++) {
    const customerId = await customer(20)
    const paths = round % 2 === 0 ? (['/privacy/export', '/privacy/erase'] as const) : (['/privacy/erase', '/privacy/export'] as const)
    const asked = await Promise.all(
      paths.map((path) => ask(path, { customerId, ...(path === '/privacy/erase' ? { mode: 'DELETE' } : {}) })),
    )
    const [exporting, erasing] = [asked[paths.indexOf('/privacy/export')], asked[paths.indexOf('/privacy/erase')]]
    expect((await ended(tenant, erasing?.body.data.id ?? '')).state).toBe('DONE')
    if (exporting?.status !== 202) continue
    const { id, download } = await ended(tenant, exporting.body.data.id)
    await expectGone(id, download?.url)
  }
})
