/**
 * Background work, declared in the `jobs.ts` of the room that owns it and listed in its `Room`. Every worker runs all of it.
 *
 * `job()` declares work that is put in the kit's own table by `enqueue`, now or for later, or that recurs (`every`). The kit keeps its
 * lease, attempts and backoff, and ends it in the transaction of its effect. `queue()` declares work whose items are rows of the room's
 * own; the room then claims and settles them itself.
 */
import type { Config } from '../config.ts'
import type { Database, Queryable } from './db.ts'
import type { Effects } from './effects.ts'
import { newId, type Uuid } from './ids.ts'
import { cancelJob, enqueueJob } from './jobs/queries.ts'
import type { Semaphore } from './jobs/semaphore.ts'
import type { Log } from './log.ts'
import type { SafeFetch } from './outbound/safe-fetch.ts'
import type { Secrets } from './secrets.ts'

/** The tenant of work that is the whole service's. */
export const wholeService: Uuid = '00000000-0000-0000-0000-000000000000'

// --- Jobs in the kit's table --------------------------------------------------------------------------------------------

/** What every step of a job is given. `tenantId` is `wholeService` for work of the service itself. */
export type JobContext<Input> = {
  readonly tenantId: Uuid
  readonly key: string
  readonly input: Input
  /** 1 for the first. */
  readonly attempt: number
  readonly config: Config
  readonly log: Log
}
export type OutsideContext<Input> = JobContext<Input> & {
  readonly db: Database
  readonly fetch: SafeFetch
  readonly secrets: Secrets
  /** Aborts when the lease ends: another worker may then begin the next attempt. */
  readonly signal: AbortSignal
}
export type RunContext<Input, Found> = JobContext<Input> & {
  readonly tx: Queryable
  readonly effects: Effects
  /** What `outside` answered. */
  readonly found: Found
}

type JobSpec<Input extends object, Found> = {
  /** Kebab-case, verb first: `wake-thread`. Unique over all rooms; it is stored, so a rename loses what waits. */
  name: string
  /** For operators: what it does. */
  description: string
  /** Recurs: once for the service, or once for each tenant. A period that was slept through is made up for once, at once. */
  every?: { seconds: number; for: 'service' | 'tenant' }
  /** Seconds before the second, third, … attempt; after the last one the job is dead. */
  retrySeconds?: readonly number[]
  /** What an attempt may take at most. A job of a worker that was killed is tried again after so long. */
  leaseSeconds?: number
  /** Attempts under way at most of one tenant, over all workers. */
  atOnce?: number
  /**
   * Work beside the database, before the transaction and outside of it: sending, fetching, or many short transactions. It may happen
   * again after a crash, so it carries an id that receivers dedupe by, or does nothing the second time.
   */
  outside?: (context: OutsideContext<Input>) => Promise<Found>
  /**
   * The effect. It commits together with the end of the job, so it happens exactly once. Keep it short and work in portions:
   * `againInSeconds` runs the job again (0 for at once), as its first attempt.
   */
  run?: (context: RunContext<Input, Found>) => Promise<{ againInSeconds: number } | undefined | void>
  /** What giving up means, in the transaction that marks the job dead. */
  onDead?: (context: Omit<RunContext<Input, never>, 'found'> & { readonly error: string }) => Promise<void>
}

/** A declared job; `Input` is what `enqueue` asks for. */
export type Job<Input extends object = never> = {
  readonly kind: 'job'
  readonly name: string
  readonly description: string
  readonly every: { seconds: number; for: 'service' | 'tenant' } | null
  readonly retrySeconds: readonly number[]
  readonly leaseSeconds: number
  readonly atOnce: number
  readonly outside: ((context: OutsideContext<Input>) => Promise<unknown>) | undefined
  readonly run: ((context: RunContext<Input, unknown>) => Promise<{ againInSeconds: number } | undefined | void>) | undefined
  readonly onDead: JobSpec<Input, never>['onDead']
}

/** Ten attempts over about four hours. */
const retrySecondsDefault = [2, 10, 30, 60, 300, 900, 1_800, 3_600, 7_200] as const

/** Of a job whose key says all. */
export type NoInput = Record<never, never>

export function job<Input extends object = NoInput, Found = void>(spec: JobSpec<Input, Found>): Job<Input> {
  const defaults = { every: null, retrySeconds: retrySecondsDefault, leaseSeconds: 60, atOnce: 4, outside: undefined, run: undefined }
  // Safe because the kit hands `run` what this very job's `outside` answered.
  const declaration = { onDead: undefined, ...defaults, ...spec, kind: 'job' as const } as unknown as Job<Input>
  return declare(declaration)
}

