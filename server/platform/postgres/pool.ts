/**
 * The connection pool. A few statements share a connection when all are taken; a transaction has one exclusively.
 *
 * Tenants have shares (decision 59): a tenant gets another connection only while more connections are free than it uses, so of eight it
 * uses at most four and there is always one for the next tenant. When a tenant's share is used up or there is no capacity, its callers wait
 * in the tenant's own queue; the queues are served in turn.
 */
import { ApiError, systemUnavailable } from '../errors.ts'
import { connectionClosed, DatabaseConnection, type ConnectionOptions } from './connection.ts'

type Place = {
  connection: DatabaseConnection
  users: number
  /**
   * Used exclusively. The first user also has the connection exclusively while it connects, so that a failed attempt fails no other
   * statement.
   */
  taken: boolean
  /** On the clock of performance.now(). */
  retiresAt: number
  /** Uses of the connection by tenant. Uses by no tenant are not counted. */
  tenants: Map<string, number>
}

type Turn = { place: Place; alone: boolean; tenant: string | null }
type Waiting = { alone: boolean; since: number; come(turn: Turn): void; giveUp(error: Error): void }

/** Enough that PostgreSQL always has a next statement; more would wait for this connection although another may be free earlier. */
const usersMax = 4
/** Delay after a failed attempt to connect: short enough to find a restarted database quickly (G2), long enough not to flood it. */
const pauseMs = 100
/** Connections are replaced at between this age and twice this age: a server process keeps all cached plans in memory. */
const lifetimeMs = 30 * 60_000
/** Time for work in progress to finish when the pool closes. */
const finishMsMax = 5_000

/** Callers of one tenant that wait. More are refused at once: their responses would come too late. */
const maxWaiting = 500
/** After this time the request has been answered with a timeout, so its work would be for nothing. */
const maxWaitMs = 15_000

export class ConnectionPool {
  readonly #options: ConnectionOptions
  readonly #max: number
  readonly #places = new Set<Place>()
  /** Connections in use. */
  #busy = 0
  /** Connections that each tenant uses, alone or beside others. */
  readonly #shares = new Map<string, number>()
  /** Waiting callers by tenant, null for work of no tenant. The tenant served last comes last. */
  readonly #waiting = new Map<string | null, Waiting[]>()
  #uses = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #isClosing = false
  readonly #idle = Promise.withResolvers<void>()

  constructor(options: ConnectionOptions, max: number) {
    this.#options = options
    this.#max = max
  }

