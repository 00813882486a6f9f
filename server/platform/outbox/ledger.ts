/**
 * The ledger of a write: its audit row, its events, the tenant's counters and the idempotency record. They commit together with the effect.
 * Writes in a transaction collect them in `Effects`, and the procedure of ledger-queries.ts stores them at the end. Hot writes are
 * procedures themselves, built from the same steps (ledger-steps.ts). The tenant's row in tenant_counters is locked last, so writers of one
 * tenant block each other only from that statement to the commit, and all lock in the same order.
 */
import type { Attribution } from './attribution.ts'
import { statement, type Database, type Queryable } from '../db.ts'
import type { Audit, Audited, Effects } from './effects.ts'
import type { EventDeclaration } from './events.ts'
import { counters, type Counter } from './counters.ts'
import { findFollowingJobs } from './event-jobs.ts'
import { newId, type Uuid } from '../ids.ts'
import type { InputOf, JobName, OwnOrder } from '../jobs/orders.ts'
import { enqueueJob } from '../jobs/queries.ts'
import { insertLedger, type AuditRow, type EventRow } from './ledger-queries.ts'
import { callProcedure } from '../postgres/procedure.ts'
import { checkRowLimit, type RowsToCount } from './row-limit.ts'
import type { WriteIdentity } from './write-identity.ts'

/** The stored response of an Idempotency-Key. */
export type StoredResponse = { fingerprint: string; status: number; record: unknown }

// --- Effects of a transaction -------------------------------------------------------------------------------------

/** An event before the write's own actor and cause are added. */
type Emitted = Omit<EventRow, keyof Attribution> & Partial<Attribution>

export class CollectedEffects implements Effects {
  readonly audits: AuditRow[] = []
  readonly events: Emitted[] = []
  readonly deltas = new Map<Counter, number>()
  /** Row limits to check before the commit, by resource. */
  readonly limits = new Map<string, RowsToCount>()
  readonly #orders = new Map<string, { name: JobName; order: OwnOrder<object> }>()

  audit({ action, target, before = null, after = null }: Audit): Audited {
    this.audits.push({ id: newId(), action, targetType: target.type, targetId: target.id, before, after })
    // Safe because the brand exists only for the type checker.
    return {} as Audited
  }
  emit<Stored extends object>(event: EventDeclaration<Stored>, objectId: Uuid, object: Stored, previous?: Partial<Stored>): Uuid {
    return this.#emit({}, event, objectId, object, previous)
  }
  attribute(to: Partial<Attribution>): Effects {
    return {
      audit: (audit) => this.audit(audit),
      emit: (event, objectId, object, previous) => this.#emit(to, event, objectId, object, previous),
      count: (counter, delta) => this.count(counter, delta),
      checkLimit: (rows) => this.checkLimit(rows),
      enqueue: (name, order) => this.enqueue(name, order),
      attribute: (more) => this.attribute({ ...to, ...more }),
    }
  }
  #emit<Stored extends object>(
    to: Partial<Attribution>,
    { type }: EventDeclaration<Stored>,
    objectId: Uuid,
    object: Stored,
    previous: Partial<Stored> | undefined,
  ): Uuid {
    const id = newId()
    this.events.push({ id, type, objectId, object, previous: previous ?? null, ...to })
    for (const { name, order } of findFollowingJobs(type, object, previous ?? {})) this.#enqueue(name, order)
    return id
  }
  enqueue<Name extends JobName>(name: Name, order: OwnOrder<InputOf<Name>>): void {
    // Safe because an order with an input has all fields of an order without one.
    this.#enqueue(name, order as OwnOrder<object>)
  }
  #enqueue(name: JobName, order: OwnOrder<object>): void {
    this.#orders.set(`${name} ${order.key}`, { name, order })
  }
  /** Jobs in a fixed order, the same in all transactions, so that their row locks cannot deadlock. */
  get orders(): { name: JobName; order: OwnOrder<object> }[] {
    return [...this.#orders].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, order]) => order)
  }
  count(counter: Counter, delta: number): void {
    if (delta) this.deltas.set(counter, (this.deltas.get(counter) ?? 0) + delta)
  }
  checkLimit(rows: RowsToCount): void {
    this.limits.set(rows.limit.of, rows)
  }
  get empty(): boolean {
    return this.audits.length === 0 && this.events.length === 0 && this.deltas.size === 0 && this.#orders.size === 0
  }
}

/** Writes a transaction's collected effects and its idempotency record, in the last statement before the commit. */
export async function writeLedger(
  tx: Queryable,
  identity: WriteIdentity,
  effects: CollectedEffects,
  response: { status: number; record: unknown },
): Promise<void> {
  const { tenantId } = identity
  for (const { name, order } of effects.orders) {
    const { key, input = {}, at = null, inSeconds = 0 } = order
    await tx.rows(enqueueJob, { tenantId, id: newId(), name, key, input, at, inSeconds })
  }
  for (const rows of effects.limits.values()) await checkRowLimit(tx, tenantId, rows)
  if (effects.audits.length === 0 && effects.events.length === 0 && effects.deltas.size === 0) {
    if (identity.keyHash) await storeResponse(tx, identity, response)
    return
  }
  const { actor, cause } = identity
  await callProcedure(tx, insertLedger, {
    ...identity,
    deltas: counters.map((column) => effects.deltas.get(column) ?? 0),
    audits: effects.audits,
    events: effects.events.map((event) => ({ actor, cause, ...event })),
    ...response,
  })
}

/** Writes effects in their own transaction, for a request that is rejected but must leave a trace. */
export async function writeEffects(db: Database, identity: WriteIdentity, collect: (effects: Effects) => void): Promise<void> {
  const effects = new CollectedEffects()
  collect(effects)
  await db.transaction((tx) => writeLedger(tx, { ...identity, keyHash: null, fingerprint: null }, effects, { status: 200, record: null }))
}

/** Stores the response of a request without effect: an error or a no-op. Throws ConflictError if another request was first. */
export async function storeResponse(db: Queryable, identity: WriteIdentity, response: { status: number; record: unknown }): Promise<void> {
  const { tenantId, keyHash, fingerprint } = identity
  await db.rows(keepStatement, { tenantId, keyHash, fingerprint, ...response })
}

/** Returns the stored response of the request's Idempotency-Key, or null. */
export async function findPrior(db: Queryable, identity: WriteIdentity): Promise<StoredResponse | null> {
  if (!identity.keyHash) return null
  return db.first(priorStatement, { tenantId: identity.tenantId, keyHash: identity.keyHash })
}

const priorStatement = statement<{ tenantId: Uuid; keyHash: Buffer }, StoredResponse>(`
  select encode(fingerprint, 'hex') as fingerprint, status, record from idempotency_keys
  where tenant_id = :tenantId::uuid and key_hash = :keyHash::bytea`)
const keepStatement = statement<Pick<WriteIdentity, 'tenantId' | 'keyHash' | 'fingerprint'> & { status: number; record: unknown }, object>(`
  insert into idempotency_keys (tenant_id, key_hash, fingerprint, status, record)
  values (:tenantId::uuid, :keyHash::bytea, :fingerprint::bytea, :status::smallint, :record::json)`)
