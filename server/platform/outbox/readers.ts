/**
 * Readers of the outbox do work that events trigger, such as counting them for reports or notifying users. A reader gets a tenant's events
 * in sequence, each once: its writes commit together with its cursor (`read-outbox.ts`).
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
 * Context of a reader that works in its own transactions. `isLate` is true when the reader should stop: the remaining events are read again
 * immediately. `isLastAttempt` is true for an event that has failed nine times: if it fails again, `onStuck` replaces the handler.
 */
export type ApartContext = Omit<ReadContext, 'tx' | 'effects'> & {
  readonly db: Database
  readonly events: readonly EventRow[]
  readonly isLate: () => boolean
  readonly isLastAttempt: boolean
}

type Handler =
  | {
      /**
       * Handles the next events, oldest first, at least one. When it throws, everything is rolled back, and the same events are retried one
       * at a time.
       */
      run: (context: ReadContext & { readonly events: readonly EventRow[] }) => Promise<void>
    }
  | {
      /**
       * Handles the next events in its own transactions, under a lease of the cursor. After a failure or a kill some events are read again,
       * so its effects must be idempotent. Returns the sequence up to which it is done, which may be before the last event.
       */
      runApart: (context: ApartContext) => Promise<number>
    }

export type Reader = Handler & {
  /** Kebab-case. The name is stored with the cursors, so a renamed reader starts from the beginning. */
  name: string
  /** Description of its effect for operators. */
  description: string
  /** Event types that the reader gets. */
  types: readonly Pick<AnyEvent, 'type'>[]
  /** Maximum number of events, of any type, per transaction. Choose it so that a transaction takes a few tens of milliseconds. */
  batch: number
  /**
   * Declares a reader on demand, for few tenants. Only tenants for which `startReading` was called have a cursor; the others have no row
   * and cost nothing. The cursor is deleted when this returns false.
   */
  isWanted?: (tx: Queryable, tenantId: Uuid) => Promise<boolean>
  /**
   * Replaces the handler for an event that failed ten times in a row. The reader then moves on to the next event, even if `onStuck` fails.
   */
  onStuck?: (context: ReadContext & { readonly event: EventRow; readonly error: string }) => Promise<void>
}

const declared = new Map<string, Reader>()

/** Declares a reader of all tenants' events. List it in the `readers` of its module. */
export function reader<Declared extends Reader>(declaration: Declared): Declared {
  if (!/^[a-z]+(-[a-z]+)*$/.test(declaration.name)) throw new Error(`Malformed name of a reader ${declaration.name}`)
  if (declared.has(declaration.name)) throw new Error(`The reader ${declaration.name} is declared twice`)
  declared.set(declaration.name, declaration)
  return declaration
}

/** Returns all readers declared by the modules loaded so far, sorted by name. */
export function declaredReaders(): readonly Reader[] {
  return [...declared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Names of all readers, as parameters of statements. `onDemand` are the readers that only cover tenants with a cursor. */
export function readerNames(): { readers: string[]; onDemand: string[] } {
  const readers = declaredReaders()
  return { readers: readers.map(({ name }) => name), onDemand: readers.flatMap(({ name, isWanted }) => (isWanted ? [name] : [])) }
}

/**
 * Starts a reader with `isWanted` for the tenant at the latest event, unless it is already reading. Call it as the last statement before
 * the commit, because it locks the tenant's counters.
 */
export async function startReading(tx: Queryable, tenantId: Uuid, { name }: { name: string }): Promise<void> {
  await tx.rows(startCursor, { tenantId, reader: name })
}
