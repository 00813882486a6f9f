/** The memory of an export does not grow with what it has. In a process of its own, whose memory is nobody else's. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statement } from '../../kit/db.ts'
import { parseTypeId } from '../../kit/ids.ts'
import { startTestService, type TestService, type TestTenant } from '../../kit/testing/service.ts'
import { archiveOf } from './archive.ts'

setFlagsFromString('--expose-gc')
// Safe because the flag above makes it.
const collect = runInNewContext('gc') as () => void

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

it('needs no more memory for thousands of messages than for a few', async () => {
  const body = { title: 'Many', body: 'First of many', requester: { email: 'many@example.com' } }
  const { data } = (await tenant.api('POST', '/threads', { body })).body
  const [id, customerId] = [String(data['threadId']), (data['customer'] as { id: string }).id]
  const threadId = parseTypeId('thr', id) ?? ''
  const count = 5_000
  await service.db.rows(
    statement<{ tenantId: string; threadId: string; authorId: string; count: number }, object>(`
    insert into messages (tenant_id, id, thread_id, author_type, author_id, body, body_format, body_text, created_at)
    select :tenantId::uuid, gen_random_uuid(), :threadId::uuid, 'CUSTOMER', :authorId::uuid, b.body, 'text', b.body, now() + n * interval '1 ms'
    from generate_series(1, :count::int) n, lateral (select n || repeat(' ' || md5(n::text), 30) as body) b`),
    { tenantId: tenant.tenantId, threadId, authorId: parseTypeId('cst', customerId) ?? '', count },
  )
  const context = { db: service.db, tenantId: tenant.tenantId, customerIds: [parseTypeId('cst', customerId) ?? ''], config: service.config }
  // What is held, without what is only not collected yet.
  const held = (): number => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = held()
  let most = 0
  let pieces = 0
  for await (const piece of archiveOf(context, { tenantName: 'Acme', madeAt: '2026-03-04T09:30:00.000Z' }))
    if (piece.length > 0 && pieces++ % 20 === 0) most = Math.max(most, held() - before)
  // The messages are 5 MB, twice as JSON and twice on the page.
  expect(pieces).toBeGreaterThan(20)
  expect(most / 1e6).toBeLessThan(12)
}, 60_000)
