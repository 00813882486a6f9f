/**
 * Limits the rate at which a worker starts attempts. Otherwise a backlog would occupy the event loop and the database completely, and
 * requests to the same process would wait behind hundreds of attempts. The pace adapts: it rises while the process keeps up and falls while
 * it does not. Without requests, a backlog is processed as fast as possible. With requests, it uses the capacity that they leave, but never
 * less than `slowest`. A worker without a backlog, or in its own process, is not slowed down.
 */

export type PaceOptions = {
  /** Attempts started per second: minimum, initial value after a pause, and maximum. */
  slowest?: number
  first?: number
  fastest?: number
  /**
   * Returns how many statements of requests are waiting for the database. Absent in a process that serves no requests, whose worker never
   * slows down.
   */
  requestsWaiting?: (() => number) | undefined
  /** Returns milliseconds of a monotonic clock. */
  now?: () => number
}

const tickMs = 10
/** Number of ticks per step. Their average decides whether the pace changes. */
const ticksInAStep = 5
/** Limits for the average event loop delay and for the average number of waiting statements. Above either, the process is overloaded. */
const maxLateMs = 10
const maxWaitingStatements = 2
const raiseFactor = 1.1
/** Under overload the pace drops proportionally, but each step keeps at least this fraction of it. */
const lowestFactor = 0.1
/** Burst size: attempts that may start at once, as milliseconds of the current pace. */
const burstMs = 20
/**
 * Burst size at the slowest pace, in milliseconds of that pace. It must exceed the duration of a busy turn of the event loop, or the actual
 * pace would be even slower.
 */
const slowestBurstMs = 100
/** Number of slots that each queue gets per turn while several queues wait (round robin). */
const quantum = 4
/** Milliseconds without attempts after which the load is no longer measured. */
const idleMs = 1_000

export class Pace {
  readonly #slowest: number
  readonly #first: number
  readonly #fastest: number
  readonly #requestsWaiting: (() => number) | undefined
  readonly #now: () => number
  readonly #queue: { wanted: number; begin: (slots: number) => void }[] = []
  #perSecond: number
  #ready: number
  #timer: NodeJS.Timeout | null = null
  #wantedAt = 0
  #stopped = false

  constructor({ slowest = 100, first = 1_000, fastest = 5_000, requestsWaiting, now = () => performance.now() }: PaceOptions = {}) {
    this.#slowest = slowest
    this.#first = first
    this.#fastest = fastest
    this.#requestsWaiting = requestsWaiting
    this.#now = now
    this.#perSecond = first
    this.#ready = this.#burst
  }

  /** Waits in call order, then returns how many of `wanted` attempts may start: at least one, or 0 after stop(). */
  take(wanted: number): Promise<number> {
    if (this.#stopped) return Promise.resolve(0)
    this.#wantedAt = this.#now()
    if (!this.#timer) this.#watch()
    if (this.#queue.length === 0 && this.#ready >= 1) return Promise.resolve(this.#spend(wanted))
    return new Promise((begin) => {
      this.#queue.push({ wanted, begin })
    })
  }

  /** Returns unused slots. */
  returnSlots(slots: number): void {
    this.#ready = Math.min(this.#burst, this.#ready + slots)
    this.#serve()
  }

  /** Ends all waits. */
  stop(): void {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    for (const { begin } of this.#queue.splice(0)) begin(0)
  }

  get #burst(): number {
    return Math.max(1, (this.#slowest * slowestBurstMs) / 1000, (this.#perSecond * burstMs) / 1000)
  }

  #spend(wanted: number): number {
    const slots = Math.min(wanted, Math.floor(this.#ready))
    this.#ready -= slots
    return slots
  }

  #serve(): void {
    while (this.#ready >= 1) {
      const next = this.#queue.shift()
      if (!next) return
      next.begin(this.#spend(Math.min(next.wanted, this.#queue.length > 0 ? quantum : next.wanted)))
    }
  }

  /** Grants slots at each tick as the pace allows, and checks at each step whether the process keeps up. */
  #watch(): void {
    let [lateMs, waiting, ticks, at] = [0, 0, 0, this.#now()]
    const tick = (): void => {
      const now = this.#now()
      lateMs += now - at - tickMs
      waiting += this.#requestsWaiting?.() ?? 0
      if (++ticks === ticksInAStep) {
        this.#adjust(this.#requestsWaiting ? Math.max(lateMs / ticks / maxLateMs, waiting / ticks / maxWaitingStatements) : 0)
        ;[lateMs, waiting, ticks] = [0, 0, 0]
      }
      // Cap the slots, so that there is no burst after the event loop was blocked.
      this.#ready = Math.min(this.#burst, this.#ready + (this.#perSecond * (now - at)) / 1000)
      at = now
      this.#serve()
      if (this.#queue.length === 0 && now - this.#wantedAt > idleMs) this.#rest()
    }
    this.#timer = setInterval(tick, tickMs).unref()
  }

  #rest(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#perSecond = this.#first
    this.#ready = this.#burst
  }

  /** Adjusts the pace. `load` is 1 when the process just keeps up. */
  #adjust(load: number): void {
    const factor = load > 1 ? Math.max(lowestFactor, 1 / load) : raiseFactor
    this.#perSecond = Math.min(this.#fastest, Math.max(this.#slowest, this.#perSecond * factor))
  }
}
