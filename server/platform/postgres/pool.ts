/**
 * The connection pool. A transaction uses a connection exclusively. Statements share connections when all connections are in use. The pool
 * grows and shrinks with its load: a PostgreSQL backend keeps its plans and catalogue in memory, 6 to 14 MB, so a coincidence of short
 * statements must not open a connection, and the many short statements of an idle worker must not keep several open. Tenants have shares
 * (decision 59): a tenant gets another connection only while more connections are free than the tenant uses. Of eight connections a tenant
 * uses at most four, and the next tenant always finds a free one. When a tenant's share is used up or no connection is free, its callers
 * wait in the tenant's own queue. The pool serves the queues round robin.
 */
import { ApiError, systemUnavailable } from '../errors.ts'
import { connectionClosedError, DatabaseConnection, type ConnectionOptions } from './connection.ts'
import { PoolLoad } from './pool-load.ts'

type PooledConnection = {
  connection: DatabaseConnection
  callers: number
  /**
   * True while one caller has exclusive use of the connection. The first caller has it while the connection opens, so a failed connection
   * attempt affects only that caller.
   */
  isExclusive: boolean
  /** Time of replacement, in milliseconds of performance.now(). */
  retiresAt: number
  /** Number of callers by tenant. Callers without a tenant do not count. */
  tenants: Map<string, number>
}

type Use = { pooled: PooledConnection; isExclusive: boolean; tenant: string | null }
type WaitingCaller = { isExclusive: boolean; since: number; resolve(use: Use): void; reject(error: Error): void }

/**
 * Maximum number of callers that share a connection: enough that PostgreSQL always has a next statement. With more, some would wait while
 * another connection is free.
 */
const maxCallers = 4
/** Milliseconds after a failed connection attempt. A restarted database is found quickly, without a flood of attempts. */
const pauseMs = 100
/**
 * Minimum age in milliseconds at which connections are replaced; the maximum is twice that. A backend keeps all its cached plans in memory.
 */
const lifetimeMs = 30 * 60_000
/** Milliseconds after which unneeded connections are closed. */
const shrinkMs = 30_000
/** Milliseconds that a caller waits for a busy connection before the pool opens one beyond its load. Opening takes about as long. */
const growMs = 10
/** Milliseconds for work in progress to finish when the pool closes. */
const maxFinishMs = 5_000

/** Maximum number of waiting callers per tenant. Further callers are rejected immediately, because their responses would come too late. */
const maxWaiting = 500
/** Milliseconds after which a waiting caller is rejected. By then its request has timed out, so its work would be useless. */
const maxWaitMs = 15_000

export class ConnectionPool {
  readonly #options: ConnectionOptions
  readonly #max: number
  readonly #connections = new Set<PooledConnection>()
  /** Number of connections in use. */
  #busy = 0
  readonly #load = new PoolLoad(performance.now())
  /** Number of connections that each tenant uses, exclusively or shared. */
  readonly #shares = new Map<string, number>()
  /** Waiting callers by tenant; null for callers without a tenant. The tenant served last is at the end. */
  readonly #queues = new Map<string | null, WaitingCaller[]>()
  #uses = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #isClosing = false
  readonly #idle = Promise.withResolvers<void>()
  readonly #sweeper: NodeJS.Timeout
  /** Timer that serves callers who have waited long enough for the pool to grow. */
  #growTimer: NodeJS.Timeout | null = null

  constructor(options: ConnectionOptions, max: number) {
    this.#options = options
    this.#max = max
    this.#sweeper = setInterval(() => this.#shrink(), shrinkMs).unref()
  }

