/**
 * Collects the side effects of a handler's transaction: audit rows, events, counters, jobs. The last statements before the commit store
 * them (ledger.ts).
 */
import type { Attribution } from './attribution.ts'
import type { Counter } from './counters.ts'
import type { EventDeclaration } from './events.ts'
import type { Uuid } from '../ids.ts'
import type { InputOf, JobName, OwnOrder } from '../jobs/orders.ts'
import type { RowsToCount } from './row-limit.ts'

export type Audit = { action: string; target: { type: string; id: Uuid }; before?: object | null; after?: object | null }

declare const proof: unique symbol

/** Proof that a write has an audit row: only `Effects.audit` returns it. */
export type Audited = { readonly [proof]: 'audited' }

/** The result of a handler that writes. Only `toUnchangedOutcome` and `toOutcome` create it, so a change without an audit row does not compile. */
export type Outcome<Record> = { readonly status: number; readonly record: Record; readonly [proof]: 'outcome' }

/** Records the side effects of a write. A handler that changes nothing records nothing. */
export interface Effects {
  audit(audit: Audit): Audited
  /**
   * Emits an event and returns its id. `object` is the record after the change, as the event's `present` expects it; `previous` has the old
   * values of changed fields.
   */
  emit<Stored extends object>(
    event: EventDeclaration<Stored>,
    objectId: Uuid,
    object: NoInfer<Stored>,
    previous?: Partial<NoInfer<Stored>>,
  ): Uuid
  /** Returns the same effects with another actor or cause for their events. */
  attribute(to: Partial<Attribution>): Effects
  /** Adds to a total of the tenant. */
  count(counter: Counter, delta: number): void
  /** Counts the rows of a table before the commit, and rejects the request if there are more than the limit. */
  checkLimit(rows: RowsToCount): void
  /** Stores a job after the handler has finished, so that job rows are locked after all other rows except the counters. */
  enqueue<Name extends JobName>(name: Name, order: OwnOrder<InputOf<Name>>): void
}

/** Creates the outcome of a request that changed nothing. */
export function toUnchangedOutcome<Record>(record: Record, status = 200): Outcome<Record> {
  return outcome(status, record)
}

/** Creates the outcome of a request that changed something. `audited` is the result of `effects.audit`. */
export function toOutcome<Record>(record: Record, _audited: Audited, status = 200): Outcome<Record> {
  return outcome(status, record)
}

/** Result of a handler that writes a user's working state, which has neither audit rows nor events. */
export type Saved<Record> = { readonly status: number; readonly record: Record; readonly [proof]: 'saved' }

/** Creates the outcome of a `personal` operation. */
export function toSavedOutcome<Record>(record: Record, status = 200): Saved<Record> {
  // Safe because the brand exists only for the type checker.
  return { status, record } as Saved<Record>
}

function outcome<Record>(status: number, record: Record): Outcome<Record> {
  // Safe because the brand exists only for the type checker.
  return { status, record } as Outcome<Record>
}
