/**
 * Readers of the outbox: work that follows from events, such as counting them for reports or notifying people. A reader gets a tenant's events
 * in sequence, each once: what it writes commits together with its position (`read-outbox.ts`).
 */
import type { Database, Queryable } from '../db.ts'
import type { Effects } from './effects.ts'
import type { EventRow } from './event-payload.ts'
import type { AnyEvent } from './events.ts'
import type { Uuid } from '../ids.ts'
import type { WorkerServices } from '../jobs/job.ts'
import { startCursor } from './reader-queries.ts'

export type ReadContext = {
  readonly tx: Queryable
  readonly effects: Effects
  readonly tenantId: Uuid
  readonly services: Pick<WorkerServices, 'config' | 'log' | 'secrets'>
}

/**
 * The context of a reader that works in its own transactions. `isLate` is true when it should stop: the rest comes again at once. `isLastAttempt` is
 * true for an event that has failed nine times: after another failure, `onStuck` is called in place of the handler.
 */
export type ApartContext = Omit<ReadContext, 'tx' | 'effects'> & {
  readonly db: Database
  readonly events: readonly EventRow[]
  readonly isLate: () => boolean
  readonly isLastAttempt: boolean
}

type Handler =
  | {
      /** Handles the next events, oldest first; at least one. When it throws, nothing of it stays, and the same events come again one at a time. */
      run: (context: ReadContext & { readonly events: readonly EventRow[] }) => Promise<void>
    }
  | {
      /**
       * Handles the next events in transactions of its own, under a lease of the position. After a failure or a kill some events come again, so
       * their effects must have keys of their own. Returns the sequence up to which it is done, which may be short of the last event.
       */
      runApart: (context: ApartContext) => Promise<number>
    }

export type Reader = Handler & {
  /** Kebab-case. The name is stored with the positions, so a renamed reader begins anew. */
  name: string
  /** Describes its effect for operators. */
  description: string
  /** The types of events that it gets. */
  types: readonly Pick<AnyEvent, 'type'>[]
  /** Maximum number of events, of any type, that one transaction covers. Choose it so that a transaction takes some tens of milliseconds. */
  batch: number
  /**
   * For a reader of few tenants. Only tenants for which `startReading` was called have a position; the others have neither row nor cost. The
   * position is deleted when this returns false.
   */
  isWanted?: (tx: Queryable, tenantId: Uuid) => Promise<boolean>
  /** Called in place of the handler for an event that failed ten times in succession. The reader goes on with the next event, whatever happens. */
  onStuck?: (context: ReadContext & { readonly event: EventRow; readonly error: string }) => Promise<void>
}

const declared = new Map<string, Reader>()

/** Declares a reader, which reads the events of all tenants. List it in the `readers` of its module. */
export function reader<Declared extends Reader>(declaration: Declared): Declared {
  if (!/^[a-z]+(-[a-z]+)*$/.test(declaration.name)) throw new Error(`Malformed name of a reader ${declaration.name}`)
  if (declared.has(declaration.name)) throw new Error(`The reader ${declaration.name} is declared twice`)
  declared.set(declaration.name, declaration)
  return declaration
}

/** Returns all readers declared by the modules loaded so far, by name. */
export function declaredReaders(): readonly Reader[] {
  return [...declared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The names of all readers, as statements about all of them take them. `onDemand` are those that read only tenants with a position. */
export function readerNames(): { readers: string[]; onDemand: string[] } {
  const readers = declaredReaders()
  return { readers: readers.map(({ name }) => name), onDemand: readers.flatMap(({ name, isWanted }) => (isWanted ? [name] : [])) }
}

/**
 * Makes a reader with `isWanted` read the tenant's events from now on, if it does not yet. Call it as the last statement before the commit: it
 * locks the tenant's counters.
 */
export async function startReading(tx: Queryable, tenantId: Uuid, { name }: { name: string }): Promise<void> {
  await tx.rows(startCursor, { tenantId, reader: name })
}
