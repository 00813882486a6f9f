/** S11: two API processes on one database, compared with one. The load generator and PostgreSQL compete with them for cores. */
import { availableParallelism } from 'node:os'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { cpuMicros, familyCpuMicros } from './kit/cpu.ts'
import { load } from './kit/load.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, type Service, startService } from './kit/service.ts'
import { perSecond } from './kit/table.ts'
import { listDataset, listRequests } from './list-threads.ts'

const warmUpSeconds = 3
const [wanted, goal] = [2, 1.5]

/** Microseconds of CPU time of a request: of the process, of PostgreSQL, and of the load generator. */
type Cost = { node: number; postgres: number; generator: number }
type Turn = { perSecond: number; cost: Cost }

export const processesClaim: Claim = {
  ids: ['S11'],
  async measure(bench: Bench): Promise<BenchResult> {
    const { options, note } = bench
    const { dataDir, tenants } = await listDataset(bench)
    const requests = listRequests(tenants)
    const postgres = await startEmbeddedPostgres({ dataDir })
    const services: Service[] = []
    try {
      for (let i = 0; i < wanted; i++) services.push(await startService(options, dataDir, isReady, { command: 'serve' }))
      const [one = raise()] = services
      const used = (): Cost => ({
        node: services.reduce((sum, { pid }) => sum + (cpuMicros(pid) ?? 0), 0),
        postgres: (one.postmaster === null ? null : familyCpuMicros(one.postmaster)) ?? 0,
        generator: process.cpuUsage().user + process.cpuUsage().system,
      })
      /** Distributes a fixed number of connections evenly over the addresses. */
      const turn = async (side: string, urls: readonly string[]): Promise<Turn> => {
        const before = used()
        const results = await Promise.all(urls.map((url) => load(url, requests, options.seconds)))
        const after = used()
        const [count, rate] = [
          results.reduce((sum, each) => sum + each.requests, 0),
          results.reduce((sum, each) => sum + each.perSecond, 0),
        ]
        note(`S11 ${side}: ${perSecond(rate)}`)
        const each = (part: keyof Cost): number => (after[part] - before[part]) / count
        return { perSecond: rate, cost: { node: each('node'), postgres: each('postgres'), generator: each('generator') } }
      }
      for (const { url } of services) await load(url, requests, warmUpSeconds)
      const { floor, ours } = await alternate(
        options.rounds,
        () => turn('one process', [one.url, one.url]),
        () =>
          turn(
            'two processes',
            services.map(({ url }) => url),
          ),
      )
      const rate = (turns: readonly Turn[]): number => median(turns.map((each) => each.perSecond))
      const cost = (part: keyof Cost): number => Math.round(median(floor.map((each) => each.cost[part])))
      const ratio = rate(ours) / rate(floor)
      const [node, all] = [cost('node'), cost('node') + cost('postgres') + cost('generator')]
      const cores = availableParallelism()
      const bound = Math.min(cores / all, wanted / node) / Math.min(cores / all, 1 / node)
      return {
        rows: [
          {
            claim: 'S11',
            work: 'list 20 open threads, two API processes: requests',
            floor: perSecond(rate(floor)),
            ours: perSecond(rate(ours)),
            ratio,
            goal: `≥ ${goal}`,
            met: ratio >= goal,
          },
        ],
        cpu: [],
        conditions: [
          `S11: a request takes ${node} µs of a process, ${cost('postgres')} µs of PostgreSQL and ${cost('generator')} µs of the load generator, which share ${cores} cores; no more than ${bound.toFixed(2)} × can follow`,
        ],
      }
    } finally {
      for (const service of services) await service.stop()
      await postgres.stop()
    }
  },
}

function raise(): never {
  throw new Error('There is no service')
}
