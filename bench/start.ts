/**
 * S9: time from the start of the process to the first 200, with existing data, from source and from the npm package, and from an empty
 * directory.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { cpuMicros } from './kit/cpu.ts'
import { removeDataset } from './kit/dataset.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { startService } from './kit/service.ts'
import type { Row } from './kit/table.ts'
import { listDataset } from './list-threads.ts'

const existingMsGoal = 2_000
const packageMsGoal = 450
const emptyMsGoal = 5_000

export const startClaim: Claim = {
  ids: ['S9'],
  async measure(bench: Bench): Promise<BenchResult> {
    const { options, note } = bench
    const { dataDir, tenants } = await listDataset(bench)
    const emptyDir = join(options.dataRoot, 'empty')
    const keyOf = (directory: string): string =>
      directory === dataDir ? (tenants[0]?.key ?? '') : readFileSync(join(directory, 'first-key'), 'utf8').trim()

    /** CPU time of the process until the first 200, by entry point. Unlike wall time, it depends little on the machine's other load. */
    const cpu = new Map<string, number[]>()
    const measureFirstResponse =
      (directory: string, entry = options.service) =>
      async (): Promise<number> => {
        const startedAt = performance.now()
        const lists = async (url: string): Promise<boolean> =>
          (await fetch(`${url}/api/v1/threads?limit=1`, { headers: { Authorization: `Bearer ${keyOf(directory)}` } })).ok
        const service = await startService({ ...options, service: entry }, directory, lists)
        const ms = performance.now() - startedAt
        const cpuMs = (cpuMicros(service.pid) ?? Number.NaN) / 1000
        if (directory === dataDir) cpu.set(entry, [...(cpu.get(entry) ?? []), cpuMs])
        note(`S9 ${entry} on ${directory}: ${seconds(ms)}`)
        await service.stop()
        return ms
      }
    const toDatabase = (directory: string) => async (): Promise<number> => {
      const startedAt = performance.now()
      const postgres = await startEmbeddedPostgres({ dataDir: directory })
      const ms = performance.now() - startedAt
      note(`S9 PostgreSQL on ${directory}: ${seconds(ms)}`)
      await postgres.stop()
      return ms
    }
    const anew = (work: (directory: string) => () => Promise<number>) => async (): Promise<number> => {
      await removeDataset(emptyDir)
      return work(emptyDir)()
    }
    const existing = await alternate(options.rounds, toDatabase(dataDir), measureFirstResponse(dataDir))
    const packageEntry = buildPackage()
    const packaged = await alternate(options.rounds, toDatabase(dataDir), measureFirstResponse(dataDir, packageEntry))
    const empty = await alternate(options.rounds, anew(toDatabase), anew(measureFirstResponse))
    await removeDataset(emptyDir)
    return {
      rows: [
        row('start to first 200, existing data', existing, existingMsGoal),
        row('the same, from the npm package', packaged, packageMsGoal),
        row('start to first 200, empty directory', empty, emptyMsGoal),
      ],
      cpu: [],
      conditions: [
        'S9: floor is the start of PostgreSQL alone (from an empty directory: initdb too); the first 200 is a list with an API key',
        `S9: processor time of the service until then: ${seconds(median(cpu.get(options.service) ?? []))}, from the npm package ${seconds(median(cpu.get(packageEntry) ?? []))}`,
      ],
    }
  },
}

/** Builds the npm package. Returns its entry point. */
function buildPackage(): string {
  const root = join(import.meta.dirname, '..')
  execFileSync(process.execPath, ['tools/build-package.ts'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return join(root, 'dist/server/main.js')
}

function row(work: string, { floor, ours }: { floor: number[]; ours: number[] }, goalMs: number): Row {
  const [floorMs, oursMs] = [median(floor), median(ours)]
  return {
    claim: 'S9',
    work,
    floor: seconds(floorMs),
    ours: seconds(oursMs),
    ratio: oursMs / floorMs,
    goal: `≤ ${goalMs / 1000} s`,
    met: oursMs <= goalMs,
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