  /**
   * Runs `work` on a connection within the share of `tenant`; null for work without a tenant. Throws the error of `work`, CONNECTION_CLOSED
   * when no connection can be opened, and ApiError 503 when too many callers of the tenant wait.
   */
  async use<Result>(
    isExclusive: boolean,
    tenant: string | null,
    work: (connection: DatabaseConnection) => Promise<Result>,
  ): Promise<Result> {
    if (this.#isClosing) throw connectionClosedError()
    this.#uses++
    let use: Use | null = null
    try {
      // If callers of other tenants wait while a connection is free, they have used up their shares.
      const since = performance.now()
      use = (!this.#queues.has(tenant) && this.#find(isExclusive, tenant, since)) || (await this.#wait(isExclusive, tenant, since))
      return await work(use.pooled.connection)
    } finally {
      this.#uses--
      if (use) this.#leave(use)
      if (this.#isClosing && this.#uses === 0) this.#idle.resolve()
    }
  }

  /** Closes all connections, after up to five seconds for work in progress. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#sweeper)
    const timer = setTimeout(this.#idle.resolve, maxFinishMs)
    if (this.#uses > 0) await this.#idle.promise
    clearTimeout(timer)
    this.#dismiss()
    await Promise.all([...this.#connections].map(({ connection, callers }) => (callers === 0 ? connection.leave() : connection.giveUp())))
  }

  /**
   * Finds or opens a connection for a caller that has waited since `since` (performance.now()). Returns null when the caller has to keep
   * waiting.
   */
  #find(isExclusive: boolean, tenant: string | null, since: number): Use | null {
    const isShareUsed = tenant !== null && this.#isShareUsed(tenant)
    // Beyond the tenant's share, a statement may only share a connection that the tenant already uses.
    if (isShareUsed && isExclusive) return null
    let pooled: PooledConnection | null = null
    for (const other of this.#connections) {
      if (other.isExclusive || other.callers >= (pooled?.callers ?? maxCallers)) continue
      if (!isShareUsed || other.tenants.has(tenant)) pooled = other
    }
    if (pooled?.callers !== 0 && !isShareUsed && this.#connections.size < this.#max) pooled = this.#mayGrow(since) ? this.#open() : null
    if (!pooled) return null
    const isFirst = !pooled.connection.hasOpened
    if (pooled.callers++ === 0) this.#setBusy(this.#busy + 1)
    if (tenant !== null) this.#addToShare(pooled, tenant)
    pooled.isExclusive = isExclusive || isFirst
    return { pooled, isExclusive: pooled.isExclusive, tenant }
  }

  /** Whether the pool may open another connection for a caller. Otherwise the caller is served later. */
  #mayGrow(since: number): boolean {
    const now = performance.now()
    const waitMs = since + growMs - now
    if (waitMs <= 0 || this.#connections.size < this.#load.needed(now)) return true
    // Until one attempt has succeeded, each caller makes its own, so that a failure affects only that caller.
    if (![...this.#connections].some(({ connection }) => connection.hasOpened)) return true
    if (this.#growTimer === null)
      this.#growTimer = setTimeout(() => {
        this.#growTimer = null
        this.#serve()
      }, waitMs)
    return false
  }

  #setBusy(busy: number): void {
    this.#busy = busy
    this.#load.setBusy(busy, performance.now())
  }

  #isShareUsed(tenant: string): boolean {
    const share = this.#shares.get(tenant) ?? 0
    return share > 0 && share >= this.#max - this.#busy
  }

  #addToShare({ tenants }: PooledConnection, tenant: string): void {
    const uses = tenants.get(tenant) ?? 0
    tenants.set(tenant, uses + 1)
    if (uses === 0) this.#shares.set(tenant, (this.#shares.get(tenant) ?? 0) + 1)
  }

  #removeFromShare({ tenants }: PooledConnection, tenant: string): void {
    const uses = tenants.get(tenant) ?? 0
    if (uses > 1) return void tenants.set(tenant, uses - 1)
    tenants.delete(tenant)
    const share = (this.#shares.get(tenant) ?? 0) - 1
    if (share > 0) this.#shares.set(tenant, share)
    else this.#shares.delete(tenant)
  }

  #wait(isExclusive: boolean, tenant: string | null, since: number): Promise<Use> {
    const queue = this.#queues.get(tenant) ?? []
    if (tenant !== null && queue.length >= maxWaiting)
      return Promise.reject(new ApiError(systemUnavailable, { message: tooManyWaitMessage }))
    this.#queues.set(tenant, queue)
    return new Promise((resolve, reject) => queue.push({ isExclusive, since, resolve, reject }))
  }

  #open(): PooledConnection {
    const wait = Math.max(0, this.#failedAt + pauseMs - performance.now())
    const connection = new DatabaseConnection(this.#options, wait, { onOpen: () => this.#serve(), onClose: () => this.#drop(pooled) })
    const pooled: PooledConnection = {
      connection,
      callers: 0,
      isExclusive: false,
      retiresAt: performance.now() + lifetimeMs * (1 + Math.random()),
      tenants: new Map(),
    }
    this.#connections.add(pooled)
    return pooled
  }

  #leave({ pooled, isExclusive, tenant }: Use): void {
    if (--pooled.callers === 0) this.#setBusy(this.#busy - 1)
    if (tenant !== null) this.#removeFromShare(pooled, tenant)
    if (isExclusive) pooled.isExclusive = false
    if (!this.#connections.has(pooled)) return // #drop has removed it
    if (pooled.callers === 0 && performance.now() > pooled.retiresAt && this.#connections.delete(pooled)) void pooled.connection.leave()
    this.#serve()
  }

  /** Closes connections not needed since the last call, newest first, because light load uses the oldest. */
  #shrink(): void {
    const needed = this.#load.takeNeeded(performance.now())
    const unused = [...this.#connections].toReversed().filter(({ callers }) => callers === 0)
    for (const pooled of unused) if (this.#connections.size > needed && this.#connections.delete(pooled)) void pooled.connection.leave()
  }

  #drop(pooled: PooledConnection): void {
    this.#connections.delete(pooled)
    if (!pooled.connection.hasOpened) {
      this.#failedAt = performance.now()
      // When the database is unavailable, waiting callers fail with the last attempt in progress rather than making their own attempts.
      if (this.#connections.size === 0) this.#dismiss()
      if (![...this.#connections].some(({ connection }) => connection.hasOpened)) return // other attempts are in progress
    }
    this.#serve()
  }

  #serve(): void {
    for (let isServed = this.#queues.size > 0; isServed; ) {
      isServed = false
      // Copy, because serving a caller moves its queue to the end of the map.
      const queues = [...this.#queues]
      for (const [tenant, queue] of queues) if (this.#serveFirst(tenant, queue)) isServed = true
    }
  }

  /** Gives a connection to the first caller of a queue. Returns false when none is available to that caller. */
  #serveFirst(tenant: string | null, queue: WaitingCaller[]): boolean {
    const tooOld = tenant === null ? Number.NEGATIVE_INFINITY : performance.now() - maxWaitMs
    while (queue[0] && queue[0].since < tooOld) queue.shift()?.reject(new ApiError(systemUnavailable, { message: tooManyWaitMessage }))
    const [first] = queue
    const use = first ? this.#find(first.isExclusive, tenant, first.since) : null
    if (!first) this.#queues.delete(tenant)
    if (!first || !use) return false
    queue.shift()
    this.#queues.delete(tenant)
    if (queue.length > 0) this.#queues.set(tenant, queue)
    first.resolve(use)
    return true
  }

  #dismiss(): void {
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    for (const { reject } of queues.flat()) reject(connectionClosedError())
  }
}

const tooManyWaitMessage =
  'Too many requests of your tenant wait for the database. Send fewer at a time, and try again after the time in Retry-After.'
