/**
 * The side records of a write in a transaction (audit rows, events, counters). The kit stores them with the last statement before the
 * commit.
 */
import type { Counter } from './counters.ts'
import type { EventDeclaration } from './events.ts'
import type { Uuid } from '../ids.ts'
import type { InputOf, JobName, OwnOrder } from '../jobs/orders.ts'
import type { RowsToCount } from './row-limit.ts'

export type Audit = { action: string; target: { type: string; id: Uuid }; before?: object | null; after?: object | null }

declare const proof: unique symbol

/** Proof that a write records an audit row: only `Effects.audit` returns one. */
export type Audited = { readonly [proof]: 'audited' }

/** The result of a handler that writes. Only `unchanged` and `written` construct it, so no change can be made without an audit row. */
export type Outcome<Record> = { readonly status: number; readonly record: Record; readonly [proof]: 'outcome' }

/** Records what a handler's write means for the rest of the system. A handler that changed nothing records nothing. */
export interface Effects {
  audit(audit: Audit): Audited
  /**
   * `object` is the record after the change, as the event's `present` takes it; `previous` the earlier values of changed fields. Returns
   * the event's id.
   */
  emit<Stored extends object>(
    event: EventDeclaration<Stored>,
    objectId: Uuid,
    object: NoInfer<Stored>,
    previous?: Partial<NoInfer<Stored>>,
  ): Uuid
  /** Adds to a total of the tenant. */
  count(counter: Counter, delta: number): void
  /** Has the rows of a table counted before the commit, and the request refused when there are more than their limit. */
  checkLimit(rows: RowsToCount): void
  /** Stores a job when the handler is done, so that the rows of jobs are locked after everything else but the counters. */
  enqueue<Name extends JobName>(name: Name, order: OwnOrder<InputOf<Name>>): void
}

/** The resource already has the requested state: nothing was written. */
export function unchanged<Record>(record: Record, status = 200): Outcome<Record> {
  return outcome(status, record)
}

/** The request changed something. `audited` is the value returned by `effects.audit`. */
export function written<Record>(record: Record, _audited: Audited, status = 200): Outcome<Record> {
  return outcome(status, record)
}

/** The result of a handler that writes a person's own working state, of which neither audit log nor events tell. */
export type Saved<Record> = { readonly status: number; readonly record: Record; readonly [proof]: 'saved' }

/** For operations declared `personal`. */
export function saved<Record>(record: Record, status = 200): Saved<Record> {
  // Safe because the brand exists only for the type checker.
  return { status, record } as Saved<Record>
}

function outcome<Record>(status: number, record: Record): Outcome<Record> {
  // Safe because the brand exists only for the type checker.
  return { status, record } as Outcome<Record>
}
