/**
 * Creates the procedures of this version, and drops those that no running process needs. The table `procedures` is the registry: a process
 * renews its own procedures when it starts and every hour. So two versions can run side by side for as long as needed, and a stopped
 * version leaves nothing behind for longer than a day.
 */
import { statement, type Database, type Queryable } from '../db.ts'
import type { Log } from '../log.ts'
import type { AnyProcedure } from './procedure.ts'

/** Milliseconds between renewals of a running process's procedures. */
const renewalMs = 3_600_000
/** Hours that a procedure stays after its last renewal. */
const keptHours = 24

const renew = statement<{ names: readonly string[] }, object>(`
  insert into procedures (name) select unnest(:names::text[]) on conflict (name) do update set needed_at = now()`)
const findExisting = statement<{ names: readonly string[] }, { name: string }>(
  `select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and proname = any(:names::text[])`,
)
const deleteUnneeded = statement<{ hours: number }, { name: string }>(
  'delete from procedures where needed_at < now() - make_interval(hours => :hours::int) returning name',
)

/**
 * Creates the procedures that the database lacks, and drops those that no process has renewed for a day. A lock serialises processes that
 * start at the same time. It is not the lock of the migrations, which a backup holds for as long as it reads.
 */
export async function ensureProcedures(db: Database, procedures: readonly AnyProcedure[]): Promise<void> {
  const names = procedures.map(({ name }) => name)
  await db.transaction(async (tx) => {
    await tx.script('lock table procedures in share row exclusive mode')
    await tx.rows(renew, { names })
    const existing = new Set((await tx.rows(findExisting, { names })).map(({ name }) => name))
    for (const { name, definition } of procedures) if (!existing.has(name)) await tx.script(definition)
    for (const { name } of await tx.rows(deleteUnneeded, { hours: keptHours })) await tx.script(`drop function if exists ${name}`)
  })
}

/** Renews the procedures every hour until the returned function is called. */
export function keepProcedures(db: Database, procedures: readonly AnyProcedure[], log: Log): () => void {
  const timer = setInterval(() => {
    ensureProcedures(db, procedures).catch((error: unknown) => log.warn({ error }, 'the procedures could not be renewed'))
  }, renewalMs).unref()
  return () => clearInterval(timer)
}

/** Returns the names of the procedures in the database, of all versions. */
export async function listProcedures(db: Queryable): Promise<Set<string>> {
  return new Set((await db.rows(findAll, {})).map(({ name }) => name))
}
const findAll = statement<object, { name: string }>('select name from procedures')
