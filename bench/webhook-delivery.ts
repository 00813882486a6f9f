/** S7: 200 events a second, delivered to one webhook receiver on this machine; time from write to receipt. */
import { Agent, request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMicros, familyCpuMicros } from './kit/cpu.ts'
import { freshDataset, indexLoaded, removeDataset, getThreadId, type Dataset } from './kit/dataset.ts'
import { startReceiver, type Receiver } from './kit/receiver.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds } from './kit/table.ts'

const eventsPerSecond = 200
const msGoal = 150
/** Milliseconds above which a delivery counts as retried or overlooked. */
const lateMs = 4_000
/** Time limit for the last deliveries. */
const settleMs = 10_000

export const deliveryClaim: Claim = {
  ids: ['S7'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const seconds = options.quick ? 10 : 60
    const dataset = await freshDataset(options.dataRoot, 'webhook-delivery', [1_000])
    await indexLoaded(dataset)
    const service = await startService(options, dataset.dataDir, isReady, {
      command: 'start',
      env: { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' },
    })
    const receiver = await openWatch()
    try {
      await post(service, dataset, '/api/v1/webhooks', { url: receiver.url, events: ['message.created'] })
      await writeSteadily(service, dataset, 3)
      await sleep(1_000)
      receiver.delays.clear()
      const [nodeBefore, postgresBefore] = [cpuMicros(service.pid), familyCpuMicros(service.postmaster ?? 0)]
      const written = await writeSteadily(service, dataset, seconds)
      for (const until = Date.now() + settleMs; receiver.delays.size < written && Date.now() < until; ) await sleep(50)
      const [nodeAfter, postgresAfter] = [cpuMicros(service.pid), familyCpuMicros(service.postmaster ?? 0)]
      const each = (after: number | null, before: number | null): number | null =>
        after === null || before === null ? null : (after - before) / written
      const delays = [...receiver.delays.values()].toSorted((a, b) => a - b)
      const p95 = delays[Math.floor(delays.length * 0.95)] ?? Number.NaN
      const [lost, late] = [written - receiver.delays.size, delays.filter((ms) => ms > lateMs).length]
      note(
        `S7: ${written} written, ${receiver.delays.size} received, p50 ${milliseconds(delays[delays.length >> 1] ?? Number.NaN)}, p95 ${milliseconds(p95)}`,
      )
      return {
        rows: [
          {
            claim: 'S7',
            work: `${eventsPerSecond} events/s to a webhook: p95 of write to receipt, ${late} late, ${lost} lost`,
            floor: '',
            ours: milliseconds(p95),
            ratio: null,
            goal: `≤ ${msGoal} ms, 0 late, 0 lost`,
            met: p95 <= msGoal && lost === 0 && late === 0,
          },
        ],
        cpu: [
          {
            work: 'S7 a note and its delivery',
            side: 'ours',
            node: each(nodeAfter, nodeBefore),
            postgres: each(postgresAfter, postgresBefore),
          },
        ],
        conditions: [
          `S7: ${written.toLocaleString('en')} notes in ${seconds} s, one event each; measured from the event's timestamp, the beginning of its transaction; late: after ${lateMs / 1000} s`,
        ],
      }
    } finally {
      receiver.stop()
      await service.stop()
      await removeDataset(dataset.dataDir)
    }
  },
}

/**
 * Sends notes, which every thread accepts, at a constant rate independent of response times (open loop). Returns the number of acknowledged
 * notes.
 */
async function writeSteadily(service: Service, dataset: Dataset, seconds: number): Promise<number> {
  const startedAt = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * eventsPerSecond; n++) {
    const early = startedAt + (n * 1000) / eventsPerSecond - performance.now()
    if (early > 1) await sleep(early)
    const [tenant] = dataset.tenants
    if (!tenant) throw new Error('The dataset has no tenant')
    sent.push(
      post(service, dataset, `/api/v1/threads/${getThreadId(dataset, tenant, 1 + (n % 1_000))}/messages`, {
        body: 'Looked at it again: no change.',
        internal: true,
      }),
    )
  }
  await Promise.all(sent)
  return sent.length
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a POST. Throws when the response is not 201. */
async function post({ url }: Service, { tenants }: Dataset, path: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${tenants[0]?.key ?? ''}`, 'Content-Type': 'application/json' }
  const req = request(url + path, { agent, method: 'POST', headers })
  req.end(JSON.stringify(body))
  // Safe because a request emits 'response' with its response.
  const [response] = (await once(req, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 201) throw new Error(`${path} answered ${response.statusCode}`)
}

/** Opens a receiver that records the delay of each event's first arrival, in milliseconds after the event. */
async function openWatch(): Promise<Receiver & { delays: Map<string, number> }> {
  const delays = new Map<string, number>()
  const receiver = await startReceiver((body) => {
    const receivedAt = Date.now()
    // Safe because only the service under test knows this address.
    const { id, timestamp } = JSON.parse(body) as { id: string; timestamp: string }
    if (!delays.has(id)) delays.set(id, receivedAt - Date.parse(timestamp))
  })
  return { ...receiver, delays }
}
