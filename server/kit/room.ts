/** A room of the API: one resource, its operations, its events, its background work. Whoever serves rooms reads nothing but this. */
import type { Counter } from './counters.ts'
import type { Database } from './db.ts'
import type { Endpoint } from './endpoint.ts'
import type { AnyEvent } from './events.ts'
import { declareIdentifiers, idFieldsOf } from './identifiers.ts'
import type { IdPrefix, Uuid } from './ids.ts'
import type { Work } from './jobs.ts'
import type { Referrer, References } from './references.ts'

export type Room = {
  name: string
  /** For customers: the description of the room's tag. */
  description: string
  endpoints: readonly Endpoint[]
  /** What it announces. */
  events: readonly AnyEvent[]
  /** The tables of its resources. */
  tables: readonly string[]
  /** The totals that its writes keep. */
  counters: readonly Counter[]
  /** What its rows name. */
  references: readonly Referrer[]
  /** What every worker does for it, declared in its `jobs.ts`. */
  jobs: readonly Work[]
  /** Totals that it keeps beside its rows, by name: each counts those of a tenant again and answers how many were wrong. */
  totals: Readonly<Record<string, (db: Database, tenantId: Uuid) => Promise<number>>>
}

/** What a room takes of a resource. */
type ResourceOfRoom = {
  noun: string
  prefix: IdPrefix
  table: string
  plural: string
  references: References
  counter: Counter | null
  events: { created: AnyEvent; updated: AnyEvent; deleted: AnyEvent | null } | null
}

type RoomDeclaration = Pick<Room, 'name' | 'description' | 'endpoints'> &
  Partial<Pick<Room, 'events' | 'counters' | 'references' | 'jobs' | 'totals'>> & {
    resources?: readonly ResourceOfRoom[]
    /** Prefixes of what audit rows call the room's things, where no resource says it: `{ message: 'msg' }`. */
    targets?: Readonly<Record<string, IdPrefix>>
    /** Prefixes of fields of audit rows that stand in no shape of the room's operations. */
    idFields?: Readonly<Record<string, IdPrefix>>
  }

export function room(declaration: RoomDeclaration): Room {
  const {
    name,
    description,
    endpoints,
    resources = [],
    events = [],
    counters = [],
    references = [],
    targets = {},
    idFields = {},
    jobs = [],
    totals = {},
  } = declaration
  const ownTargets = Object.fromEntries(resources.map(({ noun, prefix }) => [noun, prefix]))
  declareIdentifiers({ ...ownTargets, ...targets }, Object.assign({}, ...endpoints.map(idFieldsOf), idFields) as Record<string, IdPrefix>)
  return {
    name,
    description,
    endpoints,
    jobs,
    totals,
    tables: resources.map(({ table }) => table),
    events: [
      ...events,
      ...resources.flatMap(({ events: own }) => (own ? [own.created, own.updated, ...(own.deleted ? [own.deleted] : [])] : [])),
    ],
    counters: [...counters, ...resources.flatMap(({ counter }) => (counter ? [counter] : []))],
    references: [
      ...references,
      ...resources.flatMap((own) =>
        Object.keys(own.references).length > 0 ? [{ plural: own.plural, table: own.table, references: own.references }] : [],
      ),
    ],
  }
}
