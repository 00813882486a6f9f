/** Forgets what need not be kept any longer. */
import { statement, type Database, type Queryable } from './db.ts'
import type { Log } from './log.ts'

const everyMs = 3_600_000
/** Not at once: a start has better things to do. */
const firstAfterMs = 60_000
const batchSize = 2_000

/**
 * The one statement across tenants: it is no caller's, gives nothing of any tenant away, and the age of a record is all that
 * counts. The BRIN index on created_at finds the old ones.
 */
const pruneBatch = statement<{ batchSize: number }, { deleted: number }>(`
  with old as (
    select tenant_id, key_hash from idempotency_keys where created_at < now() - interval '24 hours' limit :batchSize::integer
    for update skip locked),
  deleted as (
    delete from idempotency_keys k using old where k.tenant_id = old.tenant_id and k.key_hash = old.key_hash returning 1)
  select count(*) as deleted from deleted`)

/** Deletes the answers kept for retries that are older than 24 hours, in short transactions. Returns how many. */
export async function pruneIdempotencyKeys(db: Queryable): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = (await db.first(pruneBatch, { batchSize }))?.deleted ?? 0
    total += deleted
    if (deleted < batchSize) return total
  }
}

/** Prunes every hour, until stopped. Several nodes may do so at once: each takes other rows. */
export function startPruning(db: Database, log: Log): { stop(): void } {
  const prune = (): void => {
    pruneIdempotencyKeys(db).then(
      (deleted) => log.debug({ deleted }, 'old idempotency records deleted'),
      (error: unknown) => log.warn({ error }, 'old idempotency records could not be deleted'),
    )
  }
  const first = setTimeout(prune, firstAfterMs).unref()
  const timer = setInterval(prune, everyMs).unref()
  return {
    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}
