/** S5: cost of a list by the size of the tenant, the depth of the page, and its exact total. */
import { Agent, request } from 'node:http'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { ensureDataset, withDatabase, type BenchTenant, type Dataset } from './kit/dataset.ts'
import { median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { startService } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const ratioGoal = 1.2
const pageSize = 20
/** One connection sends one request at a time, and the probes alternate. Nothing queues, so the median is the cost of the request alone. */
const requestsInARound = 300

type Page = { data: unknown[]; meta: { cursor: string; total: number } }
/** A request whose cost is compared, with its median latency in each round. */
type Probe = { name: string; tenant: BenchTenant; query: string; roundMs: number[] }

export const growthClaim: Claim = {
  ids: ['S5'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const sizes = options.quick ? [1_000, 10_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]
    const deepPage = options.quick ? 1_000 : 5_000
    const dataset = await ensureDataset(options.dataRoot, `sizes-${sizes.at(-1)}`, sizes)
    await checkCounters(dataset)
    const service = await startService(options, dataset.dataDir)
    const client = openClient(service.url)
    try {
      const smallest = dataset.tenants[0] ?? throwNoTenant()
      const largest = dataset.tenants.at(-1) ?? throwNoTenant()
      const cursor = await cursorOfPage(client, largest, deepPage)
      const probe = (name: string, tenant: BenchTenant, query: string): Probe => ({ name, tenant, query, roundMs: [] })
      const bySize = dataset.tenants.map((tenant) => probe(`${count(tenant.threads)} threads`, tenant, `status=open&limit=${pageSize}`))
      const deep = probe(`page ${count(deepPage)}`, largest, `status=open&limit=${pageSize}&cursor=${cursor}`)
      const totals = [smallest, largest].map((tenant) => probe(`total of ${count(tenant.threads)}`, tenant, 'limit=1'))
      const probes = [...bySize, deep, ...totals]
      await measureRound(client, probes)
      for (const { roundMs } of probes) roundMs.pop()
      for (let round = 0; round < options.rounds; round++) {
        await measureRound(client, probes)
        note(`S5 round ${round + 1}: ${probes.map(({ name, roundMs }) => `${name} ${milliseconds(roundMs.at(-1) ?? 0)}`).join(', ')}`)
      }
      const row = (work: string, floor: Probe | undefined, ours: Probe | undefined): Row => {
        const [floorMs, oursMs] = [median(floor?.roundMs ?? []), median(ours?.roundMs ?? [])]
        const ratio = oursMs / floorMs
        return {
          claim: 'S5',
          work,
          floor: milliseconds(floorMs),
          ours: milliseconds(oursMs),
          ratio,
          goal: `≤ ${ratioGoal}`,
          met: ratio <= ratioGoal,
        }
      }
      return {
        rows: [
          ...bySize.slice(1).map((each) => row(`list among ${each.name}, against ${count(smallest.threads)}`, bySize[0], each)),
          row(`${deep.name} against page 1, ${count(largest.threads)} threads`, bySize.at(-1), deep),
          row(`${totals[1]?.name} against ${count(smallest.threads)} (limit=1)`, totals[0], totals[1]),
        ],
        cpu: [],
        conditions: [
          `S5: one connection, medians of ${requestsInARound} requests of each kind in a round, in turn; totals compared with count(*)`,
        ],
      }
    } finally {
      client.close()
      await service.stop()
    }
  },
}

const openThreads = statement<{ tenantId: Uuid }, { counted: number; kept: number }>(`
  select (select count(*) from threads where tenant_id = :tenantId::uuid and status = 'open') as counted, threads_open as kept
  from tenant_counters where tenant_id = :tenantId::uuid`)

/** Checks that the counters are correct. A fast total would be worthless if it were wrong. */
function checkCounters({ dataDir, tenants }: Dataset): Promise<void> {
  return withDatabase(dataDir, async (db) => {
    for (const { tenantId } of tenants) {
      const found = await db.first(openThreads, { tenantId })
      if (!found || found.counted !== found.kept)
        throw new Error(`The counter says ${found?.kept} open threads, but there are ${found?.counted}`)
    }
  })
}

type Client = { get(tenant: BenchTenant, query: string): Promise<Buffer>; close(): void }

function openClient(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get: ({ key }, query) =>
      new Promise((resolve, reject) => {
        const req = request(`${url}/api/v1/threads?${query}`, { agent, headers: { Authorization: `Bearer ${key}` } }, (res) => {
          const parts: Buffer[] = []
          res.on('data', (part: Buffer) => parts.push(part))
          res.on('error', reject)
          res.on('end', () =>
            res.statusCode === 200
              ? resolve(Buffer.concat(parts))
              : reject(new Error(`${query}: ${res.statusCode} ${Buffer.concat(parts).toString()}`)),
          )
        })
        req.on('error', reject)
        req.end()
      }),
    close: () => agent.destroy(),
  }
}

/** Adds the median of this round to each probe. The probes alternate, so that other load affects all of them. */
async function measureRound(client: Client, probes: readonly Probe[]): Promise<void> {
  const latencies = probes.map((): number[] => [])
  for (let i = 0; i < requestsInARound; i++) {
    for (const [n, { tenant, query }] of probes.entries()) {
      const startedAt = performance.now()
      await client.get(tenant, query)
      latencies[n]?.push(performance.now() - startedAt)
    }
  }
  for (const [n, { roundMs }] of probes.entries()) roundMs.push(median(latencies[n] ?? []))
}

/** Finds a cursor by reading pages of a hundred; a cursor works with any `limit`. */
async function cursorOfPage(client: Client, tenant: BenchTenant, page: number): Promise<string> {
  let cursor = ''
  for (let rows = 0; rows < (page - 1) * pageSize; ) {
    const limit = Math.min(100, (page - 1) * pageSize - rows)
    // Safe because the service returns lists in this shape.
    const { data, meta } = JSON.parse(
      (await client.get(tenant, `status=open&limit=${limit}${cursor && `&cursor=${cursor}`}`)).toString(),
    ) as Page
    if (meta.cursor === '') throw new Error(`The list ends before page ${page}`)
    cursor = meta.cursor
    rows += data.length
  }
  return cursor
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function throwNoTenant(): never {
  throw new Error('The dataset has no tenant')
}
