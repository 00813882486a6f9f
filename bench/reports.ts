/** R1: reports of a tenant with a year of facts. One request at a time; every figure is wall time over HTTP. */
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { fillFacts } from '../test/support/facts.ts'
import { ensureDataset, withDatabase, type BenchTenant } from './kit/dataset.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, type Service, startService } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const year = 'from=2025-05-01&to=2026-05-01'
const counts =
  'THREADS_CREATED,THREADS_RESOLVED,THREADS_REOPENED,MESSAGES_RECEIVED,ANSWERS_SENT,NOTES_WRITTEN,FIRST_RESPONSE_TIME,RESOLUTION_TIME,REOPEN_RATE,RESOLVED_ON_FIRST_ANSWER,SLA_FIRST_RESPONSE,BACKLOG'

const largest = `/reports?metrics=ANSWERS_SENT&${year}&groupBy=person,channel`
/** Number of list requests from which the 95th percentile is computed. */
const lists = 400

const requests: readonly { work: string; path: string; goalMs: number }[] = [
  { work: 'twelve metrics, 365 days by day', path: `/reports?metrics=${counts}&${year}&grain=day`, goalMs: 100 },
  { work: 'one metric by agent, 365 days by day', path: `/reports?metrics=ANSWERS_SENT&${year}&grain=day&groupBy=person`, goalMs: 250 },
  { work: 'two dimensions, 365 days', path: largest, goalMs: 1_500 },
  { work: 'a median by agent, 365 days', path: `/reports?metrics=FIRST_RESPONSE_TIME&${year}&groupBy=person`, goalMs: 1_500 },
  { work: 'a page of the facts of a day', path: '/reports/facts?metric=ANSWERS_SENT&from=2026-02-03&to=2026-02-04&limit=20', goalMs: 30 },
]

export const reportsClaim: Claim = {
  ids: ['R1'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const threads = options.quick ? 20_000 : 1_000_000
    const { dataDir, tenants } = await ensureDataset(options.dataRoot, `reports-${threads}`, [1_000])
    const [tenant] = tenants
    if (!tenant) throw new Error('The dataset has a tenant')
    await fill(dataDir, tenant, threads)
    note(`R1: ${threads.toLocaleString('en')} threads are loaded`)
    const service = await startService(options, dataDir, isReady, { command: 'serve' })
    try {
      const rows: Row[] = []
      for (const { work, path, goalMs } of requests) {
        const took = await getTimes(service, tenant, path, options.rounds * 8)
        const p95 = took[Math.floor(took.length * 0.95)] ?? 0
        const goal = `≤ ${milliseconds(goalMs)}`
        rows.push({
          claim: 'R1',
          work: `${work}: p95`,
          floor: `median ${milliseconds(took[took.length >> 1] ?? 0)}`,
          ours: milliseconds(p95),
          ratio: null,
          goal,
          met: p95 <= goalMs,
        })
      }
      rows.push(await listsMeanwhile(service, tenant))
      return {
        rows,
        cpu: [],
        conditions: [`R1: ${threads.toLocaleString('en')} threads of a year in one tenant, 50 agents, one request at a time`],
      }
    } finally {
      await service.stop()
    }
  },
}

const countFacts = statement<{ tenantId: Uuid }, { known: number }>(
  `select count(*) as known from reader_cursors where tenant_id = :tenantId::uuid and reader = 'measures'`,
)

const listIndexes = statement<object, { name: string; sql: string }>(
  `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as sql from pg_index where indrelid = 'facts'::regclass and not indisprimary`,
)

/** Fills a new dataset. The last write of `fillFacts` marks it as complete. */
function fill(dataDir: string, { tenantId }: BenchTenant, threads: number): Promise<void> {
  return withDatabase(dataDir, async (db) => {
    if ((await db.first(countFacts, { tenantId }))?.known === 1) return
    await db.script("set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
    // Creating an index at the end takes a tenth of the time of maintaining it row by row.
    const indexes = await db.rows(listIndexes, {})
    await db.script(indexes.map(({ name }) => `drop index ${name}`).join(';'))
    await fillFacts(db, tenantId, { threads, days: 365, until: '2026-05-01T00:00:00Z', timezone: 'UTC', others: 50 })
    await db.script(indexes.map(({ sql }) => sql).join(';'))
    await db.script('vacuum (analyze) facts')
    await db.script('vacuum (analyze) measure_days')
  })
}

/** Latency of a list while another client continuously reads the largest report, compared with the latency without it. */
async function listsMeanwhile(service: Service, tenant: BenchTenant): Promise<Row> {
  const list = () => getTimes(service, tenant, '/threads?status=open&limit=20', lists)
  const p95 = (took: readonly number[]): number => took[Math.floor(took.length * 0.95)] ?? 0
  const alone = p95(await list())
  const over = new AbortController()
  const reading = (async () => {
    while (!over.signal.aborted) await getTimes(service, tenant, largest, 1)
  })()
  const meanwhile = p95(await list())
  over.abort()
  await reading
  const ratio = meanwhile / alone
  return {
    claim: 'R1',
    work: 'list 20 open threads while the report of two dimensions is read: p95',
    floor: milliseconds(alone),
    ours: milliseconds(meanwhile),
    ratio,
    goal: '≤ 1.3',
    met: ratio <= 1.3,
  }
}

/** Returns the durations of requests in milliseconds, sorted. The first request, which warms the caches, does not count. */
async function getTimes({ url }: Service, { key }: BenchTenant, path: string, count: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i <= count; i++) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
    if (i > 0) took.push(performance.now() - startedAt)
  }
  return took.toSorted((a, b) => a - b)
}
