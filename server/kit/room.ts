/** A room of the API: one resource with its operations, events and background work. The service needs nothing else to serve it. */
import type { Config } from '../config.ts'
import type { Counter } from '../platform/outbox/counters.ts'
import type { Database } from '../platform/db.ts'
import type { Endpoint } from '../platform/http/declared-endpoint.ts'
import type { AnyEvent } from '../platform/outbox/events.ts'
import { addFollower, type Follower } from '../platform/outbox/followers.ts'
import { declareIdentifiers, idFieldsOf } from './identifiers.ts'
import type { IdPrefix, Uuid } from '../platform/ids.ts'
import type { Work } from '../platform/jobs/job.ts'
import { declarePersonal, type Personal } from './privacy/holding.ts'
import type { Referrer, References } from './references.ts'

export type Room = {
  name: string
  /** For customers: the description of the room's tag. */
  description: string
  endpoints: readonly Endpoint[]
  /** The events that it emits. */
  events: readonly AnyEvent[]
  /** The tables of its resources. */
  tables: readonly string[]
  /** The counters that its writes update. */
  counters: readonly Counter[]
  /** The references of its rows. */
  references: readonly Referrer[]
  /** Its background work, which every worker runs. */
  jobs: readonly Work[]
  /** Totals stored beside its rows, by name: each function recounts one tenant's totals and returns how many were wrong. */
  totals: Readonly<Record<string, (db: Database, tenantId: Uuid) => Promise<number>>>
  /** Deletes what it keeps of a tenant outside the database, when the tenant is deleted; returns how many things that were. */
  removeFiles: ((config: Config, tenantId: Uuid) => Promise<number>) | null
}

/** The parts of a room that follow from a resource. */
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
  Partial<Pick<Room, 'events' | 'counters' | 'references' | 'jobs' | 'totals' | 'removeFiles'>> & {
    resources?: readonly ResourceOfRoom[]
    /** Its work that changes in other rooms make due. */
    follows?: readonly Follower[]
    /** Id prefixes of audit targets that no resource declares: `{ message: 'msg' }`. */
    targets?: Readonly<Record<string, IdPrefix>>
    /** Id prefixes of audit row fields that appear in no shape of the room's operations. */
    idFields?: Readonly<Record<string, IdPrefix>>
    /** What it holds of the people who write, and which of its tables hold nothing of them. */
    personal?: Personal
  }

export function room(declaration: RoomDeclaration): Room {
  const {
    name,
    description,
    endpoints,
    resources = [],
    follows = [],
    events = [],
    counters = [],
    references = [],
    targets = {},
    idFields = {},
    jobs = [],
    totals = {},
    removeFiles = null,
    personal,
  } = declaration
  const ownTargets = Object.fromEntries(resources.map(({ noun, prefix }) => [noun, prefix]))
  declareIdentifiers({ ...ownTargets, ...targets }, Object.assign({}, ...endpoints.map(idFieldsOf), idFields) as Record<string, IdPrefix>)
  for (const follower of follows) addFollower(follower)
  if (personal) declarePersonal(personal)
  return {
    name,
    description,
    endpoints,
    jobs,
    totals,
    removeFiles,
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
