/**
 * The connection pool. A few statements share a connection when all are taken; a transaction has one exclusively. When there is no
 * capacity, callers wait in order.
 */
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
}

type Turn = { place: Place; alone: boolean }
type Waiting = { alone: boolean; come(turn: Turn): void; giveUp(error: Error): void }

/** Enough that PostgreSQL always has a next statement; more would wait for this connection although another may be free earlier. */
const usersMax = 4
/** Delay after a failed attempt to connect: short enough to find a restarted database quickly (G2), long enough not to flood it. */
const pauseMs = 100
/** Connections are replaced at between this age and twice this age: a server process keeps all cached plans in memory. */
const lifetimeMs = 30 * 60_000
/** Time for work in progress to finish when the pool closes. */
const finishMsMax = 5_000

export class ConnectionPool {
  readonly #options: ConnectionOptions
  readonly #max: number
  readonly #places = new Set<Place>()
  readonly #waiting: Waiting[] = []
  #uses = 0
  #failedAt = Number.NEGATIVE_INFINITY
  #isClosing = false
  readonly #idle = Promise.withResolvers<void>()

  constructor(options: ConnectionOptions, max: number) {
    this.#options = options
    this.#max = max
  }

  /**
   * Runs `work` on a connection, alone if asked. Throws what `work` throws, and CONNECTION_CLOSED when no connection is available.
   */
  async use<Result>(alone: boolean, work: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
    if (this.#isClosing) throw connectionClosed()
    this.#uses++
    let turn: Turn | null = null
    try {
      turn = (this.#waiting.length === 0 && this.#find(alone)) || (await this.#wait(alone))
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

  #find(alone: boolean): Turn | null {
    let place: Place | null = null
    for (const other of this.#places) {
      if (!other.taken && other.users < (place?.users ?? usersMax)) place = other
    }
    if (place?.users !== 0 && this.#places.size < this.#max) place = this.#open()
    if (!place) return null
    const isFirst = !place.connection.hasOpened
    place.users++
    place.taken = alone || isFirst
    return { place, alone: place.taken }
  }

  #wait(alone: boolean): Promise<Turn> {
    return new Promise((come, giveUp) => this.#waiting.push({ alone, come, giveUp }))
  }

  #open(): Place {
    const wait = Math.max(0, this.#failedAt + pauseMs - performance.now())
    const connection = new DatabaseConnection(this.#options, wait, { onOpen: () => this.#serve(), onClose: () => this.#drop(place) })
    const place: Place = { connection, users: 0, taken: false, retiresAt: performance.now() + lifetimeMs * (1 + Math.random()) }
    this.#places.add(place)
    return place
  }

  #leave({ place, alone }: Turn): void {
    place.users--
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
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const turn = this.#find(next.alone)
      if (!turn) return
      this.#waiting.shift()
      next.come(turn)
    }
  }

  #dismiss(): void {
    for (const { giveUp } of this.#waiting.splice(0)) giveUp(connectionClosed())
  }
}
