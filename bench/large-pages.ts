/** S12: the list of S1 for other tenants, while one tenant continuously reads pages of its largest threads and messages. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDataset, removeDataset, type BenchTenant } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import { load } from './kit/load.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds } from './kit/table.ts'

const ratioGoal = 1.3
const tenantCount = 50
const warmUpSeconds = 3
/** Number of turns per round. The p99 of a single turn varies by half; the median over many short turns does not. */
const turnsInARound = 4
const largeThreads = 100
const largeMessages = 40

export const largePagesClaim: Claim = {
  ids: ['S12'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const threads = options.quick ? 10_000 : 100_000
    const dataset = await freshDataset(
      options.dataRoot,
      'large-pages',
      Array.from({ length: tenantCount }, () => threads / tenantCount),
    )
    const [greedy, ...others] = dataset.tenants
    if (!greedy) throw new Error('The dataset has no tenant')
    const service = await startService(options, dataset.dataDir, isReady, { command: 'serve' })
    const requests = others.map(
      ({ key }): Template => ({ method: 'GET', path: '/api/v1/threads?status=open&limit=20', key, body: null, idempotent: false }),
    )
    const seconds = Math.max(2, Math.round(options.seconds / turnsInARound))
    const turn = async (side: string): Promise<number> => {
      const { p99Ms } = await load(service.url, requests, seconds)
      note(`S12 ${side}: p99 ${milliseconds(p99Ms)}`)
      return p99Ms
    }
    const read = { pages: 0, bytes: 0, seconds: 0 }
    const besideReaders = async (paths: readonly string[]): Promise<number> => {
      const stop = new AbortController()
      const startedAt = performance.now()
      const readers = paths.map((path) => readContinuously(service, greedy, path, stop.signal))
      const p99Ms = await turn('beside large pages')
      stop.abort()
      for (const { pages, bytes } of await Promise.all(readers)) {
        read.pages += pages
        read.bytes += bytes
      }
      read.seconds += (performance.now() - startedAt) / 1000
      return p99Ms
    }
    try {
      const paths = await makeLargePages(service, greedy)
      await load(service.url, requests, warmUpSeconds)
      const turns = options.rounds * turnsInARound
      const { floor, ours } = await alternate(
        turns,
        () => turn('alone'),
        () => besideReaders(paths),
      )
      if (read.pages === 0) throw new Error('No large page was read')
      const ratio = median(ours) / median(floor)
      return {
        rows: [
          {
            claim: 'S12',
            work: 'list 20 open threads, 49 tenants, while another tenant reads large pages: p99',
            floor: milliseconds(median(floor)),
            ours: milliseconds(median(ours)),
            ratio,
            goal: `≤ ${ratioGoal}`,
            met: ratio <= ratioGoal,
          },
        ],
        cpu: [],
        conditions: [
          `S12: medians of ${turns} turns of ${seconds} s; ${threads.toLocaleString('en')} threads in ${tenantCount} tenants; one reads pages of ${largeThreads} threads with custom fields and of long messages over ${paths.length} connections: ${(read.pages / read.seconds).toFixed(1)} pages a second of ${(read.bytes / read.pages / 1e6).toFixed(1)} MB`,
        ],
      }
    } finally {
      await service.stop()
      await removeDataset(dataset.dataDir)
    }
  },
}

/** Creates threads with the maximum of custom fields, and a thread with long messages. Returns the paths of both lists. */
async function makeLargePages(service: Service, tenant: BenchTenant): Promise<string[]> {
  const customFields = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`field_${i}`, 'x'.repeat(310)]))
  const create = (title: string): Promise<{ threadId: string }> =>
    call(service, tenant, 'POST', '/threads', { requester: { email: 'visitor@example.com' }, title, body: 'Hello' })
  for (let i = 0; i < largeThreads; i++)
    await call(service, tenant, 'PATCH', `/threads/${(await create(`Large ${i}`)).threadId}`, { customFields })
  const { threadId } = await create('Long')
  for (let i = 0; i < largeMessages; i++)
    await call(service, tenant, 'POST', `/threads/${threadId}/messages`, { body: `${i} ${'x'.repeat(260_000)}` })
  return ['/api/v1/threads?limit=100', `/api/v1/threads/${threadId}/messages?limit=100`]
}

async function call<Data>({ url }: Service, { key }: BenchTenant, method: string, path: string, body: object): Promise<Data> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  // Safe because the response is a success, and callers name its type.
  return (JSON.parse(text) as { data: Data }).data
}

/** Sends one request after another and discards the responses. */
async function readContinuously(
  { url }: Service,
  { key }: BenchTenant,
  path: string,
  signal: AbortSignal,
): Promise<{ pages: number; bytes: number }> {
  const read = { pages: 0, bytes: 0 }
  while (!signal.aborted) {
    read.bytes += await new Promise<number>((resolve, reject) => {
      request(url + path, { headers: { Authorization: `Bearer ${key}` } }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.once('end', () =>
          response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path} answered ${response.statusCode}`)),
        )
        response.once('error', reject)
      })
        .once('error', reject)
        .end()
    })
    read.pages++
    await sleep(0)
  }
  return read
}
