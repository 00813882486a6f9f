/** Milliseconds over which the number of busy connections is averaged. A shorter window would mistake every coincidence for load. */
const windowMs = 1_000
/** Number of connections per connection in use on average. With fewer, callers would often wait although PostgreSQL could serve them. */
const neededPerBusy = 5

/** Computes how many connections a pool needs. All times are values of performance.now(). */
export class PoolLoad {
  #busy = 0
  #countedAt: number
  /** Total milliseconds of use, summed over all connections. */
  #busyMs = 0
  #window: Mark
  #interval: Mark
  #needed = 1

  constructor(now: number) {
    this.#countedAt = now
    this.#window = { at: now, busyMs: 0 }
    this.#interval = this.#window
  }

  /** Call it whenever the number of connections in use changes. */
  setBusy(busy: number, now: number): void {
    this.#count(now)
    this.#busy = busy
  }

  /** Returns the number of connections that the last second needed. */
  needed(now: number): number {
    const mark = this.#count(now)
    if (now - this.#window.at < windowMs) return this.#needed
    this.#needed = neededBetween(this.#window, mark)
    this.#window = mark
    return this.#needed
  }

  /** Returns the highest number of connections needed since the last call. */
  takeNeeded(now: number): number {
    const mark = this.#count(now)
    const needed = neededBetween(this.#interval, mark)
    this.#interval = mark
    return needed
  }

  #count(now: number): Mark {
    this.#busyMs += this.#busy * (now - this.#countedAt)
    this.#countedAt = now
    return { at: now, busyMs: this.#busyMs }
  }
}

type Mark = { at: number; busyMs: number }

function neededBetween(from: Mark, to: Mark): number {
  return to.at === from.at ? 1 : 1 + Math.floor((neededPerBusy * (to.busyMs - from.busyMs)) / (to.at - from.at))
}
