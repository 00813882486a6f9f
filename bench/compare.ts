/**
 * Compares two checkouts: `npm run bench:compare -- DIR [--only S1,S2] [--quick] [--rounds N] [--seconds N]`. DIR is the older one, with
 * its own node_modules. Each checkout loads its databases with its own code, and their rounds alternate. For S1 to S4 and S20 both services
 * keep running. For the other claims, each checkout runs its own measurement.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { statement } from '#platform/db.ts'
import type { indexTexts } from '../server/resources/thread-search/index-texts.ts'
import { createRequests } from './create-thread.ts'
import { getConditions } from './kit/conditions.ts'
import { cpuMicros, familyCpuMicros } from './kit/cpu.ts'
import type { BenchTenant, Dataset, freshDataset, removeDataset, withDatabase } from './kit/dataset.ts'
import type { Template } from './kit/load-shape.ts'
import { load } from './kit/load.ts'
import { readOptions, type Options } from './kit/options.ts'
import { alternate, findMedian, type Sample, type Sides } from './kit/rounds.ts'
import type { Claim, BenchResult } from './kit/run.ts'
import { isReady, startService, type Service } from './kit/service.ts'
import { markdownTable, milliseconds, perSecond } from './kit/table.ts'
import { listRequests } from './list-threads.ts'
import { threadRequests } from './read-thread.ts'
import { replyRequests } from './reply-to-thread.ts'

const [directory, ...args] = process.argv.slice(2)
if (directory === undefined || directory.startsWith('-')) throw new Error('Usage: npm run bench:compare -- DIR [options of npm run bench]')
const older = resolve(directory)
const ours = resolve(import.meta.dirname, '..')
const options = readOptions(args)
const tenantCount = 50
const warmUpSeconds = 3
/** Number of runs of each checkout's own measurement, each with `--rounds` rounds. */
const ownRounds = 2

/** Functions of a checkout's dataset.ts that this file uses. */
type Kit = { freshDataset: typeof freshDataset; removeDataset: typeof removeDataset; withDatabase: typeof withDatabase }
type Side = { service: Service; requests: Template[]; settle(): Promise<void>; end(): Promise<void> }
type LoadClaim = { id: string; work: string; requests: (dataset: Dataset) => Template[] }

const firstTenant = ({ tenants }: Dataset): BenchTenant[] => tenants.slice(0, 1)
const loadClaims: LoadClaim[] = [
  { id: 'S1', work: 'list 20 open threads, 50 tenants', requests: ({ tenants }) => listRequests(tenants) },
  { id: 'S2', work: 'create a thread, 50 tenants', requests: ({ tenants }) => createRequests(tenants) },
  { id: 'S3', work: 'create a thread, one tenant', requests: (dataset) => createRequests(firstTenant(dataset)) },
  { id: 'S4', work: 'reply to a thread, 50 tenants', requests: (dataset) => replyRequests(dataset, dataset.tenants) },
  { id: 'S20', work: 'read a thread, 50 tenants', requests: (dataset) => threadRequests(dataset, '') },
  { id: 'S20', work: 'read its messages, 50 tenants', requests: (dataset) => threadRequests(dataset, '/messages') },
]
const ownClaims = { S5: 'growth', S7: 'webhook-delivery', S8: 'webhook-backlog', S9: 'start', S10: 'memory' }

const findUnreadEvents = statement<object, object>(
  'select 1 from tenant_counters k join reader_cursors c using (tenant_id) where k.event_sequence > c.sequence limit 1',
)

const note = (text: string): void => void process.stderr.write(`${text}\n`)
const isSelected = (id: string): boolean => options.only?.has(id) ?? true
const optionsFor = (root: string): Options => ({
  ...options,
  dataRoot: join(options.dataRoot, root === ours ? 'ours' : 'older'),
  service: join(root, 'server/main.ts'),
})

const head = ['#', 'Work', 'Figure', 'Before', 'Now', 'Ratio', 'Rounds before', 'Rounds now']
for (const claim of loadClaims.filter(({ id }) => isSelected(id))) console.log(`${markdownTable(head, await compareUnderLoad(claim))}\n`)
for (const [id, file] of Object.entries(ownClaims).filter(([claimId]) => isSelected(claimId))) await compareOwn(id, file)
console.log((await getConditions(options)).map((condition) => `- ${condition}`).join('\n'))

