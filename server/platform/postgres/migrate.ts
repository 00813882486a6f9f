/** Plain forward SQL migrations from `migrations/`, applied in order of name, each in its own transaction. */
import { readdirSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { ConflictError, statement, type Database, type Queryable } from '../db.ts'

export const migrationsDir = new URL('../../../migrations/', import.meta.url)

const makeTable = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, applied_at timestamptz(3) not null default now())`
const noteApplied = statement<{ name: string; checksum: string }, object>(
  'insert into schema_migrations (name, checksum) values (:name, :checksum)',
)
const findApplied = statement<object, AppliedMigration>('select name, checksum from schema_migrations')

const findTable = statement<object, { there: boolean }>(`select to_regclass('schema_migrations') is not null as there`)

/**
 * Applies pending migrations and returns their names. Safe when several nodes start together: each migration takes a lock on the
 * bookkeeping table first and looks again. Throws when a migration that was applied has been edited since.
 */
export async function migrate(db: Database, dir: URL = migrationsDir): Promise<string[]> {
  await ensureTable(db)
  const applied = new Map((await db.rows(findApplied, {})).map(({ name, checksum }) => [name, checksum]))
  const done: string[] = []
  for (const name of knownMigrations(dir)) {
    const sql = readFileSync(new URL(name, dir), 'utf8')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const known = applied.get(name)
    if (known !== undefined && known !== checksum)
      throw new Error(`Migration ${name} was applied in another form; add a new migration instead of editing it`)
    if (known === undefined && (await apply(db, name, checksum, sql))) done.push(name)
  }
  return done
}

/** Names of those that this version brings, in order. */
export function knownMigrations(dir: URL = migrationsDir): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

export type AppliedMigration = { name: string; checksum: string }

/** The applied migrations, in order of name. The bookkeeping table must exist. */
export async function appliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  return (await db.rows(findApplied, {})).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether the database has Skein's bookkeeping table. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  return (await db.first(findTable, {}))?.there ?? false
}

/** Makes concurrent migrations wait for the end of the caller's transaction. */
export async function holdMigrations(tx: Queryable): Promise<void> {
  await tx.script(`${makeTable}; lock table schema_migrations in access exclusive mode`)
}

/**
 * Applies those of `wanted` that are missing, and no others, in the caller's transaction. Throws when one of them is unknown to this
 * version or has different content.
 */
export async function migrateTo(tx: Queryable, wanted: readonly AppliedMigration[], dir: URL = migrationsDir): Promise<void> {
  const applied = new Set((await tx.rows(findApplied, {})).map(({ name }) => name))
  const known = new Set(knownMigrations(dir))
  for (const { name, checksum } of wanted) {
    if (!known.has(name)) throw new Error(`It was made by a newer version of Skein: the migration ${name} is not known here.`)
    const sql = readFileSync(new URL(name, dir), 'utf8')
    if (createHash('sha256').update(sql).digest('hex') !== checksum)
      throw new Error(`The migration ${name} has another form here than where the backup was made.`)
    if (applied.has(name)) continue
    await tx.rows(noteApplied, { name, checksum })
    await tx.script(sql)
  }
}

/** Names of migrations that the database does not have yet. */
export async function pendingMigrations(db: Queryable, dir: URL = migrationsDir): Promise<string[]> {
  const applied = new Set((await db.rows(findApplied, {})).map(({ name }) => name))
  return knownMigrations(dir).filter((name) => !applied.has(name))
}

/** Two nodes may make the table at the same moment; PostgreSQL's catalogue then refuses one of them, which is harmless. */
async function ensureTable(db: Database): Promise<void> {
  try {
    await db.script(makeTable)
  } catch (error) {
    if (!(error instanceof ConflictError) && (error as { code?: string }).code !== '42P07') throw error
  }
}

/** Records the migration first: its unique name makes a second node wait here, then fail and roll back without changes. */
async function apply(db: Database, name: string, checksum: string, sql: string): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.rows(noteApplied, { name, checksum })
      await tx.script(sql)
    })
    return true
  } catch (error) {
    if (error instanceof ConflictError && error.constraint === 'schema_migrations_pkey') return false
    throw error
  }
}
