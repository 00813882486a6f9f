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

// What is held, without what is only not collected yet.
function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const fill = statement<{ tenantId: string; threadId: string; authorId: string; from: number; to: number }, object>(`
  insert into messages (tenant_id, id, thread_id, author_type, author_id, body, body_format, body_text, created_at)
  select :tenantId::uuid, gen_random_uuid(), :threadId::uuid, 'CUSTOMER', :authorId::uuid, b.body, 'text', b.body, now() + n * interval '1 ms'
  from generate_series(:from::int, :to::int) n, lateral (select n || repeat(' ' || md5(n::text), 60) as body) b`)

it('needs no more memory for eight times as many messages', async () => {
  const body = { title: 'Many', body: 'First of many', requester: { email: 'many@example.com' } }
  const { data } = (await tenant.api('POST', '/threads', { body })).body
  const { tenantId } = tenant
  const threadId = parseTypeId('thr', String(data['threadId'])) ?? ''
  const authorId = parseTypeId('cst', (data['customer'] as { id: string }).id) ?? ''
  const context = { db: service.db, tenantId, customerIds: [authorId], config: service.config }
  /** The most that is held for four samples in a row: what is used for a moment does not count. */
  const kept = async (): Promise<number> => {
    const samples: number[] = []
    let pieces = 0
    for await (const piece of archiveOf(context, { tenantName: 'Acme', madeAt: '2026-03-04T09:30:00.000Z' }))
      if (piece.length > 0 && pieces++ % 4 === 0) samples.push(held())
    expect(samples.length).toBeGreaterThanOrEqual(4)
    return Math.max(...samples.slice(3).map((_, i) => Math.min(...samples.slice(i, i + 4))))
  }
  await service.db.rows(fill, { tenantId, threadId, authorId, from: 1, to: 1_000 })
  const few = await kept()
  await service.db.rows(fill, { tenantId, threadId, authorId, from: 1_001, to: 8_000 })
  const many = await kept()
  // The messages are 16 MB, as JSON and on the page.
  expect((many - few) / 1e6).toBeLessThan(20)
}, 60_000)
