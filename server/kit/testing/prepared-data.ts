/** A data directory whose database has been made and migrated, to copy: that is quicker than making one for each process under test. */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Holds the directory for the processes that the test runner starts; absent outside of it. */
const variable = 'SKEIN_TEST_PREPARED_DATA'

/** Keeps a copy of the database in `dataDir`, whose PostgreSQL has been stopped, for `copyPreparedData`. */
export async function keepPreparedData(dataDir: string): Promise<void> {
  const prepared = join(dataDir, 'prepared')
  await mkdir(prepared, { mode: 0o700 })
  await copy(dataDir, prepared)
  process.env[variable] = prepared
}

/** Puts a migrated database without tenants into `dataDir`; outside of the test runner it stays empty, and the first start makes one. */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = process.env[variable]
  if (prepared === undefined) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await copy(prepared, dataDir)
}

/** By the system's own command, which keeps the owner: PostgreSQL does not run as root. */
async function copy(from: string, to: string): Promise<void> {
  await run('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')])
}