/** A failure that says how to go on. Any other error is tried again on the job's schedule. */
export class JobFailure extends Error {
  /** No later attempt can do better. */
  readonly permanent: boolean
  /** Wait at least so long. */
  readonly retryAfterSeconds: number
  constructor(
    message: string,
    {
      permanent = false,
      retryAfterSeconds = 0,
      cause,
    }: Partial<Record<'permanent', boolean> & { retryAfterSeconds: number; cause: unknown }> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.permanent = permanent
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** `at` is a time of the API or the database; without either the job is due at once. */
export type JobOrder<Input> = { tenantId: Uuid; key: string; at?: string; inSeconds?: number } & (NoInput extends Input
  ? { input?: Input }
  : { input: Input })

/**
 * Puts a job in the table, in the caller's transaction, after the rows that it is about have been locked. One of the same name and key
 * is replaced, also while it runs: that run then has no effect. Tell the worker's own process by answering the request; others look within
 * a fraction of a second.
 */
export async function enqueue<Input extends object>(
  tx: Queryable,
  { name }: Job<Input>,
  { tenantId, key, input, at, inSeconds = 0 }: JobOrder<Input>,
): Promise<void> {
  await tx.rows(enqueueJob, { tenantId, id: newId(), name, key, input: input ?? {}, at: at ?? null, inSeconds })
}

/** Takes a job out of the table, also while it runs: that run then has no effect. Answers whether there was one that waited or ran. */
export async function cancel(
  tx: Queryable,
  { name }: { name: string },
  { tenantId, key }: { tenantId: Uuid; key: string },
): Promise<boolean> {
  return (await tx.rows(cancelJob, { tenantId, name, key })).length > 0
}

// --- Queues of rooms ----------------------------------------------------------------------------------------------------

/** What is claimed and bounded together within a queue: a webhook, a tenant. */
export type Lane = { readonly tenantId: Uuid; readonly lane: string }
/** What cannot take any more now, and is left out of a look-up so that it does not stand before the others. */
export type Full = { tenants: Uuid[]; lanes: Lane[] }
export type Claims<Item> = {
  items: Item[]
  /** More of the lane is due than was taken. */
  more: boolean
  /** Another statement held the lane: nothing is known, and it is asked again in a moment. */
  prevented: boolean
}

/** A queue in one worker. */
export type OpenQueue<Item> = {
  /** Lanes with something due, over all tenants, those first that have waited longest. Cheap when there is none. */
  due(full: Full, limit: number): Promise<Lane[]>
  /** Takes up to `limit` items of a lane under a lease. */
  claim(lane: Lane, limit: number): Promise<Claims<Item>>
  /** Called once for each stretch of work on a lane; the answer does one item and never throws. */
  open(lane: Lane): (item: Item) => Promise<void>
  /** Items of the lane under way at most. */
  atOnce(lane: Lane): number
}

/** What a worker has for all its work. */
export type WorkerServices = {
  readonly config: Config
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly fetch: SafeFetch
  /** Few transactions at once: hundreds of attempts that end together would otherwise stand before everybody's next statements. */
  readonly transactions: Semaphore
  /** Counts an attempt and its seconds, for metrics. */
  readonly observe: (work: { name: string }, outcome: Outcome, seconds: number) => void
  /** Something may be due. */
  readonly nudge: () => void
  /** This lane has something due. */
  readonly wake: (queue: { name: string }, lane: Lane) => void
}
export type Outcome = 'succeeded' | 'failed'

/** How much waits, in all or of one tenant. `oldestSeconds` is how long the oldest of what a worker should have taken up has waited, null when nothing has. */
export type Backlog = { depth: number; oldestSeconds: number | null; dead: number }
type Seen<Figures extends Backlog> = {
  /** Of one tenant, or of all (null). */
  look: (db: Queryable, tenantId: Uuid | null) => Promise<Figures>
  /** The first half of a sentence in system health: `3 deliveries wait`. */
  says: (figures: Figures) => string
  gauges: readonly { name: string; help: string; value: (figures: Figures) => number }[]
  /** Begins the names of the metrics of attempts. */
  attempts: string
}

type QueueSpec<Item, Figures extends Backlog> = {
  name: string
  description: string
  /** Items under way at most in one process. */
  shares: { inAll: number; perTenant: number }
  /** Items are claimed when so many are free, so that under load one statement takes several. */
  claimAtLeast?: number
  /** False for what is short and must not wait behind a backlog. */
  paced?: boolean
  open: (services: WorkerServices) => OpenQueue<Item>
  /** Null when another queue's figures show this one too. */
  seen: Seen<Figures> | null
}
export type Queue = {
  readonly kind: 'queue'
  readonly name: string
  readonly description: string
  readonly shares: { inAll: number; perTenant: number }
  readonly claimAtLeast: number
  readonly paced: boolean
  readonly open: (services: WorkerServices) => OpenQueue<unknown>
  readonly seen: Seen<Backlog> | null
}

export function queue<Item, Figures extends Backlog = Backlog>(spec: QueueSpec<Item, Figures>): Queue {
  // Safe because items and figures go only from a queue's own functions to its own functions.
  return declare({ claimAtLeast: 1, paced: true, ...spec, kind: 'queue' as const } as unknown as Queue)
}

// --- What is declared ---------------------------------------------------------------------------------------------------

/** Background work as a room lists it. */
export type Work = Job | Queue

const declared = new Map<string, Work>()

/** All work declared by the modules loaded so far, by name. */
export function declaredWork(): readonly Work[] {
  return [...declared.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

function declare<Declaration extends { name: string; kind: string }>(declaration: Declaration): Declaration {
  if (!/^[a-z]+(-[a-z]+)*$/.test(declaration.name)) throw new Error(`Malformed name of work ${declaration.name}`)
  if (declared.has(declaration.name)) throw new Error(`The work ${declaration.name} is declared twice`)
  // Safe because `job` and `queue` are the only callers.
  declared.set(declaration.name, declaration as unknown as Work)
  return declaration
}
