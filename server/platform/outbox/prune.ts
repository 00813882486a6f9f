import { statement, type Queryable } from '../db.ts'

const batchSize = 2_000

/**
 * Deletes old idempotency records of all tenants. Belongs to no request, returns no tenant's data, and depends only on a record's age,
 * which the BRIN index on created_at finds. Does not lock the rows first: if two workers get the same batch, the second deletes nothing and
 * stops.
 */
const pruneBatch = statement<{ batchSize: number }, { deleted: number }>(`/* across tenants: the age of a record is all that counts */
  with old as (
    select tenant_id, key_hash from idempotency_keys where created_at < now() - interval '24 hours' limit :batchSize::integer),
  deleted as (
    delete from idempotency_keys k using old where k.tenant_id = old.tenant_id and k.key_hash = old.key_hash returning 1)
  select count(*) as deleted from deleted`)

/** Deletes stored responses older than 24 hours, in short transactions. Returns their number. */
export async function pruneIdempotencyKeys(db: Queryable): Promise<number> {
  for (let total = 0; ; ) {
    const deleted = (await db.first(pruneBatch, { batchSize }))?.deleted ?? 0
    total += deleted
    if (deleted < batchSize) return total
  }
}
