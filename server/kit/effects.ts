/** What a write in a transaction says of itself: the kit writes it down with the last statement before the commit. */
import type { EventDeclaration } from './events.ts'
import type { Uuid } from './ids.ts'

export type Audit = { action: string; target: { type: string; id: Uuid }; before?: object | null; after?: object | null }

/** What a handler's write means to the rest of the system. A handler that changed nothing records nothing. */
export interface Effects {
  audit(audit: Audit): void
  /** `object` is the record after the change, `previous` the fields it had before. Answers the event's id. */
  emit(event: EventDeclaration, objectId: Uuid, object: object, previous?: object): Uuid
  /** Adds to columns of tenant_counters. */
  count(deltas: Readonly<Record<string, number>>): void
}
