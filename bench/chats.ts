/** S26: memory and latency of website chats, and what the streams of many visitors and a flood of one chat cost the others. */
import { setTimeout as sleep } from 'node:timers/promises'
import { measureFlood, type FloodResult } from './kit/chat-flood.ts'
import { floodRate } from './kit/flood-worker.ts'
import { getChildren, memoryMb } from './kit/cpu.ts'
import { freshDataset, removeDataset, type BenchTenant } from './kit/dataset.ts'
import { load } from './kit/load.ts'
import { alternate, median, type Sides } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'
import { openStream, openVisitors, post, timeArrival, type Arrivals, type Visitor } from './kit/visitors.ts'
import { listRequests } from './list-threads.ts'

const [tenantCount, threadsOfTenant, visitorsPerTenant, messageCount] = [10, 1_000, 50, 200]
/** Time for garbage collection and for the closing of unused connections. */
const restMs = 20_000
const warmUpSeconds = 3
const openedMs = 500
const [kbGoal, replyGoalMs, eventGoalMs, listGoal, floodGoal] = [60, 300, 200, 1.3, 2]
/** Another address for a visitor's second tab, because one address may have 500 streams. */
const secondAddress = '192.0.2.1'

export const chatsClaim: Claim = {
  ids: ['S26'],
  async measure({ options, note }: Bench): Promise<BenchResult> {
    const { dataDir, tenants } = await freshDataset(options.dataRoot, 'chats', Array<number>(tenantCount).fill(threadsOfTenant))
    const start = (env: Record<string, string>): Promise<Service> =>
      startService(options, dataDir, isReady, { command: 'start', env: { TRUST_PROXY: 'true', ...env } })
    try {
      const { visitors, rows } = await withService(start({ RATE_LIMIT_VISITS_PER_MINUTE: '1000000000' }), async (service) => {
        const all: Visitor[] = []
        for (const tenant of tenants) all.push(...(await openVisitors(service, tenant, visitorsPerTenant)))
        const { kb, replies, messages } = await measureStreams(service, tenants, all, note)
        const lists = await measureLists(service, tenants, all, options)
        note(
          `S26 lists: p99 ${lists.floor.map(milliseconds).join(', ')} without streams, ${lists.ours.map(milliseconds).join(', ')} with them`,
        )
        return {
          visitors: all,
          rows: [
            ...(kb === null
              ? []
              : [toRow('memory of the service for each visitor', `${kb.toFixed(0)} KB`, `≤ ${kbGoal} KB`, kb <= kbGoal)]),
            toLatency('an agent’s message until both streams of a visitor show it', replies, replyGoalMs),
            toLatency('a visitor’s message until `message.created` is streamed', messages, eventGoalMs),
            toComparison('list 20 open threads with the streams open: p99', median(lists.floor), median(lists.ours), listGoal),
          ],
        }
      })
      // The usual limits of sessions and threads stop the flood.
      const flood = await withService(start({}), (service) => {
        const [other] = tenants.slice(-1)
        if (!other) throw new Error('The dataset has no tenant')
        return measureFlood(service, { flooded: visitors.slice(0, visitorsPerTenant), other, turns: options.rounds * 2 })
      })
      rows.push(toComparison('list of a tenant while another’s chat is flooded: p99', flood.aloneMs, flood.floodedMs, floodGoal))
      return { rows, cpu: [], conditions: describe(visitors.length, flood) }
    } finally {
      await removeDataset(dataDir)
    }
  },
}

function describe(visitors: number, { sessions, threads }: FloodResult): string[] {
  return [
    `S26: ${visitors} visitors of ${tenantCount} tenants with a stream each, ${messageCount} messages, one at a time; for agents’ messages each visitor in turn has a second stream`,
    `S26: the flood is ${floodRate} requests a second: ${sessions.sent} for sessions from one address, of which ${sessions.accepted} were made, and ${threads.sent} for threads in one inbox, of which ${threads.accepted} were made`,
  ]
}

