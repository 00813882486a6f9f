/** Types and helpers of the parts of the claim about rules. */
import type { Database } from '#platform/db.ts'
import { cpuMicros, familyCpuMicros } from '../cpu.ts'
import type { BenchTenant } from '../dataset.ts'
import type { Bench, BenchResult } from '../run.ts'
import type { Service } from '../service.ts'
import type { CpuRow } from '../table.ts'

export type Setting = { dataDir: string; db: Database; busy: BenchTenant[]; burst: BenchTenant; plain: BenchTenant }

/** Measures one part on the running database. It starts and stops the service itself. */
export type Part = (bench: Bench, setting: Setting) => Promise<BenchResult>

/** Sends a request that must succeed, and returns its data. */
export async function call<Data>({ url }: Pick<Service, 'url'>, key: string, method: string, path: string, body?: object): Promise<Data> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`)
  // Safe because the caller names the response of its operation.
  return (JSON.parse(text) as { data: Data }).data
}

export type Cpu = { node: number; postgres: number }

/** Returns the microseconds of CPU time that the service and PostgreSQL have used so far. */
export function readCpu({ pid, postmaster }: Service): Cpu {
  return { node: cpuMicros(pid) ?? 0, postgres: (postmaster === null ? null : familyCpuMicros(postmaster)) ?? 0 }
}

/** Returns a row with the CPU time since `before`, divided by `count`. */
export function cpuRow(work: string, service: Service, before: Cpu, count: number): CpuRow {
  const now = readCpu(service)
  return { work, side: 'ours', node: (now.node - before.node) / count, postgres: (now.postgres - before.postgres) / count }
}

export function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.POSITIVE_INFINITY
}
