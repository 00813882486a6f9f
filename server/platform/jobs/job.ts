/**
 * Background work, declared by the module that owns it and listed in its `index.ts`. Every worker runs all of it.
 *
 * `job()` declares work that `enqueue` stores in the table `jobs`, due now or later, or that recurs (`every`). The worker manages its
 * lease, attempts and backoff, and deletes the row in the transaction of the effect. `queue()` declares work whose items are rows of the
 * module's own table; the module claims and completes them itself.
 */
import type { Database, Queryable } from '../db.ts'
import type { Effects } from '../outbox/effects.ts'
import type { Uuid } from '../ids.ts'
import type { InputOf, NoInput } from './orders.ts'
import type { Semaphore } from './semaphore.ts'
import type { Log } from '../log.ts'
import type { MetricGauge } from '../measures.ts'
import type { SafeFetch } from '../outbound/safe-fetch.ts'
import type { Secrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'

export type { InputOf, JobName, JobOrder, NoInput } from './orders.ts'

/** The tenant id of jobs that belong to the whole service. */
export const wholeService: Uuid = '00000000-0000-0000-0000-000000000000'

// --- Jobs in the kit's table --------------------------------------------------------------------------------------------

/** Arguments of every step of a job. `tenantId` is `wholeService` for jobs of the service itself. */
export type JobContext<Input> = {
  readonly tenantId: Uuid
  readonly key: string
  readonly input: Input
  /** Number of the attempt, starting at 1. */
  readonly attempt: number
  readonly config: Settings
  readonly log: Log
  readonly secrets: Secrets
}
export type OutsideContext<Input> = JobContext<Input> & {
  readonly db: Database
  readonly fetch: SafeFetch
  /**
   * Aborts when the lease expires, because another worker may then start the next attempt. With `renewsLease`, aborts when the lease is
   * lost, or a few seconds after the worker starts to shut down.
   */
  readonly signal: AbortSignal
}
export type RunContext<Input, Found> = JobContext<Input> & {
  readonly tx: Queryable
  readonly effects: Effects
  /** Result of `outside`. */
  readonly found: Found
}

/** Arguments of several jobs of one tenant that share a transaction. `keys` are sorted. */
export type TogetherContext = Omit<RunContext<NoInput, unknown>, 'key' | 'input' | 'attempt' | 'found'> & {
  readonly keys: readonly string[]
}
type Together = {
  /** Maximum number of jobs per transaction. Choose it so that a transaction takes a few tens of milliseconds. */
  atMost: number
  /** Runs the jobs with these keys. Returns the seconds until the next run for jobs that run again. */
  run: (context: TogetherContext) => Promise<ReadonlyMap<string, number>>
}

type JobSpec<Name extends string, Input extends object, Found> = {
  /**
   * Kebab-case, starting with a verb: `wake-thread`. Unique across all modules. The name is stored, so renaming a job loses its waiting
   * rows.
   */
  name: Name
  /** Description of the job for operators. */
  description: string
  /**
   * Interval at which the job runs, once for the service or once for each tenant. After downtime it runs once, no matter how many intervals
   * were missed.
   */
  every?: { seconds: number; for: 'service' | 'tenant' }
  /** Seconds before the second, third, … attempt, or a function that reads them from the configuration. After the last attempt the job is dead. */
  retrySeconds?: readonly number[] | ((config: Settings) => readonly number[])
  /** Maximum duration of an attempt in seconds. If the worker is killed, the job is retried after this time. */
  leaseSeconds?: number
  /**
   * Renews the lease while `outside` runs. Declare it for long work, so that the lease can be short and a retry quick after a worker is
   * killed. `outside` needs a time limit.
   */
  renewsLease?: boolean
  /** Maximum number of concurrent attempts of one tenant across all workers; with `together`, of transactions. */
  atOnce?: number
  /** Maximum number of concurrent items with the same value in a field of the input, so that one value cannot take all slots of the tenant. */
  atOncePer?: { field: keyof Input & string; atMost: number }
  /**
   * Does work outside the database before the transaction: sending, fetching, or many short transactions. It may run again after a crash,
   * so it must be idempotent, or send an id by which the receiver deduplicates.
   */
  outside?: (context: OutsideContext<Input>) => Promise<Found>
  /**
   * Writes the effect. Commits together with the job's completion, so the effect happens exactly once. Keep it short and work in batches:
   * `againInSeconds` runs the job again (0 for immediately), starting with attempt 1.
   */
  run?: (context: RunContext<Input, Found>) => Promise<{ againInSeconds: number } | undefined | void>
  /**
   * Replaces `run` and `outside` for jobs that become due in large numbers, for example after downtime: several share a transaction. If the
   * transaction fails, each job runs on its own.
   */
  together?: Together
  /** Called after the last failed attempt, in the transaction that marks the job dead. */
  onDead?: (context: Omit<RunContext<Input, never>, 'found'> & { readonly error: string }) => Promise<void>
}

/** A declared job. `Input` is the input that its `enqueue` takes. */
export type Job<Input extends object = never> = {
  readonly kind: 'job'
  readonly name: string
  readonly description: string
  readonly every: { seconds: number; for: 'service' | 'tenant' } | null
  readonly retrySeconds: readonly number[] | ((config: Settings) => readonly number[])
  readonly leaseSeconds: number
  readonly renewsLease: boolean
  readonly atOnce: number
  readonly atOncePer: { field: string; atMost: number } | null
  readonly outside: ((context: OutsideContext<Input>) => Promise<unknown>) | undefined
  readonly run: ((context: RunContext<Input, unknown>) => Promise<{ againInSeconds: number } | undefined | void>) | undefined
  readonly together: Together | undefined
  readonly onDead: JobSpec<string, Input, never>['onDead']
}

/** Ten attempts over about four hours. */
const defaultRetrySeconds = [2, 10, 30, 60, 300, 900, 1_800, 3_600, 7_200] as const

export function job<const Name extends string, Found = void, Input extends object = InputOf<Name>>(
  spec: JobSpec<Name, Input, Found>,
): Job<Input> {
  const timing = { every: null, retrySeconds: defaultRetrySeconds, leaseSeconds: 60, renewsLease: false, atOnce: 4, atOncePer: null }
  // Safe because the worker passes `run` the result of the same job's `outside`.
  const declaration = {
    outside: undefined,
    run: undefined,
    onDead: undefined,
    together: undefined,
    ...timing,
    ...spec,
    kind: 'job' as const,
  } as unknown as Job<Input>
  return declare(declaration)
}

/** A failure that decides whether and when the job is retried. After any other error, the job is retried on schedule. */
export class JobFailure extends Error {
  /** True when a retry cannot succeed. */
  readonly permanent: boolean
  /** Minimum seconds before the next attempt. */
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

// --- Queues of modules ----------------------------------------------------------------------------------------------------

/** Unit of claiming and of concurrency limits within a queue, such as a webhook or a tenant. */
export type Lane = { readonly tenantId: Uuid; readonly lane: string }
/**
 * Tenants and lanes at their limit, and suspended tenants. The search for due work skips them, so that they do not crowd out the others. A
 * queue with few lanes per tenant skips only suspended tenants, so that each lane waits for a slot even if another lane of its tenant is
 * always busy.
 */
export type Full = { tenants: Uuid[]; suspended: Uuid[]; lanes: Lane[] }
export type Claims<Item> = {
  items: Item[]
  /** True when the lane has more due items than were claimed. */
  more: boolean
  /** True when another transaction held the lock on the lane's row, so that the result is unknown. The claim is retried shortly after. */
  prevented: boolean
}

/** A queue in one worker. */
export type OpenQueue<Item> = {
  /**
   * Returns lanes with due items, across all tenants, longest wait first; null when it is too early to search again. Must be cheap when
   * nothing is due.
   */
  due(full: Full, limit: number): Promise<Lane[] | null>
  /** Claims up to `limit` items of a lane under a lease. */
  claim(lane: Lane, limit: number): Promise<Claims<Item>>
  /** Starts work on a lane. The returned function processes one item and never throws. */
  open(lane: Lane): (item: Item) => Promise<void>
  /** Returns the maximum number of concurrent items of the lane. */
  atOnce(lane: Lane): number
}

/** Services that a worker passes to all its work. */
export type WorkerServices = {
  readonly config: Settings
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly fetch: SafeFetch
  /** Aborts when the worker starts to shut down. */
  readonly stopping: AbortSignal
  /** Limits concurrent transactions. Otherwise hundreds of attempts that end together would delay all other statements. */
  readonly transactions: Semaphore
  /** Counts an attempt and its seconds, for metrics. */
  readonly observe: (work: { name: string }, outcome: AttemptOutcome, seconds: number) => void
  /** Signals that items of this queue may be due, in any lane. */
  readonly nudge: (queue: { name: string }) => void
  /** Signals that items of this lane are due. */
  readonly wake: (queue: { name: string }, lane: Lane) => void
}
export type AttemptOutcome = 'succeeded' | 'failed'

/**
 * Number of waiting items, in total or for one tenant. `oldestSeconds` is how long the oldest due item has waited for a worker; null if no
 * item waits.
 */
export type Backlog = { depth: number; oldestSeconds: number | null; dead: number }
type Seen<Figures extends Backlog> = {
  /** Returns the figures of one tenant or, if null, of all. */
  look: (db: Queryable, tenantId: Uuid | null) => Promise<Figures>
  /** Formats the first half of a sentence in system health: `3 deliveries wait`. */
  says: (figures: Figures) => string
  gauges: readonly MetricGauge<Figures>[]
  /** Name prefix of the attempt metrics. */
  attempts: string
}

type QueueSpec<Item, Figures extends Backlog> = {
  name: string
  description: string
  /** Maximum number of concurrent items in one process. */
  shares: { inAll: number; perTenant: number }
  /** Minimum number of free slots for a claim, so that under load one statement claims several items. */
  claimAtLeast?: number
  /** False for short work that must not wait behind a backlog. */
  paced?: boolean
  open: (services: WorkerServices) => OpenQueue<Item>
  /** Figures for system health. Null if the figures of another queue include this one. */
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
  // Safe because items and figures are only passed between functions of the same queue.
  return declare({ claimAtLeast: 1, paced: true, ...spec, kind: 'queue' as const } as unknown as Queue)
}

// --- What is declared ---------------------------------------------------------------------------------------------------

/** A job or queue in a module's declaration. */
export type Work = Job | Queue

const declared = new Map<string, Work>()

/** Returns all jobs and queues declared by the modules loaded so far, sorted by name. */
export function declaredWork(): readonly Work[] {
  return [...declared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function declare<Declaration extends { name: string; kind: string }>(declaration: Declaration): Declaration {
  if (!/^[a-z]+(-[a-z]+)*$/.test(declaration.name)) throw new Error(`Malformed name of work ${declaration.name}`)
  if (declared.has(declaration.name)) throw new Error(`The work ${declaration.name} is declared twice`)
  // Safe because only `job` and `queue` call this function.
  declared.set(declaration.name, declaration as unknown as Work)
  return declaration
}
