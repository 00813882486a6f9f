/**
 * S1: `GET /threads?status=open&limit=20` with all checks of a request, compared with a bare `node:http` server that runs the same query.
 */
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { readConfig } from '../server/config.ts'
import { startBareServer } from './kit/bare-server.ts'
import { cpuMicros, familyCpuMicros } from './kit/cpu.ts'
import { ensureDataset, type BenchTenant, type Dataset } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import { load } from './kit/load.ts'
import { alternate, median, findMedian, type Sample, type Sides } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { isReady, startService } from './kit/service.ts'
import { milliseconds, perSecond } from './kit/table.ts'

const tenantCount = 50
const warmUpSeconds = 3

/** Returns the dataset of S1, which S9 and S10 use as well. */
export function listDataset({ options }: Bench): Promise<Dataset> {
  const threads = options.quick ? 20_000 : 1_000_000
  return ensureDataset(
    options.dataRoot,
    `tenants-${threads}`,
    Array.from({ length: tenantCount }, () => threads / tenantCount),
  )
}

export const listThreadsClaim: Claim = {
  ids: ['S1'],
  async measure(bench): Promise<BenchResult> {
    const dataset = await listDataset(bench)
    const { floor, ours } = await measureList(bench, dataset, { claim: 'S1', isJsonMade: false })
    const work = 'list 20 open threads, 50 tenants'
    const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
    const p99 = (samples: Sample[]): number => findMedian(samples, 'p99Ms') ?? Number.NaN
    const rateRatio = rate(ours) / rate(floor)
    const p99Ratio = p99(ours) / p99(floor)
    return {
      rows: [
        {
          claim: 'S1',
          work: `${work}: requests`,
          floor: perSecond(rate(floor)),
          ours: perSecond(rate(ours)),
          ratio: rateRatio,
          goal: '≥ 0.6',
          met: rateRatio >= 0.6,
        },
        {
          claim: 'S1',
          work: `${work}: p99`,
          floor: milliseconds(p99(floor)),
          ours: milliseconds(p99(ours)),
          ratio: p99Ratio,
          goal: '≤ 2',
          met: p99Ratio <= 2,
        },
      ],
      cpu: [
        { work: `S1 ${work}`, side: 'floor', node: findMedian(floor, 'nodeMicros'), postgres: findMedian(floor, 'postgresMicros') },
        { work: `S1 ${work}`, side: 'ours', node: findMedian(ours, 'nodeMicros'), postgres: findMedian(ours, 'postgresMicros') },
      ],
      conditions: [
        `S1: ${dataset.tenants.reduce((sum, { threads }) => sum + threads, 0).toLocaleString('en')} threads in ${tenantCount} tenants; floor: node:http, the same query, driver and pool`,
      ],
    }
  },
}

export function listRequests(tenants: readonly BenchTenant[]): Template[] {
  return tenants.map(({ key }) => ({ method: 'GET', path: '/api/v1/threads?status=open&limit=20', key, body: null, idempotent: false }))
}

/** Measures the list and its floor in turn. `isJsonMade` chooses the floor (bare-list-server.ts). */
export async function measureList(
  { options, note }: Bench,
  { dataDir, tenants }: Dataset,
  { claim, isJsonMade }: { claim: string; isJsonMade: boolean },
): Promise<Sides<Sample>> {
  const requests = listRequests(tenants)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const service = await startService(options, dataDir, isReady)
  const bare = await startBareServer(dataDir, {
    connection: postgres.connection,
    poolSize: readConfig({ DATA_DIR: dataDir }).databasePoolSize,
    tenantIdByKey: Object.fromEntries(tenants.map(({ key, tenantId }) => [key, tenantId])),
    isJsonMade,
  })
  const postmaster = service.postmaster ?? 0
  const turn = async (side: string, { url, pid }: { url: string; pid: number }): Promise<Sample> => {
    const [nodeBefore, postgresBefore] = [cpuMicros(pid), familyCpuMicros(postmaster)]
    const loaded = await load(url, requests, options.seconds)
    const [nodeAfter, postgresAfter] = [cpuMicros(pid), familyCpuMicros(postmaster)]
    note(`${claim} ${side}: ${perSecond(loaded.perSecond)}, p99 ${milliseconds(loaded.p99Ms)}`)
    const each = (after: number | null, before: number | null): number | null =>
      after === null || before === null ? null : (after - before) / loaded.requests
    return {
      perSecond: loaded.perSecond,
      p99Ms: loaded.p99Ms,
      nodeMicros: each(nodeAfter, nodeBefore),
      postgresMicros: each(postgresAfter, postgresBefore),
    }
  }
  try {
    await load(bare.url, requests, warmUpSeconds)
    await load(service.url, requests, warmUpSeconds)
    return await alternate(
      options.rounds,
      () => turn('floor', bare),
      () => turn('ours', service),
    )
  } finally {
    await bare.stop()
    await service.stop()
    await postgres.stop()
  }
}