async function withService<Result>(started: Promise<Service>, work: (service: Service) => Promise<Result>): Promise<Result> {
  const service = await started
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

/** Opens the streams of all visitors. */
async function openStreams(service: Service, visitors: readonly Visitor[], arrivals: Arrivals, signal: AbortSignal): Promise<void> {
  const opened = visitors.map(({ token }) => openStream(service, '/widget/stream', { credential: token }, { arrivals, signal }))
  const refused = (await Promise.all(opened)).filter((status) => status !== 200)
  if (refused.length > 0) throw new Error(`${refused.length} streams were refused: ${refused[0]}`)
}

/** Measures the memory of the streams, and the time until they show a message. */
async function measureStreams(service: Service, tenants: readonly BenchTenant[], visitors: readonly Visitor[], note: Bench['note']) {
  const ending = new AbortController()
  const { signal } = ending
  const arrivals: Arrivals = new Map()
  try {
    await sleep(restMs)
    const before = memoryOf(service)
    await openStreams(service, visitors, arrivals, signal)
    for (const { key } of tenants)
      await openStream(service, '/events/stream?types=message.created', { credential: key }, { arrivals, signal })
    await sleep(restMs)
    const after = memoryOf(service)
    note('S26: the streams are open')
    const replies = await timeMessages(visitors, (visitor) => timeReply(service, visitor, arrivals))
    const messages = await timeMessages(visitors, ({ token, threadId }) =>
      // The visitor's own stream shows the message as well as the tenant's.
      timeArrival(arrivals, 2, (body) =>
        post(service, `/widget/threads/${threadId}/messages`, { credential: token }, { body, clientId: crypto.randomUUID() }),
      ),
    )
    return { replies, messages, kb: before === null || after === null ? null : ((after - before) * 1_024) / visitors.length }
  } finally {
    ending.abort()
  }
}

/** Opens a second stream of the visitor, as a second tab's, sees that a third is refused, and times a reply until both have shown it. */
async function timeReply(service: Service, { token, threadId, tenant }: Visitor, arrivals: Arrivals): Promise<number> {
  const ending = new AbortController()
  const { signal } = ending
  const caller = { credential: token, address: secondAddress }
  try {
    const statuses = [await openStream(service, '/widget/stream', caller, { arrivals, signal })]
    statuses.push(await openStream(service, '/widget/stream', caller, { arrivals, signal }))
    if (statuses.join() !== '200,429') throw new Error(`The second and third stream were answered ${statuses.join(' and ')}`)
    // A tab is usually open for longer. A stream that has just been opened reads the visitor's threads first.
    await sleep(openedMs)
    // Both streams of the visitor, and the tenant's.
    return await timeArrival(arrivals, 3, (body) => post(service, `/threads/${threadId}/reply`, { credential: tenant.key }, { body }))
  } finally {
    ending.abort()
  }
}

/** Returns the sorted times of messages of visitors in turn. */
async function timeMessages(visitors: readonly Visitor[], time: (visitor: Visitor) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < messageCount; n++) {
    const visitor = visitors[(n * 7) % visitors.length]
    if (visitor) times.push(await time(visitor))
  }
  return times.toSorted((a, b) => a - b)
}

/** Measures the p99 of S1's list without streams and with those of all visitors, in turn. */
async function measureLists(
  service: Service,
  tenants: readonly BenchTenant[],
  visitors: readonly Visitor[],
  { rounds, seconds }: Bench['options'],
): Promise<Sides<number>> {
  const requests = listRequests(tenants)
  const time = async (): Promise<number> => (await load(service.url, requests, seconds)).p99Ms
  await load(service.url, requests, warmUpSeconds)
  return alternate(rounds * 2, time, async () => {
    const ending = new AbortController()
    try {
      await openStreams(service, visitors, new Map(), ending.signal)
      return await time()
    } finally {
      ending.abort()
      // The service notices closed connections within this time.
      await sleep(1_000)
    }
  })
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

function toComparison(work: string, floorMs: number, oursMs: number, goal: number): Row {
  const ratio = oursMs / floorMs
  return { claim: 'S26', work, floor: milliseconds(floorMs), ours: milliseconds(oursMs), ratio, goal: `≤ ${goal}`, met: ratio <= goal }
}

function toRow(work: string, ours: string, goal: string, met: boolean): Row {
  return { claim: 'S26', work, floor: '', ours, ratio: null, goal, met }
}
