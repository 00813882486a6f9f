/**
 * How fast a worker may begin attempts. A backlog would otherwise take every moment of the event loop and of the
 * database, and the requests that the same process answers would wait behind hundreds of attempts.
 *
 * The pace is found, not set: it rises while the process keeps up and falls while it does not. With nothing else to do a backlog
 * goes as fast as the process can; beside requests it takes what they leave, and never less than `slowest`. What keeps up with
 * its work does not notice, nor does a worker in a process of its own.
 */

export type PaceOptions = {
  /** Attempts begun a second: at least, after a rest, and at most. */
  slowest?: number
  first?: number
  fastest?: number
  /** Statements of requests that wait for the database now. Absent in a process that serves none: nothing is then given way to. */
  requestsWaiting?: (() => number) | undefined
  /** Milliseconds, from any beginning. */
  now?: () => number
}

const tickMs = 10
/** Ticks over which is averaged before the pace changes. */
const ticksInAStep = 5
/** Means over a step above which the process does not keep up: of what the event loop is late, and of statements that wait. */
const lateMsMax = 10
const waitingMax = 2
const raise = 1.1
/** The more it is behind the further the pace falls, at most to this part of itself in a step. */
const lowerMost = 0.1
/** What can be begun at once, in milliseconds of the pace: more would be a burst. */
const burstMs = 20
/** The same for the slowest pace: longer than the event loop takes to come round when it is busy, or it would be slower still. */
const slowestBurstMs = 100
/** While several wait, each gets this many at a time. */
const quantum = 4
/** Without attempts for so long the process is no longer watched. */
const idleMs = 1_000

export class Pace {
  readonly #slowest: number
  readonly #first: number
  readonly #fastest: number
  readonly #requestsWaiting: (() => number) | undefined
  readonly #now: () => number
  readonly #queue: { wanted: number; begin: (places: number) => void }[] = []
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

  /** Waits its turn, first come first served, then says how many of `wanted` may begin: at least one, none once stopped. */
  take(wanted: number): Promise<number> {
    if (this.#stopped) return Promise.resolve(0)
    this.#wantedAt = this.#now()
    if (!this.#timer) this.#watch()
    if (this.#queue.length === 0 && this.#ready >= 1) return Promise.resolve(this.#spend(wanted))
    return new Promise((begin) => {
      this.#queue.push({ wanted, begin })
    })
  }

  /** Of what was taken, so much was not needed. */
  giveBack(places: number): void {
    this.#ready = Math.min(this.#burst, this.#ready + places)
    this.#serve()
  }

  /** Nobody waits any longer. */
  stop(): void {
    this.#stopped = true
    if (this.#timer) clearInterval(this.#timer)
    for (const { begin } of this.#queue.splice(0)) begin(0)
  }

  get #burst(): number {
    return Math.max(1, (this.#slowest * slowestBurstMs) / 1000, (this.#perSecond * burstMs) / 1000)
  }

  #spend(wanted: number): number {
    const places = Math.min(wanted, Math.floor(this.#ready))
    this.#ready -= places
    return places
  }

  #serve(): void {
    while (this.#ready >= 1) {
      const next = this.#queue.shift()
      if (!next) return
      next.begin(this.#spend(Math.min(next.wanted, this.#queue.length > 0 ? quantum : next.wanted)))
    }
  }

  /** Every tick hands out what the pace gives; every step looks whether the process keeps up. */
  #watch(): void {
    let [lateMs, waiting, ticks, at] = [0, 0, 0, this.#now()]
    const tick = (): void => {
      const now = this.#now()
      lateMs += now - at - tickMs
      waiting += this.#requestsWaiting?.() ?? 0
      if (++ticks === ticksInAStep) {
        this.#adjust(this.#requestsWaiting ? Math.max(lateMs / ticks / lateMsMax, waiting / ticks / waitingMax) : 0)
        ;[lateMs, waiting, ticks] = [0, 0, 0]
      }
      // A loop that stood still gives no burst for it afterwards.
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

  /** `load` is 1 where the process just keeps up. */
  #adjust(load: number): void {
    const factor = load > 1 ? Math.max(lowerMost, 1 / load) : raise
    this.#perSecond = Math.min(this.#fastest, Math.max(this.#slowest, this.#perSecond * factor))
  }
}
