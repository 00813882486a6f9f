/**
 * Floor of a write: the database alone, which runs the service's own statement over 32 connections. Uses pgbench when it is installed,
 * otherwise the service's own driver.
 */
import { openDriver } from '#platform/postgres/connection.ts'
import type { BenchTenant } from './dataset.ts'
import type { Connection, StatementFloor } from './floor-shape.ts'
import { connections, type LoadResult } from './load-shape.ts'
import { getVersion } from './load.ts'
import { loadWithPgbench } from './pgbench.ts'

export const floorTool: string = getVersion('pgbench', ['--version']) ?? 'the driver with 32 connections (no pgbench on this machine)'

export function loadFloor(
  floor: StatementFloor,
  tenants: readonly BenchTenant[],
  connection: Connection,
  seconds: number,
): Promise<LoadResult> {
  return floorTool.startsWith('pgbench')
    ? loadWithPgbench(floor, tenants, connection, seconds)
    : loadWithDriver(floor, tenants, connection, seconds)
}

async function loadWithDriver(
  { statement, params }: StatementFloor,
  tenants: readonly BenchTenant[],
  connection: Connection,
  seconds: number,
): Promise<LoadResult> {
  const sql = openDriver({ connection, max: connections })
  const latencies: number[] = []
  const run = async (): Promise<void> => {
    const tenant = tenants[Math.floor(Math.random() * tenants.length)] ?? throwNoTenant()
    const given = params(tenant)
    // Safe because these are the statement's own parameters, with the types that the service passes to the driver.
    await sql.unsafe(statement.text, statement.names.map((name) => given[name]) as never[], { prepare: true })
  }
  try {
    await Promise.all(Array.from({ length: connections }, run))
    const startedAt = performance.now()
    const until = startedAt + seconds * 1000
    const worker = async (): Promise<void> => {
      for (let now = performance.now(); now < until; ) {
        await run()
        const then = now
        latencies.push((now = performance.now()) - then)
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    const perSecond = latencies.length / ((performance.now() - startedAt) / 1000)
    return {
      requests: latencies.length + connections,
      perSecond,
      p99Ms: latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0,
    }
  } finally {
    await sql.end()
  }
}

function throwNoTenant(): never {
  throw new Error('The dataset has no tenant')
}
