/**
 * Background work, declared by the resource that owns it and listed in its `index.ts`. Every worker runs all of it.
 *
 * `job()` declares work that `enqueue` stores in the kit's own table, due now or later, or that recurs (`every`). The kit manages its
 * lease, attempts and backoff, and completes it in the transaction of its effect. `queue()` declares work whose items are rows of one of
 * the room's tables; the room claims and completes them itself.
 */
import type { Database, Queryable } from '../db.ts'
import type { Effects } from '../outbox/effects.ts'
import { newId, type Uuid } from '../ids.ts'
import type { InputOf, JobName, JobOrder, NoInput } from './orders.ts'
import { cancelJob, enqueueJob } from './queries.ts'
import type { Semaphore } from './semaphore.ts'
import type { Log } from '../log.ts'
import type { SafeFetch } from '../outbound/safe-fetch.ts'
import type { Secrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'

export type { InputOf, JobName, JobOrder, NoInput } from './orders.ts'

/** The tenant id of work that belongs to the whole service. */
export const wholeService: Uuid = '00000000-0000-0000-0000-000000000000'

// --- Jobs in the kit's table --------------------------------------------------------------------------------------------

/** The arguments of every step of a job. `tenantId` is `wholeService` for work of the service itself. */
export type JobContext<Input> = {
  readonly tenantId: Uuid
  readonly key: string
  readonly input: Input
  /** 1 for the first. */
  readonly attempt: number
  readonly config: Settings
  readonly log: Log
  readonly secrets: Secrets
}
export type OutsideContext<Input> = JobContext<Input> & {
  readonly db: Database
  readonly fetch: SafeFetch
  /** Aborts when the lease ends: another worker may then begin the next attempt. */
  readonly signal: AbortSignal
}
export type RunContext<Input, Found> = JobContext<Input> & {
  readonly tx: Queryable
  readonly effects: Effects
  /** What `outside` answered. */
  readonly found: Found
}

/** Several jobs of one tenant in one transaction, in the order of their keys. */
export type TogetherContext = Omit<RunContext<NoInput, unknown>, 'key' | 'input' | 'attempt' | 'found'> & {
  readonly keys: readonly string[]
}
type Together = {
  /** Limit it to a portion that takes some tens of milliseconds. */
  atMost: number
  /** Like `run`, for all these keys. Returns the seconds until their next run for those that run again. */
  run: (context: TogetherContext) => Promise<ReadonlyMap<string, number>>
}

type JobSpec<Name extends string, Input extends object, Found> = {
  /** Kebab-case, verb first: `wake-thread`. Unique over all rooms. It is stored, so renaming a job loses the jobs that wait. */
  name: Name
  /** For operators: what it does. */
  description: string
  /** Recurs: once for the service, or once for each tenant. After downtime the job runs once, at once, however many periods were missed. */
  every?: { seconds: number; for: 'service' | 'tenant' }
  /** Seconds before the second, third, … attempt; after the last one the job is dead. */
  retrySeconds?: readonly number[]
  /** Maximum duration of an attempt. The job of a killed worker is tried again after this time. */
  leaseSeconds?: number
  /** Maximum number of concurrent attempts of one tenant, over all workers; with `together`, of transactions. */
  atOnce?: number
  /**
   * Work outside the database, before the transaction: sending, fetching, or many short transactions. It may run again after a crash, so it
   * must be idempotent or carry an id that receivers deduplicate by.
   */
  outside?: (context: OutsideContext<Input>) => Promise<Found>
  /**
   * The effect. It commits together with the completion of the job, so it happens exactly once. Keep it short and work in batches:
   * `againInSeconds` runs the job again (0 for at once), as its first attempt.
   */
  run?: (context: RunContext<Input, Found>) => Promise<{ againInSeconds: number } | undefined | void>
  /**
   * In place of `run` and `outside`: jobs of which many come due at the same time, as after downtime, share transactions. If one of them fails,
   * each is run on its own.
   */
  together?: Together
  /** Runs when the job is given up, in the transaction that marks it dead. */
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
  readonly together: Together | undefined
  readonly onDead: JobSpec<string, Input, never>['onDead']
}

/** Ten attempts over about four hours. */
const retrySecondsDefault = [2, 10, 30, 60, 300, 900, 1_800, 3_600, 7_200] as const

export function job<const Name extends string, Found = void, Input extends object = InputOf<Name>>(
  spec: JobSpec<Name, Input, Found>,
): Job<Input> {
  const defaults = { every: null, retrySeconds: retrySecondsDefault, leaseSeconds: 60, atOnce: 4, outside: undefined, run: undefined }
  // Safe because the kit passes `run` the result of the same job's `outside`.
  const declaration = { onDead: undefined, together: undefined, ...defaults, ...spec, kind: 'job' as const } as unknown as Job<Input>
  return declare(declaration)
}

/** A failure that decides whether and when to retry. After any other error the job is retried on its schedule. */
export class JobFailure extends Error {
  /** A retry cannot succeed. */
  readonly permanent: boolean
  /** Minimum wait before the next attempt. */
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

/**
 * Stores a job in the caller's transaction. Lock the rows that it is about first; where more may be locked afterwards, `effects.enqueue`
 * stores it at the end. A job of the same name and key is replaced, even while it
 * runs: that run then has no effect. A worker in this process is notified when the request is answered; other workers find the job within a
 * fraction of a second.
 */
export async function enqueue<Name extends JobName>(
  tx: Queryable,
  name: Name,
  { tenantId, key, input, at, inSeconds = 0 }: JobOrder<InputOf<Name>>,
): Promise<void> {
  await tx.rows(enqueueJob, { tenantId, id: newId(), name, key, input: input ?? {}, at: at ?? null, inSeconds })
}

/** Deletes a job, even while it runs: that run then has no effect. Returns whether there was a waiting or running job. */
export async function cancel(tx: Queryable, name: JobName, { tenantId, key }: { tenantId: Uuid; key: string }): Promise<boolean> {
  return (await tx.rows(cancelJob, { tenantId, name, key })).length > 0
}

// --- Queues of rooms ----------------------------------------------------------------------------------------------------

/** The unit of claiming and of concurrency limits within a queue, such as a webhook or a tenant. */
export type Lane = { readonly tenantId: Uuid; readonly lane: string }
/** Tenants and lanes at their limit, and suspended tenants. They are excluded from the search for due work, so that they do not crowd out the others. */
export type Full = { tenants: Uuid[]; lanes: Lane[] }
export type Claims<Item> = {
  items: Item[]
  /** More items of the lane are due than were claimed. */
  more: boolean
  /** Another statement held the lane's row, so the result is unknown. The claim is retried shortly after. */
  prevented: boolean
}

/** A queue in one worker. */
export type OpenQueue<Item> = {
  /** Lanes with due items, over all tenants, longest wait first. Must be cheap when there are none. */
  due(full: Full, limit: number): Promise<Lane[]>
  /** Claims up to `limit` items of a lane under a lease. */
  claim(lane: Lane, limit: number): Promise<Claims<Item>>
  /** Called once for each run of work on a lane; the returned function processes one item and never throws. */
  open(lane: Lane): (item: Item) => Promise<void>
  /** Maximum number of concurrent items of the lane. */
  atOnce(lane: Lane): number
}

/** Services that a worker provides to all its work. */
export type WorkerServices = {
  readonly config: Settings
  readonly db: Database
  readonly log: Log
  readonly secrets: Secrets
  readonly fetch: SafeFetch
  /** Limits concurrent transactions: hundreds of attempts that end together would otherwise delay all other statements. */
  readonly transactions: Semaphore
  /** Counts an attempt and its seconds, for metrics. */
  readonly observe: (work: { name: string }, outcome: AttemptOutcome, seconds: number) => void
  /** Tells the worker that this queue may have something due, in any lane. */
  readonly nudge: (queue: { name: string }) => void
  /** Tells the worker that this lane has something due. */
  readonly wake: (queue: { name: string }, lane: Lane) => void
}
export type AttemptOutcome = 'succeeded' | 'failed'

/**
 * How many items wait, in total or for one tenant. `oldestSeconds` is how long the oldest due item has waited for a worker, null when none
 * waits.
 */
export type Backlog = { depth: number; oldestSeconds: number | null; dead: number }
type Seen<Figures extends Backlog> = {
  /** For one tenant, or for all (null). */
  look: (db: Queryable, tenantId: Uuid | null) => Promise<Figures>
  /** The first half of a sentence in system health: `3 deliveries wait`. */
  says: (figures: Figures) => string
  gauges: readonly { name: string; help: string; value: (figures: Figures) => number }[]
  /** Prefix of the names of the attempt metrics. */
  attempts: string
}

type QueueSpec<Item, Figures extends Backlog> = {
  name: string
  description: string
  /** Maximum number of concurrent items in one process. */
  shares: { inAll: number; perTenant: number }
  /** Items are claimed only when at least this many slots are free, so that under load one statement claims several. */
  claimAtLeast?: number
  /** False for short work that must not wait behind a backlog. */
  paced?: boolean
  open: (services: WorkerServices) => OpenQueue<Item>
  /** Null when another queue's figures already include this one. */
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

/** Background work as a room lists it. */
export type Work = Job | Queue

const declared = new Map<string, Work>()

/** All work declared by the modules loaded so far, by name. */
export function declaredWork(): readonly Work[] {
  return [...declared.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function declare<Declaration extends { name: string; kind: string }>(declaration: Declaration): Declaration {
  if (!/^[a-z]+(-[a-z]+)*$/.test(declaration.name)) throw new Error(`Malformed name of work ${declaration.name}`)
  if (declared.has(declaration.name)) throw new Error(`The work ${declaration.name} is declared twice`)
  // Safe because `job` and `queue` are the only callers.
  declared.set(declaration.name, declaration as unknown as Work)
  return declaration
}
