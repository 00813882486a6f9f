/**
 * The memory of an export does not grow with its size. Measures the peak memory of a worker process, and the time. `npm run test:all`
 * exports 100,000 messages.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { until } from './support/job-fixture.ts'
import { testsAll } from './extent.ts'
import { Service } from './torture/service.ts'

const few = 1_000
const many = testsAll ? 100_000 : 10_000
/** Maximum growth, for memory that is not collected yet. In the long form the messages have 200 MB, twice: on the page and as JSON. */
const maxGrowthMb = 160

const fill = statement<{ tenantId: string; threadId: string; authorId: string; to: number }, object>(`
  insert into messages (tenant_id, id, thread_id, author_type, author_id, body, body_format, body_text, created_at)
  select :tenantId::uuid, gen_random_uuid(), :threadId::uuid, 'CUSTOMER', :authorId::uuid, b.body, 'text', b.body, now() + n * interval '1 ms'
  from generate_series(2, :to::int) n, lateral (select n || repeat(' ' || md5(n::text), 60) as body) b`)

const isIndexed = statement<{ tenantId: string }, object>(`
  select from search_cursors c join tenant_counters k on k.tenant_id = :tenantId::uuid
  where c.tenant_id = :tenantId::uuid and c.sequence >= k.event_sequence`)

type Exported = { seconds: number; megabytes: number; size: number }

// Only Linux reports another process's peak memory.
test.skipIf(process.platform !== 'linux')(`an export of ${many} messages takes as much memory as one of ${few}`, async () => {
  const service = await Service.prepare()
  let failed = true
  try {
    await service.start()
    const { tenantId, key } = await service.createTenant('exports')
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, sent)
      // Safe because the data of the operations called here is an object.
      return ((await response.json()) as { data: Record<string, unknown> }).data
    }
    const worker = await service.startWorker()
    const peakMb = async (): Promise<number> => {
      const status = await readFile(`/proc/${worker.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    }
    const customer = async (email: string, messages: number) => {
      const thread = await call('POST', '/threads', { title: 'Many', body: 'First of many', requester: { email } })
      const threadId = parseTypeId('thr', String(thread['threadId'])) ?? ''
      // Safe because a created thread contains its customer.
      const authorId = parseTypeId('cst', (thread['customer'] as { id: string }).id) ?? ''
      return { email, fill: () => service.withDatabase((db) => db.rows(fill, { tenantId, threadId, authorId, to: messages })) }
    }
    const runExport = async ({ email }: { email: string }): Promise<Exported> => {
      const begunAt = performance.now()
      const { id } = await call('POST', '/privacy/export', { email })
      let size = 0
      await until(async () => {
        const { state, error, download } = await call('GET', `/privacy/requests/${String(id)}`)
        expect(error).toBeNull()
        // Safe because the field is present when the state is DONE.
        if (state === 'DONE') size = (download as { size: number }).size
        return state === 'DONE'
      }, 300_000)
      return { seconds: (performance.now() - begunAt) / 1000, megabytes: await peakMb(), size }
    }
    const [warm, first] = [await customer('warm@example.com', few), await customer('few@example.com', few)]
    const largest = await customer('many@example.com', many)
    // The same process indexes threads for search, which also uses memory.
    await until(() => service.withDatabase(async (db) => (await db.first(isIndexed, { tenantId })) !== null))
    for (const each of [warm, first, largest]) await each.fill()
    // The first export loads and compiles code.
    await runExport(warm)
    const [small, large] = [await runExport(first), await runExport(largest)]
    const describeExport = ({ seconds, megabytes, size }: Exported): string =>
      `${seconds.toFixed(1)} s, a ZIP file of ${(size / 1e6).toFixed(1)} MB, peak memory ${megabytes.toFixed(0)} MB`
    console.log(`An export of ${few} messages: ${describeExport(small)}; of ${many}: ${describeExport(large)}`)
    expect(large.size).toBeGreaterThan((5 * small.size * many) / few / 10)
    expect(large.megabytes - small.megabytes).toBeLessThan(maxGrowthMb)
    worker.kill('SIGKILL')
    failed = false
  } finally {
    await service.remove({ keep: failed })
  }
})
