/** Applies the SQL files in `migrations/` in name order, each in its own transaction. There are no down migrations. */
import { readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { ConflictError, statement, type Database, type Queryable } from '../db.ts'

export const migrationsDir = new URL('../../../migrations/', import.meta.url)

const createTableSql = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`
const insertApplied = statement<{ name: string; checksum: string }, object>(
  'insert into schema_migrations (name, checksum) values (:name, :checksum)',
)
const findApplied = statement<object, AppliedMigration>('select name, checksum from schema_migrations')

/** The migration that replaced all earlier migrations, which are numbered below 0200, and a commit that still contains all of them. */
const baseline = '0001_baseline.sql'
const isReplaced = (name: string): boolean => name < '0200' && name !== baseline
const forgetReplacedSql = `delete from schema_migrations where name < '0200' and name <> '${baseline}'`
/** Digest of the names and checksums of all migrations that the baseline replaced. */
const replacedDigest = '811dce4084753c03fde371d7dcb1d588c9e4a17ddadad08bebfb105c7ecb3a3c'
const commitBeforeBaseline = '2d56ed99'

const findTable = statement<object, { exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`)

/**
 * Applies pending migrations and returns their names. Several processes may call it at the same time: `apply` lets one of them run each
 * migration. Throws when a migration was edited after it was applied.
 */
export async function migrate(db: Database, dir: URL = migrationsDir): Promise<string[]> {
  await ensureTable(db)
  const stored = await listAppliedMigrations(db)
  const applied = new Map(withBaseline(stored, dir).map(({ name, checksum }) => [name, checksum]))
  if (stored.some(({ name }) => isReplaced(name))) await apply(db, baseline, getChecksum(baseline, dir), forgetReplacedSql)
  const done: string[] = []
  for (const name of knownMigrations(dir)) {
    const sql = readFileSync(new URL(name, dir), 'utf8')
    const checksum = getChecksum(name, dir)
    const known = applied.get(name)
    if (known !== undefined && known !== checksum)
      throw new Error(`Migration ${name} was applied in another form; add a new migration instead of editing it`)
    if (known === undefined && (await apply(db, name, checksum, sql))) done.push(name)
  }
  return done
}

/** Returns the names of this version's migrations, in order. */
export function knownMigrations(dir: URL = migrationsDir): string[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .toSorted()
}

export type AppliedMigration = { name: string; checksum: string }

/** Returns the migrations that the database has, in name order. The table schema_migrations must exist. */
export async function listAppliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  return (await db.rows(findApplied, {})).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** True when the database has the table schema_migrations. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  return (await db.first(findTable, {}))?.exists ?? false
}

/** Locks schema_migrations, so that migrations of other processes wait for the end of the caller's transaction. */
export async function lockMigrations(tx: Queryable): Promise<void> {
  await tx.script(`${createTableSql}; lock table schema_migrations in access exclusive mode`)
}

/**
 * Applies the migrations in `wanted` that the database lacks, and no others, in the caller's transaction. Throws when this version lacks
 * one of them, or has it with different content.
 */
export async function migrateTo(tx: Queryable, wanted: readonly AppliedMigration[], dir: URL = migrationsDir): Promise<void> {
  const applied = new Set((await tx.rows(findApplied, {})).map(({ name }) => name))
  const known = new Set(knownMigrations(dir))
  for (const { name, checksum } of wanted) {
    if (!known.has(name)) throw new Error(`It was made by a newer version of Skein: the migration ${name} is not known here.`)
    if (getChecksum(name, dir) !== checksum) throw new Error(`The migration ${name} has another form here than where the backup was made.`)
    if (applied.has(name)) continue
    await tx.rows(insertApplied, { name, checksum })
    await tx.script(readFileSync(new URL(name, dir), 'utf8'))
  }
}

/**
 * Returns the migrations with the baseline in place of the ones that it replaced, because a database with all of those has the tables of
 * the baseline. Throws when some of them are missing.
 */
export function withBaseline(applied: readonly AppliedMigration[], dir: URL = migrationsDir): readonly AppliedMigration[] {
  const replaced = applied.filter(({ name }) => isReplaced(name))
  if (replaced.length === 0) return applied
  const digest = createHash('sha256').update(replaced.map(({ name, checksum }) => `${name} ${checksum}`).join('\n'))
  if (digest.digest('hex') !== replacedDigest)
    throw new Error(
      `The database is older than Skein ${commitBeforeBaseline}, from which this version can upgrade. Start the commit ${commitBeforeBaseline} once with the database, then start this version.`,
    )
  return [{ name: baseline, checksum: getChecksum(baseline, dir) }, ...applied.filter(({ name }) => !isReplaced(name))]
}

function getChecksum(name: string, dir: URL): string {
  return createHash('sha256')
    .update(readFileSync(new URL(name, dir)))
    .digest('hex')
}

/** Returns the names of this version's migrations that the database lacks. */
export async function listPendingMigrations(db: Queryable, dir: URL = migrationsDir): Promise<string[]> {
  const applied = new Set((await db.rows(findApplied, {})).map(({ name }) => name))
  return knownMigrations(dir).filter((name) => !applied.has(name))
}

/** Creates schema_migrations if necessary. When two processes create it at the same time, one gets an error, which is ignored. */
async function ensureTable(db: Database): Promise<void> {
  try {
    await db.script(createTableSql)
  } catch (error) {
    if (!(error instanceof ConflictError) && (error as { code?: string }).code !== '42P07') throw error
  }
}

/**
 * Applies a migration. Returns false when another process has applied it. Inserts the row first: its unique name makes a second process
 * wait, then fail and roll back before it has changed anything.
 */
async function apply(db: Database, name: string, checksum: string, sql: string): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.rows(insertApplied, { name, checksum })
      await tx.script(sql)
    })
    return true
  } catch (error) {
    if (error instanceof ConflictError && error.constraint === 'schema_migrations_pkey') return false
    throw error
  }
}
