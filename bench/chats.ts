/** S26: memory and latency of website chats, with the streams of many visitors open in one process. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WidgetSession, WidgetThread } from '../client/index.ts'
import { readEventStream } from '../client/read-event-stream.ts'
import { getChildren, memoryMb } from './kit/cpu.ts'
import { freshDataset, removeDataset, type BenchTenant } from './kit/dataset.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const [tenantCount, visitorsPerTenant, messageCount] = [10, 50, 200]
/** Time for garbage collection and for the closing of unused connections. */
const restMs = 20_000
const [kbGoal, replyGoalMs, eventGoalMs] = [60, 300, 200]

type Visitor = { token: string; threadId: string; tenant: BenchTenant }
/** Resolves waits for texts that streams show. */
type Arrivals = Map<string, (at: number) => void>

export const chatsClaim: Claim = {
  ids: ['S26'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const { dataDir, tenants } = await freshDataset(options.dataRoot, 'chats', Array<number>(tenantCount).fill(100))
    const service = await startService(options, dataDir, isReady, { command: 'start', env: { RATE_LIMIT_VISITS_PER_MINUTE: '1000000000' } })
    const ending = new AbortController()
    try {
      const visitors: Visitor[] = []
      for (const tenant of tenants) visitors.push(...(await openVisitors(service, tenant)))
      await sleep(restMs)
      const before = memoryOf(service)
      const arrivals: Arrivals = new Map()
      const streams = visitors.map(({ token }) => openStream(service, '/widget/stream', token, arrivals, ending.signal))
      for (const { key } of tenants) streams.push(openStream(service, '/events/stream?types=message.created', key, arrivals, ending.signal))
      await Promise.all(streams)
      await sleep(restMs)
      const after = memoryOf(service)
      note('S26: the streams are open')
      const replies = await timeMessages(visitors, arrivals, ({ threadId, tenant }, body) =>
        post(service, `/threads/${threadId}/reply`, tenant.key, { body }),
      )
      const messages = await timeMessages(visitors, arrivals, ({ token, threadId }, body) =>
        post(service, `/widget/threads/${threadId}/messages`, token, { body, clientId: crypto.randomUUID() }),
      )
      const kb = before === null || after === null ? null : ((after - before) * 1_024) / visitors.length
      return {
        rows: [
          ...(kb === null ? [] : [toRow('memory of the service for each visitor', `${kb.toFixed(0)} KB`, `≤ ${kbGoal} KB`, kb <= kbGoal)]),
          toLatency('an agent’s message until the visitor’s stream shows it', replies, replyGoalMs),
          toLatency('a visitor’s message until `message.created` is streamed', messages, eventGoalMs),
        ],
        cpu: [],
        conditions: [
          `S26: ${visitors.length} visitors of ${tenantCount} tenants with a stream each, ${messageCount} messages, one at a time`,
        ],
      }
    } finally {
      ending.abort()
      await service.stop()
      await removeDataset(dataDir)
    }
  },
}

/** Creates a chat with visitors, each of whom has written. */
async function openVisitors(service: Service, tenant: BenchTenant): Promise<Visitor[]> {
  const inbox = await post<{ widget: { key: string } }>(service, '/inboxes', tenant.key, { name: 'Chat', type: 'WIDGET' })
  const visitors: Visitor[] = []
  for (let n = 0; n < visitorsPerTenant; n++) {
    const { token } = await post<WidgetSession>(service, '/widget/sessions', null, { key: inbox.widget.key })
    const body = { body: 'The export is empty.', clientId: crypto.randomUUID() }
    const { id } = await post<WidgetThread>(service, '/widget/threads', token, body)
    visitors.push({ token, threadId: id, tenant })
  }
  return visitors
}

async function post<Data = object>({ url }: Service, path: string, key: string | null, body: object): Promise<Data> {
  const headers = { 'Content-Type': 'application/json', ...(key === null ? {} : { Authorization: `Bearer ${key}` }) }
  const response = await fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${(await response.text()).slice(0, 300)}`)
  // Safe because the response has the data of the operation.
  return ((await response.json()) as { data: Data }).data
}

/** Resolves when the stream is open. It stays open until `signal` aborts. */
async function openStream({ url }: Service, path: string, key: string, arrivals: Arrivals, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}`, Accept: 'text/event-stream' }, signal })
  if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`)
  void followStream(response.body, arrivals).catch(() => undefined)
}

async function followStream(body: ReadableStream<Uint8Array>, arrivals: Arrivals): Promise<void> {
  for await (const { data } of readEventStream(body))
    for (const text of data.match(/number [\da-f-]{36}/g) ?? []) arrivals.get(text)?.(performance.now())
}

/** Returns the sorted times in milliseconds between sending a message and its arrival in a stream. */
async function timeMessages(
  visitors: readonly Visitor[],
  arrivals: Arrivals,
  sendTo: (visitor: Visitor, body: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < messageCount; n++) {
    const visitor = visitors[(n * 7) % visitors.length]
    if (!visitor) continue
    const text = `number ${crypto.randomUUID()}`
    const startedAt = performance.now()
    const arrived = new Promise<number>((resolve) => arrivals.set(text, resolve))
    await sendTo(visitor, text)
    times.push((await arrived) - startedAt)
    arrivals.delete(text)
  }
  return times.toSorted((a, b) => a - b)
}

/** Returns the memory of the service without the database's processes, in MB. */
function memoryOf({ pid, postmaster }: Service): number | null {
  const database = postmaster === null ? [] : [postmaster, ...getChildren(postmaster)]
  return memoryMb([pid, ...getChildren(pid)].filter((each) => !database.includes(each)))
}

function toLatency(work: string, sorted: readonly number[], goalMs: number): Row {
  const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
  return toRow(`${work}: p95`, milliseconds(p95), `≤ ${milliseconds(goalMs)}`, p95 <= goalMs)
}

function toRow(work: string, ours: string, goal: string, met: boolean): Row {
  return { claim: 'S26', work, floor: '', ours, ratio: null, goal, met }
}
