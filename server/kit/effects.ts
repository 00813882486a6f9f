/** What a write in a transaction says of itself: the kit writes it down with the last statement before the commit. */
import type { Counter } from './counters.ts'
import type { EventDeclaration } from './events.ts'
import type { Uuid } from './ids.ts'

export type Audit = { action: string; target: { type: string; id: Uuid }; before?: object | null; after?: object | null }

declare const proof: unique symbol

/** Shows that a write leaves an audit row: nothing but `Effects.audit` gives one. */
export type Audited = { readonly [proof]: 'audited' }

/** What a handler that writes answers. Only `unchanged` and `written` make one, so that no change goes without its audit row. */
export type Outcome<Record> = { readonly status: number; readonly record: Record; readonly [proof]: 'outcome' }

/** What a handler's write means to the rest of the system. A handler that changed nothing records nothing. */
export interface Effects {
  audit(audit: Audit): Audited
  /** `object` is the record after the change, as the event's `present` takes it; `previous` the fields it had before. Answers the event's id. */
  emit<Stored extends object>(
    event: EventDeclaration<Stored>,
    objectId: Uuid,
    object: NoInfer<Stored>,
    previous?: Partial<NoInfer<Stored>>,
  ): Uuid
  /** Adds to a total of the tenant. */
  count(counter: Counter, delta: number): void
}

/** The request asked for what is already so: nothing was written. */
export function unchanged<Record>(record: Record, status = 200): Outcome<Record> {
  return outcome(status, record)
}

/** The request changed something. `audited` is what `effects.audit` gave. */
export function written<Record>(record: Record, _audited: Audited, status = 200): Outcome<Record> {
  return outcome(status, record)
}

function outcome<Record>(status: number, record: Record): Outcome<Record> {
  // Safe because the mark is for the type checker alone.
  return { status, record } as Outcome<Record>
}
