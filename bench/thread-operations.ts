/**
 * W1 to W3: assignment, a batch of 100 and a merge, one request at a time, compared with their own statements on one connection without the
 * service.
 */
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { toTypeId } from '#platform/ids.ts'
import { indexTexts } from '../server/resources/thread-search/index-texts.ts'
import { freshDataset, removeDataset, getThreadId, type Dataset } from './kit/dataset.ts'
import { replay, startRecorder, type Recording } from './kit/recorded.ts'
import { median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { send, type Sent } from './kit/send.ts'
import { startService } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const ratioGoal = 0.5

type Operation = {
  id: string
  work: string
  eachRound: number
  threads: number
  request: (threadIds: string[], agentId: string) => Omit<Sent, 'key'>
}

const operations: Operation[] = [
  {
    id: 'W1',
    work: 'assign a thread to a person',
    eachRound: 100,
    threads: 1,
    request: ([id], assigneeId) => ({ path: `/threads/${id}/assign`, body: { assigneeId } }),
  },
  {
    id: 'W2',
    work: 'batch of 100: status and assignee',
    eachRound: 3,
    threads: 100,
    request: (threadIds, assigneeId) => ({ path: '/threads/batch', body: { threadIds, changes: { status: 'pending', assigneeId } } }),
  },
  {
    id: 'W3',
    work: 'merge three threads into one',
    eachRound: 30,
    threads: 4,
    request: ([id, ...sourceIds]) => ({ path: `/threads/${id}/merge`, body: { sourceIds, allowCrossCustomer: true } }),
  },
]

export const threadOperationsClaim: Claim = {
  ids: operations.map(({ id }) => id),
  async measure(bench: Bench): Promise<BenchResult> {
    const { options } = bench
    const wanted = operations.filter(({ id }) => options.only?.has(id) ?? true)
    const used = wanted.reduce((sum, { eachRound, threads }) => sum + 2 * eachRound * threads * (options.rounds + 1), 0)
    // Two of ten threads are open and unassigned.
    const dataset = await freshDataset(options.dataRoot, 'operations', [5 * used + 100])
    const rows = await measureAll(bench, wanted, dataset)
    await removeDataset(dataset.dataDir)
    return {
      rows,
      cpu: [],
      conditions: [
        `W1 to W3: one request at a time, one tenant with ${dataset.tenants[0]?.threads.toLocaleString('en')} threads; floor: the statements of the same requests on other threads, begin and commit included, on one connection; medians of single requests, ratio of the floor's time to ours`,
      ],
    }
  },
}

async function measureAll({ options, note }: Bench, wanted: readonly Operation[], dataset: Dataset): Promise<Row[]> {
  const [tenant] = dataset.tenants
  if (!tenant) throw new Error('The dataset has no tenant')
  const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir })
  const db = openDatabase({ connection: postgres.connection, max: 2 })
  const one = openDatabase({ connection: postgres.connection, max: 1 })
  // Otherwise the service would index the loaded threads during the measurement.
  await indexTexts(one, { eager: true })
  const recorder = await startRecorder(dataset.dataDir, db)
  const service = await startService(options, dataset.dataDir)
  let used = 0
  const freeThread = (): string => getThreadId(dataset, tenant, Math.floor(used / 2) * 10 + (used++ % 2 === 0 ? 1 : 3))
  const rows: Row[] = []
  try {
    for (const { id, work, eachRound, threads, request } of wanted) {
      const next = (): Sent => ({
        ...request(Array.from({ length: threads }, freeThread), toTypeId('usr', tenant.ownerId)),
        key: tenant.key,
      })
      const took: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      for (let round = -1; round < options.rounds; round++) {
        const times: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
        for (let i = 0; i < eachRound; i++) {
          const recording: Recording = await recorder.record(next())
          times.floor.push(await measureMs(() => replay(one, recording)))
          const own = next()
          times.ours.push(
            await measureMs(async () => {
              const { status, text } = await send(service.url, own)
              if (status !== 200 || text.includes('"ok":false')) throw new Error(`${own.path}: ${status} ${text}`)
            }),
          )
        }
        // The first round warms up both sides.
        if (round < 0) continue
        took.floor.push(...times.floor)
        took.ours.push(...times.ours)
        note(`${id} round ${round + 1}: floor ${milliseconds(median(times.floor))}, ours ${milliseconds(median(times.ours))}`)
      }
      const [floor, ours] = [median(took.floor), median(took.ours)]
      const ratio = floor / ours
      rows.push({
        claim: id,
        work,
        floor: milliseconds(floor),
        ours: milliseconds(ours),
        ratio,
        goal: `≥ ${ratioGoal}`,
        met: ratio >= ratioGoal,
      })
    }
  } finally {
    await recorder.close()
    await service.stop()
    await Promise.all([db.close(), one.close()])
    await postgres.stop()
  }
  return rows
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
