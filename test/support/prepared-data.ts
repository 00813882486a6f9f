/** Data directories whose database has been made, to copy: that is quicker than making one for each process under test. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Holds the directory for the processes that the test runner starts; absent outside of it. */
const variable = 'SKEIN_TEST_PREPARED_DATA'

/** A database without tables, or one that has been migrated and has no tenants. */
export type PreparedData = 'bare' | 'migrated'

/** Keeps a copy of the database in `dataDir`, whose PostgreSQL has been stopped, for `copyPreparedData`. */
export async function keepPreparedData(dataDir: string, as: PreparedData): Promise<void> {
  const prepared = join(dataDir, 'prepared')
  await mkdir(join(prepared, as), { recursive: true, mode: 0o700 })
  await copy(dataDir, join(prepared, as))
  process.env[variable] = prepared
}

/** Puts such a database into `dataDir`; outside of the test runner it stays empty, and the first start makes one. */
export async function copyPreparedData(dataDir: string, as: PreparedData = 'migrated'): Promise<void> {
  const prepared = process.env[variable]
  if (prepared === undefined) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await copy(join(prepared, as), dataDir)
}

/** By the system's own command, which keeps the owner: PostgreSQL does not run as root. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')])
}
