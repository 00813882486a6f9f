/** A module: one resource of the API with its operations, events and background work. The service serves it from this declaration alone. */
import type { Config } from '../config.ts'
import type { Counter } from '#platform/outbox/counters.ts'
import type { Database } from '#platform/db.ts'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { AnyEvent } from '#platform/outbox/events.ts'
import { addEventJob, type EventJob } from '#platform/outbox/event-jobs.ts'
import { declareIdentifiers, getIdFields } from './identifiers.ts'
import type { IdPrefix, Uuid } from '#platform/ids.ts'
import type { Reader } from '#platform/outbox/readers.ts'
import type { Work } from '#platform/jobs/job.ts'
import type { AnyProcedure } from '#platform/postgres/procedure.ts'
import { declarePersonal, type Personal } from './privacy/holding.ts'
import type { Referrer, References } from './references.ts'
import type { Service } from '#platform/services.ts'

export type Module = {
  name: string
  /** The description of the module's tag in the API reference. */
  description: string
  endpoints: readonly Endpoint[]
  events: readonly AnyEvent[]
  tables: readonly string[]
  /** The counters that its writes update. */
  counters: readonly Counter[]
  references: readonly Referrer[]
  /** Background work that every worker runs. */
  jobs: readonly Work[]
  /** Readers of the outbox that every worker runs. */
  readers: readonly Reader[]
  /** Long-running work that every worker runs in addition to its jobs. */
  services: readonly Service[]
  /** The procedures that its writes call. */
  procedures: readonly AnyProcedure[]
  /** Functions that recount stored totals of one tenant, by name. Each returns how many totals were wrong. */
  totals: Readonly<Record<string, (db: Database, tenantId: Uuid) => Promise<number>>>
  /** Deletes a tenant's files outside the database when the tenant is deleted. Returns how many it deleted. */
  removeFiles: ((config: Config, tenantId: Uuid) => Promise<number>) | null
}

/** The parts of a module that follow from a resource. */
type ResourceOfModule = {
  noun: string
  prefix: IdPrefix
  table: string
  plural: string
  references: References
  counter: Counter | null
  events: { created: AnyEvent; updated: AnyEvent; deleted: AnyEvent | null } | null
}

type ModuleDeclaration = Pick<Module, 'name' | 'description' | 'endpoints'> &
  Partial<
    Pick<Module, 'events' | 'counters' | 'references' | 'jobs' | 'readers' | 'services' | 'procedures' | 'totals' | 'removeFiles'>
  > & {
    resources?: readonly ResourceOfModule[]
    /** Jobs that changes in other modules trigger. */
    eventJobs?: readonly EventJob[]
    /** Id prefixes of audit targets that no resource declares: `{ message: 'msg' }`. */
    targets?: Readonly<Record<string, IdPrefix>>
    /** Id prefixes of audit row fields that appear in no shape of the module's operations. */
    idFields?: Readonly<Record<string, IdPrefix>>
    /** The personal data that the module stores about customers, and its tables without such data. */
    personal?: Personal
  }

export function module(declaration: ModuleDeclaration): Module {
  const {
    name,
    description,
    endpoints,
    resources = [],
    eventJobs = [],
    events = [],
    counters = [],
    references = [],
    targets = {},
    idFields = {},
    jobs = [],
    readers = [],
    services = [],
    procedures = [],
    totals = {},
    removeFiles = null,
    personal,
  } = declaration
  const ownTargets = Object.fromEntries(resources.map(({ noun, prefix }) => [noun, prefix]))
  declareIdentifiers({ ...ownTargets, ...targets }, Object.assign({}, ...endpoints.map(getIdFields), idFields) as Record<string, IdPrefix>)
  for (const eventJob of eventJobs) addEventJob(eventJob)
  if (personal) declarePersonal(personal)
  return {
    name,
    description,
    endpoints,
    jobs,
    readers,
    services,
    procedures,
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
