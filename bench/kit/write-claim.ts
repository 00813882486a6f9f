/** Shared part of the claims about hot writes: the service under load, compared with the database alone. */
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { statement, type Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import type { Uuid } from '#platform/ids.ts'
import { cpuMicros, familyCpuMicros } from './cpu.ts'
import { indexTexts } from '../../server/resources/thread-search/index-texts.ts'
import { freshDataset, removeDataset, type BenchTenant, type Dataset } from './dataset.ts'
import type { LoadResult, Template } from './load-shape.ts'
import { load } from './load.ts'
import { alternate, median, findMedian, type Sample } from './rounds.ts'
import type { Bench, BenchResult } from './run.ts'
import { startService } from './service.ts'
import type { StatementFloor } from './floor-shape.ts'
import { floorTool, loadFloor } from './statement-floor.ts'
import { perSecond } from './table.ts'

export type WriteClaim = {
  id: string
  work: string
  /** Returns the tenants that receive the load. */
  tenants: (dataset: Dataset) => BenchTenant[]
  requests: (dataset: Dataset, tenants: readonly BenchTenant[]) => Template[]
  floor: (dataset: Dataset) => StatementFloor
}

const tenantCount = 50
const ratioGoal = 0.5
const warmUpSeconds = 3
/** Minimum share of the floor's statements that must have written something. */
const minRaceShare = 0.95

/** Measures each claim on freshly loaded data, so that earlier writes do not affect it. */
export async function measureWrites({ options, note }: Bench, claims: readonly WriteClaim[]): Promise<BenchResult> {
  const outcome: BenchResult = { rows: [], cpu: [], conditions: [] }
  const size = options.quick ? 200 : 2_000
  outcome.conditions.push(
    `${claims.map(({ id }) => id).join(', ')}: ${tenantCount} tenants with ${size.toLocaleString('en')} threads each at the start of each; floor with ${floorTool}`,
  )
  for (const claim of claims) {
    const dataset = await freshDataset(
      options.dataRoot,
      'writes',
      Array.from({ length: tenantCount }, () => size),
    )
    const { floor, ours } = await measureWrite(claim, dataset, { options, note })
    const [floorMedian, oursMedian] = [median(floor.map((sample) => sample.perSecond)), median(ours.map((sample) => sample.perSecond))]
    const ratio = oursMedian / floorMedian
    outcome.rows.push({
      claim: claim.id,
      work: claim.work,
      floor: perSecond(floorMedian),
      ours: perSecond(oursMedian),
      ratio,
      goal: `≥ ${ratioGoal}`,
      met: ratio >= ratioGoal,
    })
    outcome.cpu.push({ work: `${claim.id} ${claim.work}`, side: 'floor', node: null, postgres: findMedian(floor, 'postgresMicros') })
    outcome.cpu.push({
      work: `${claim.id} ${claim.work}`,
      side: 'ours',
      node: findMedian(ours, 'nodeMicros'),
      postgres: findMedian(ours, 'postgresMicros'),
    })
    await removeDataset(dataset.dataDir)
  }
  return outcome
}

async function measureWrite(claim: WriteClaim, dataset: Dataset, { options, note }: Bench): Promise<{ floor: Sample[]; ours: Sample[] }> {
  const tenants = claim.tenants(dataset)
  const requests = claim.requests(dataset, tenants)
  const floor = claim.floor(dataset)
  const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir })
  const db = openDatabase({ connection: postgres.connection, max: 1, statementTimeoutMs: 0 })
  // Otherwise the service would index the loaded threads during the measurement.
  await indexTexts(db, { eager: true })
  const service = await startService(options, dataset.dataDir)
  const postmaster = service.postmaster ?? 0
  /** Runs one side after a checkpoint, and checks that every counted response emitted an event. */
  const turn = async (side: string, pid: number | null, work: () => Promise<LoadResult>): Promise<Sample> => {
    await db.script('checkpoint')
    const eventsBefore = await getEvents(db, tenants)
    const [nodeBefore, postgresBefore] = [pid && cpuMicros(pid), familyCpuMicros(postmaster)]
    const loaded = await work()
    const [nodeAfter, postgresAfter] = [pid && cpuMicros(pid), familyCpuMicros(postmaster)]
    const events = (await getEvents(db, tenants)) - eventsBefore
    // When two clients of the floor write to one thread at the same time, one statement writes nothing. The service would retry it.
    const written = side === 'floor' ? Math.min(events, loaded.requests) : loaded.requests
    if (events < written || written < loaded.requests * minRaceShare)
      throw new Error(`${claim.id}, ${side}: ${loaded.requests} answers, but only ${events} events`)
    const rate = loaded.perSecond * (written / loaded.requests)
    note(`${claim.id} ${side}: ${perSecond(rate)}`)
    const each = (after: number | null, before: number | null): number | null =>
      after === null || before === null ? null : (after - before) / written
    return {
      perSecond: rate,
      p99Ms: loaded.p99Ms,
      nodeMicros: each(nodeAfter, nodeBefore),
      postgresMicros: each(postgresAfter, postgresBefore),
    }
  }
  try {
    await load(service.url, requests, warmUpSeconds)
    return await alternate(
      options.rounds,
      () => turn('floor', null, () => loadFloor(floor, tenants, postgres.connection, options.seconds)),
      () => turn('ours', service.pid, () => load(service.url, requests, options.seconds)),
    )
  } finally {
    await service.stop()
    await db.close()
    await postgres.stop()
  }
}

const sumOfEvents = statement<{ tenantIds: Uuid[] }, { sum: number }>(
  'select sum(event_sequence)::bigint as sum from tenant_counters where tenant_id = any(:tenantIds::uuid[])',
)

async function getEvents(db: Database, tenants: readonly BenchTenant[]): Promise<number> {
  return (await db.first(sumOfEvents, { tenantIds: tenants.map(({ tenantId }) => tenantId) }))?.sum ?? 0
}
