/** What a write in a transaction says of itself: the kit writes it down with the last statement before the commit. */
import type { Counter } from './counters.ts'
import type { EventDeclaration } from './events.ts'
import type { Uuid } from './ids.ts'

export type Audit = { action: string; target: { type: string; id: Uuid }; before?: object | null; after?: object | null }

/** What a handler's write means to the rest of the system. A handler that changed nothing records nothing. */
export interface Effects {
  audit(audit: Audit): void
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