async function compareUnderLoad({ id, work, requests }: LoadClaim): Promise<string[][]> {
  const sides: Side[] = []
  try {
    for (const root of [older, ours]) sides.push(await openSide(root, requests))
    const [before, now] = sides
    if (!before || !now) throw new Error('Expected two sides')
    for (const { service, requests: all } of sides) await load(service.url, all, warmUpSeconds)
    const turn = async (name: string, { service, requests: all }: Side): Promise<Sample> => {
      for (const { settle } of sides) await settle()
      const [node, database] = [cpuMicros(service.pid) ?? 0, familyCpuMicros(service.postmaster ?? 0) ?? 0]
      const loaded = await load(service.url, all, options.seconds)
      const each = (after: number | null, first: number): number | null => after && (after - first) / loaded.requests
      note(`${id} ${name}: ${perSecond(loaded.perSecond)}, p99 ${milliseconds(loaded.p99Ms)}`)
      const postgresMicros = each(familyCpuMicros(service.postmaster ?? 0), database)
      return { perSecond: loaded.perSecond, p99Ms: loaded.p99Ms, nodeMicros: each(cpuMicros(service.pid), node), postgresMicros }
    }
    const samples = await alternate(
      options.rounds,
      () => turn('before', before),
      () => turn('now', now),
    )
    return [
      line(id, work, 'a second', samples, 'perSecond'),
      line(id, work, 'p99, ms', samples, 'p99Ms'),
      line(id, work, 'CPU of Node, µs', samples, 'nodeMicros'),
      line(id, work, 'CPU of PostgreSQL, µs', samples, 'postgresMicros'),
    ]
  } finally {
    for (const side of sides) await side.end()
  }
}

async function openSide(root: string, requests: LoadClaim['requests']): Promise<Side> {
  const mine = optionsFor(root)
  // Safe because both checkouts export functions with these names; a checkout without them fails at once.
  const kit = (await import(join(root, 'bench/kit/dataset.ts'))) as Kit
  const sizes = Array.from({ length: tenantCount }, () => (options.quick ? 200 : 2_000))
  const dataset = await kit.freshDataset(mine.dataRoot, 'compared', sizes)
  await indexLoaded(root, kit, dataset)
  const service = await startService(mine, dataset.dataDir, isReady)
  return {
    service,
    requests: requests(dataset),
    /** Waits for the event readers and writes a checkpoint. Otherwise leftover work of one side would slow down the other side. */
    settle: () =>
      kit.withDatabase(dataset.dataDir, async (db) => {
        while (await db.first(findUnreadEvents, {})) await sleep(100)
        await db.script('checkpoint')
      }),
    async end() {
      await service.stop()
      await kit.removeDataset(dataset.dataDir)
    },
  }
}

/** Indexes the loaded threads in a checkout that has a search index. Otherwise its service would do that during the measurement. */
async function indexLoaded(root: string, kit: Kit, { dataDir }: Dataset): Promise<void> {
  // Earlier versions have the second path.
  const paths = ['server/resources/thread-search/index-texts.ts', 'server/resources/threads/search/index-texts.ts']
  const file = paths.map((path) => join(root, path)).find((path) => existsSync(path))
  if (file === undefined) return
  // Safe because a checkout whose module lacks this function fails at once.
  const { indexTexts: index } = (await import(file)) as { indexTexts: typeof indexTexts }
  await kit.withDatabase(dataDir, (db) => index(db, { eager: true }))
}

function line(id: string, work: string, figure: string, sides: Sides<Sample>, of: keyof Sample): string[] {
  const [before, now] = [findMedian(sides.floor, of) ?? Number.NaN, findMedian(sides.ours, of) ?? Number.NaN]
  const all = (samples: Sample[]): string => samples.map((sample) => Math.round(sample[of] ?? Number.NaN)).join(' ')
  return [id, work, figure, before.toFixed(0), now.toFixed(0), (now / before).toFixed(2), all(sides.floor), all(sides.ours)]
}

/** Runs each checkout's own measurement in turn, and prints the result of each round. */
async function compareOwn(id: string, file: string): Promise<void> {
  const ask = async (root: string): Promise<BenchResult> => {
    const module: Record<string, Claim> = await import(join(root, 'bench', `${file}.ts`))
    const claim = Object.values(module).find((value) => typeof value === 'object' && 'measure' in value)
    if (!claim) throw new Error(`${root} has no claim in bench/${file}.ts`)
    return claim.measure({ options: optionsFor(root), note })
  }
  const sides = await alternate(
    ownRounds,
    () => ask(older),
    () => ask(ours),
  )
  const show = (name: string, outcomes: BenchResult[]): string[][] =>
    (outcomes[0]?.rows ?? []).map(({ work }, i) => {
      const rows = outcomes.flatMap((outcome) => outcome.rows[i] ?? [])
      const column = (of: 'floor' | 'ours'): string => rows.map((row) => row[of]).join(', ')
      return [id, name, work, column('floor'), column('ours'), rows.map(({ ratio }) => ratio?.toFixed(2) ?? '').join(', ')]
    })
  const shown = [...show('before', sides.floor), ...show('now', sides.ours)]
  console.log(`${markdownTable(['#', 'Checkout', 'Work', 'Floor', 'Ours', 'Ratio'], shown)}\n`)
}
