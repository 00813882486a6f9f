/** S25: the cost of repeated requests with kept responses, compared with the same service that keeps none. Nothing changes meanwhile. */
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { cpuMicros, familyCpuMicros } from './kit/cpu.ts'
import type { Dataset } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import { load } from './kit/load.ts'
import { alternate, median, medianOf, type Sample } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { perSecond } from './kit/table.ts'
import { listDataset, listRequests } from './list-threads.ts'
import { threadRequests } from './read-thread.ts'

const warmUpSeconds = 8

const works: readonly { work: string; requests: (dataset: Dataset) => Template[]; goal: number }[] = [
  { work: 'the same list of 20 open threads again', requests: ({ tenants }) => listRequests(tenants), goal: 2 },
  { work: 'the same thread again', requests: (dataset) => threadRequests(dataset, ''), goal: 1.6 },
  { work: 'its messages again', requests: (dataset) => threadRequests(dataset, '/messages'), goal: 1.6 },
]

export const keptResponsesClaim: Claim = {
  ids: ['S25'],
  async measure(bench): Promise<BenchResult> {
    const dataset = await listDataset(bench)
    const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir })
    const services: Service[] = []
    const start = async (megabytes: string): Promise<Service> => {
      const env = { KEPT_RESPONSES_MB: megabytes }
      const service = await startService(bench.options, dataset.dataDir, isReady, { command: 'serve', env })
      services.push(service)
      return service
    }
    try {
      const [without, kept] = [await start('0'), await start('16')]
      const outcome: BenchResult = { rows: [], cpu: [], conditions: ['S25: floor: the same service with KEPT_RESPONSES_MB=0, in turn'] }
      for (const { work, requests, goal } of works) {
        const templates = requests(dataset)
        for (const { url } of services) await load(url, templates, warmUpSeconds)
        const { floor, ours } = await alternate(
          bench.options.rounds,
          () => turn(bench, `${work}, none kept`, without, templates),
          () => turn(bench, `${work}, kept`, kept, templates),
        )
        const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
        const ratio = rate(ours) / rate(floor)
        const figures = { floor: perSecond(rate(floor)), ours: perSecond(rate(ours)), ratio, goal: `≥ ${goal}`, met: ratio >= goal }
        outcome.rows.push({ claim: 'S25', work, ...figures })
        const cpu = (samples: Sample[]) => ({ node: medianOf(samples, 'nodeMicros'), postgres: medianOf(samples, 'postgresMicros') })
        outcome.cpu.push({ work: `S25 ${work}`, side: 'floor', ...cpu(floor) }, { work: `S25 ${work}`, side: 'ours', ...cpu(ours) })
      }
      return outcome
    } finally {
      for (const service of services) await service.stop()
      await postgres.stop()
    }
  },
}

async function turn({ options, note }: Bench, side: string, service: Service, templates: readonly Template[]): Promise<Sample> {
  const used = () => [cpuMicros(service.pid) ?? Number.NaN, familyCpuMicros(service.postmaster ?? 0) ?? Number.NaN] as const
  const [node, postgres] = used()
  const loaded = await load(service.url, templates, options.seconds)
  const [nodeAfter, postgresAfter] = used()
  note(`S25 ${side}: ${perSecond(loaded.perSecond)}`)
  return {
    perSecond: loaded.perSecond,
    p99Ms: loaded.p99Ms,
    nodeMicros: (nodeAfter - node) / loaded.requests,
    postgresMicros: (postgresAfter - postgres) / loaded.requests,
  }
}
