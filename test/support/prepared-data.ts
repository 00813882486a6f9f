/** Data directories with a ready database. Copying one is faster than creating a database for each process under test. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Environment variable with the directory for processes of the test run; unset outside a run. */
const variable = 'SKEIN_TEST_PREPARED_DATA'

/** A database without tables, or a migrated one without tenants. */
export type PreparedData = 'bare' | 'migrated'

/** Stores a copy of the database in `dataDir` for `copyPreparedData`. Its PostgreSQL must be stopped. */
export async function keepPreparedData(dataDir: string, as: PreparedData): Promise<void> {
  const prepared = join(dataDir, 'prepared')
  await mkdir(join(prepared, as), { recursive: true, mode: 0o700 })
  await copy(dataDir, join(prepared, as))
  process.env[variable] = prepared
}

/** Copies the prepared database to `dataDir`. Outside a test run `dataDir` stays empty, and the first start creates a database. */
export async function copyPreparedData(dataDir: string, as: PreparedData = 'migrated'): Promise<void> {
  const prepared = process.env[variable]
  if (prepared === undefined) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await copy(join(prepared, as), dataDir)
}

/** Copies with `cp`, which preserves the owner, because PostgreSQL does not run as root. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')])
}
