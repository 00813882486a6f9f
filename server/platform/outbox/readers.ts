/**
 * Readers of the outbox: work that follows from events, such as counting them for reports or notifying people. A reader gets a tenant's events
 * in sequence, each once: what it writes commits together with its position (`read-outbox.ts`).
 */
import type { Queryable } from '../db.ts'
import type { Effects } from './effects.ts'
import type { EventRow } from './event-payload.ts'
import type { AnyEvent } from './events.ts'
import type { Uuid } from '../ids.ts'
import type { WorkerServices } from '../jobs/job.ts'

export type ReadContext = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly tenantId: Uuid
  readonly services: Pick<WorkerServices, 'config' | 'log' | 'secrets'>
}

export type Reader = {
  /** Kebab-case. The name is stored with the positions, so a renamed reader begins anew. */
  name: string
  /** What it does with the events, in plain words. */
  description: string
  /** The types of events that it gets. */
  types: readonly AnyEvent[]
  /** Maximum number of events, of any type, that one transaction covers. Choose it so that a transaction takes some tens of milliseconds. */
  batch: number
  /** Handles the next events, oldest first; at least one. When it throws, nothing of it stays, and the same events come again one at a time. */
  run: (context: ReadContext & { readonly events: readonly EventRow[] }) => Promise<void>
  /** Called in place of `run` for an event that failed ten times in succession. The reader goes on with the next event, whatever happens. */
  onStuck?: (context: ReadContext & { readonly event: EventRow; readonly error: string }) => Promise<void>
}

const declared = new Map<string, Reader>()

/** Declares a reader, which reads the events of all tenants. List it in the `readers` of its room. */
export function reader(declaration: Reader): Reader {
  if (!/^[a-z]+(-[a-z]+)*$/.test(declaration.name)) throw new Error(`Malformed name of a reader ${declaration.name}`)
  if (declared.has(declaration.name)) throw new Error(`The reader ${declaration.name} is declared twice`)
  declared.set(declaration.name, declaration)
  return declaration
}

/** Returns all readers declared by the modules loaded so far, by name. */
export function declaredReaders(): readonly Reader[] {
  return [...declared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
