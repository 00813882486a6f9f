/** Databases with many threads, which are loaded once and kept between runs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import type { Database } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { knownMigrations, migrate, migrationsDir } from '#platform/postgres/migrate.ts'
import { procedures } from '../../server/resources/index.ts'
import { ensureProcedures } from '#platform/postgres/ensure-procedures.ts'
import { createSecrets } from '#platform/secrets.ts'
import { makeKey, secondsPerDay } from '../../server/resources/api-keys/index.ts'
import { createTenant } from '../../server/resources/tenants/index.ts'
import { indexTexts } from '../../server/resources/thread-search/index.ts'
import { fillStatements, firstThreadMs, highHalf, threadSpanMs } from './dataset-sql.ts'

export type BenchTenant = { no: number; tenantId: Uuid; inboxId: Uuid; ownerId: Uuid; prefix: string; threads: number; key: string }

/** A loaded data directory. `stepMs` is the time between two threads of a tenant. */
export type Dataset = { dataDir: string; tenants: BenchTenant[]; stepMs: number }

/** Returns a dataset with tenants of the given sizes, in `root/name`. A directory that the same code loaded before is reused. */
export async function ensureDataset(root: string, name: string, sizes: readonly number[]): Promise<Dataset> {
  const dataDir = join(root, name)
  const noteFile = join(dataDir, 'dataset.json')
  const made = fingerprint(sizes)
  try {
    // Safe because load() wrote the file, and the fingerprint shows that it was this version of load().
    const note = JSON.parse(await readFile(noteFile, 'utf8')) as { made: string; dataset: Dataset }
    if (note.made === made && note.dataset.dataDir === dataDir) return note.dataset
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  const total = sizes.reduce((sum, threads) => sum + threads, 0)
  process.stderr.write(`Loading ${total.toLocaleString('en')} threads into ${dataDir} …\n`)
  const dataset = await load(dataDir, sizes)
  await writeFile(noteFile, JSON.stringify({ made, dataset }), { mode: 0o600 })
  return dataset
}

/** Loads a new dataset, for measurements that write. */
export async function freshDataset(root: string, name: string, sizes: readonly number[]): Promise<Dataset> {
  await removeDataset(join(root, name))
  return ensureDataset(root, name, sizes)
}

export function removeDataset(dataDir: string): Promise<void> {
  return rm(dataDir, { recursive: true, force: true })
}

/** Returns the API id of a tenant's thread number `n`, counted from 1. */
export function getThreadId(dataset: Dataset, { no }: BenchTenant, n: number): string {
  const high = highHalf('thread', firstThreadMs + n * dataset.stepMs)
    .toString(16)
    .padStart(16, '0')
  const low = (0x8000_0000_0000_0000n + BigInt(no)).toString(16)
  const hex = high + low
  return toTypeId('thr', `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`)
}

/** Opens the PostgreSQL of a data directory with one connection without a statement timeout, and closes it after `work`. */
export async function withDatabase<Result>(dataDir: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const db = openDatabase({ connection: postgres.connection, max: 1, statementTimeoutMs: 0 })
  try {
    return await work(db)
  } finally {
    await db.close()
    await postgres.stop()
  }
}

/** Indexes the loaded threads. Otherwise the service would do that during the measurement. */
export async function indexLoaded({ dataDir }: Dataset): Promise<void> {
  await withDatabase(dataDir, (db) => indexTexts(db, { eager: true }))
}

function load(dataDir: string, sizes: readonly number[]): Promise<Dataset> {
  return withDatabase(dataDir, async (db) => {
    await migrate(db)
    await ensureProcedures(db, procedures)
    const secrets = createSecrets(readConfig({ DATA_DIR: dataDir }).secretKey)
    const tenants: BenchTenant[] = []
    for (const [i, threads] of sizes.entries()) {
      const slug = `bench-${i + 1}`
      const tenant = await createTenant(db, { slug, name: slug, ownerEmail: `owner@${slug}.example` })
      const { key } = await db.transaction((tx) =>
        makeKey(tx, secrets, {
          tenantId: tenant.tenantId,
          userId: tenant.ownerId,
          name: 'bench',
          scopes: ['admin'],
          lifeSeconds: 3650 * secondsPerDay,
        }),
      )
      tenants.push({ no: i + 1, ...tenant, prefix: `B${i + 1}`, threads, key })
    }
    const threads = Math.max(...sizes)
    const stepMs = Math.floor(threadSpanMs / threads)
    await db.script("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'")
    for (const fill of fillStatements) await db.rows(fill, { tenants, threads, stepMs })
    await db.script(`create table bench_tenants (no bigint primary key, tenant_id uuid not null, owner_id uuid not null)`)
    for (const { no, tenantId, ownerId } of tenants)
      await db.script(`insert into bench_tenants values (${no}, '${tenantId}', '${ownerId}')`)
    // Vacuums and checkpoints, as autovacuum would after a while: fresh statistics and visibility map, no dirty pages.
    await db.script('vacuum (analyze)')
    await db.script('checkpoint')
    return { dataDir, tenants, stepMs }
  })
}

/** Returns a hash of everything that determines the contents of a loaded directory. */
function fingerprint(sizes: readonly number[]): string {
  const hash = createHash('sha256').update(JSON.stringify(sizes))
  for (const file of ['dataset.ts', 'dataset-sql.ts']) hash.update(readFileSync(join(import.meta.dirname, file)))
  for (const name of knownMigrations()) hash.update(readFileSync(new URL(name, migrationsDir)))
  return hash.digest('hex')
}
