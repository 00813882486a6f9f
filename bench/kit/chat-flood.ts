/** The time of a tenant's requests while another tenant's chat is flooded. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { BenchTenant } from './dataset.ts'
import type { FloodInput, FloodTallies } from './flood-worker.ts'
import { alternate, median } from './rounds.ts'
import type { Service } from './service.ts'
import type { Visitor } from './visitors.ts'

const requestsInATurn = 300
const millisecondsBetween = 10

export type FloodResult = FloodTallies & { aloneMs: number; floodedMs: number }

/** Measures the p99 of another tenant's list, alone and during the flood, in turn. The service must have its usual limits. */
export async function measureFlood(
  service: Service,
  { flooded, other, turns }: { flooded: readonly Visitor[]; other: BenchTenant; turns: number },
): Promise<FloodResult> {
  const total: FloodTallies = { sessions: { sent: 0, accepted: 0 }, threads: { sent: 0, accepted: 0 } }
  const input: FloodInput = { url: service.url, key: flooded[0]?.key ?? '', tokens: flooded.map(({ token }) => token) }
  await timeLists(service, other)
  const { floor, ours } = await alternate(
    turns,
    () => timeLists(service, other),
    async () => {
      const worker = new Worker(new URL('flood-worker.ts', import.meta.url), { workerData: input })
      await once(worker, 'online')
      const p99Ms = await timeLists(service, other)
      worker.postMessage('stop')
      // Safe because the thread posts nothing else.
      const [tallies] = (await once(worker, 'message')) as [FloodTallies]
      for (const name of ['sessions', 'threads'] as const) {
        total[name].sent += tallies[name].sent
        total[name].accepted += tallies[name].accepted
      }
      await worker.terminate()
      return p99Ms
    },
  )
  return { ...total, aloneMs: median(floor), floodedMs: median(ours) }
}

/** Returns the p99 of lists of a tenant, which are requested one at a time with pauses. */
async function timeLists({ url }: Service, { key: credential }: BenchTenant): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < requestsInATurn; n++) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/api/v1/threads?status=open&limit=20`, { headers: { Authorization: `Bearer ${credential}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The list answered ${response.status}`)
    times.push(performance.now() - startedAt)
    await sleep(millisecondsBetween)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