  /**
   * Runs `work` on a connection, alone if asked, within the share of `tenant` (null for work that serves all). Throws what `work` throws,
   * CONNECTION_CLOSED when no connection is available, and ApiError 503 when too many callers of the tenant wait.
   */
  async use<Result>(alone: boolean, tenant: string | null, work: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw connectionClosed()
    this.#uses++
    let turn: Turn | null = null
    try {
      // Callers of other tenants that wait now cannot use what is free.
      turn = (!this.#waiting.has(tenant) && this.#find(alone, tenant)) || (await this.#wait(alone, tenant))
      return await work(turn.place.connection)
    } finally {
      this.#uses--
      if (turn) this.#leave(turn)
      if (this.#isClosing && this.#uses === 0) this.#idle.resolve()
    }
  }

  /** Waits for work in progress, five seconds at most. */
  async close(): Promise<void> {
    this.#isClosing = true
    const timer = setTimeout(this.#idle.resolve, finishMsMax)
    if (this.#uses > 0) await this.#idle.promise
    clearTimeout(timer)
    this.#dismiss()
    await Promise.all([...this.#places].map(({ connection, users }) => (users === 0 ? connection.leave() : connection.giveUp())))
  }

  #find(alone: boolean, tenant: string | null): Turn | null {
    const isShareUsed = tenant !== null && this.#isShareUsed(tenant)
    // A statement can still join those of its own tenant.
    if (isShareUsed && alone) return null
    let place: Place | null = null
    for (const other of this.#places) {
      if (other.taken || other.users >= (place?.users ?? usersMax)) continue
      if (!isShareUsed || other.tenants.has(tenant)) place = other
    }
    if (place?.users !== 0 && !isShareUsed && this.#places.size < this.#max) place = this.#open()
    if (!place) return null
    const isFirst = !place.connection.hasOpened
    if (place.users++ === 0) this.#busy++
    if (tenant !== null) this.#enter(place, tenant)
    place.taken = alone || isFirst
    return { place, alone: place.taken, tenant }
  }

  #isShareUsed(tenant: string): boolean {
    const share = this.#shares.get(tenant) ?? 0
    return share > 0 && share >= this.#max - this.#busy
  }

  #enter({ tenants }: Place, tenant: string): void {
    const uses = tenants.get(tenant) ?? 0
    tenants.set(tenant, uses + 1)
    if (uses === 0) this.#shares.set(tenant, (this.#shares.get(tenant) ?? 0) + 1)
  }

  #exit({ tenants }: Place, tenant: string): void {
    const uses = tenants.get(tenant) ?? 0
    if (uses > 1) return void tenants.set(tenant, uses - 1)
    tenants.delete(tenant)
    const share = (this.#shares.get(tenant) ?? 0) - 1
    if (share > 0) this.#shares.set(tenant, share)
    else this.#shares.delete(tenant)
  }

  #wait(alone: boolean, tenant: string | null): Promise<Turn> {
    const queue = this.#waiting.get(tenant) ?? []
    if (tenant !== null && queue.length >= maxWaiting) return Promise.reject(new ApiError(systemUnavailable, { message: tooManyWait }))
    this.#waiting.set(tenant, queue)
    return new Promise((come, giveUp) => queue.push({ alone, since: performance.now(), come, giveUp }))
  }

  #open(): Place {
    const wait = Math.max(0, this.#failedAt + pauseMs - performance.now())
    const connection = new DatabaseConnection(this.#options, wait, { onOpen: () => this.#serve(), onClose: () => this.#drop(place) })
    const place: Place = {
      connection,
      users: 0,
      taken: false,
      retiresAt: performance.now() + lifetimeMs * (1 + Math.random()),
      tenants: new Map(),
    }
    this.#places.add(place)
    return place
  }

  #leave({ place, alone, tenant }: Turn): void {
    if (--place.users === 0) this.#busy--
    if (tenant !== null) this.#exit(place, tenant)
    if (alone) place.taken = false
    if (!this.#places.has(place)) return // already handled by #drop
    if (place.users === 0 && performance.now() > place.retiresAt && this.#places.delete(place)) void place.connection.leave()
    this.#serve()
  }

  #drop(place: Place): void {
    this.#places.delete(place)
    if (!place.connection.hasOpened) {
      this.#failedAt = performance.now()
      // When the database is unavailable, waiting callers get the error of the last attempt in progress instead of making attempts
      // themselves.
      if (this.#places.size === 0) this.#dismiss()
      if (![...this.#places].some(({ connection }) => connection.hasOpened)) return // the others still try
    }
    this.#serve()
  }

  #serve(): void {
    for (let isServed = this.#waiting.size > 0; isServed; ) {
      isServed = false
      // A copy, because a queue moves to the end when its first caller is served.
      const queues = [...this.#waiting]
      for (const [tenant, queue] of queues) if (this.#serveFirst(tenant, queue)) isServed = true
    }
  }

  /** Gives the first caller of a queue a connection, if there is one for it. */
  #serveFirst(tenant: string | null, queue: Waiting[]): boolean {
    const tooOld = tenant === null ? Number.NEGATIVE_INFINITY : performance.now() - maxWaitMs
    while (queue[0] && queue[0].since < tooOld) queue.shift()?.giveUp(new ApiError(systemUnavailable, { message: tooManyWait }))
    const [first] = queue
    const turn = first ? this.#find(first.alone, tenant) : null
    if (!first) this.#waiting.delete(tenant)
    if (!first || !turn) return false
    queue.shift()
    this.#waiting.delete(tenant)
    if (queue.length > 0) this.#waiting.set(tenant, queue)
    first.come(turn)
    return true
  }

  #dismiss(): void {
    const queues = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { giveUp } of queues.flat()) giveUp(connectionClosed())
  }
}

const tooManyWait =
  'Too many requests of your tenant wait for the database. Send fewer at a time, and try again after the time in Retry-After.'
