/** Milliseconds over which the number of connections in use is averaged. Shorter times would take every coincidence for a load. */
const windowMs = 1_000
/** Connections for each one in use on average. With less, callers would often wait although PostgreSQL could serve them. */
const neededPerBusy = 5

/** Computes how many connections a pool needs. All times are those of performance.now(). */
export class PoolLoad {
  #busy = 0
  #busyMs = 0
  #countedAt: number
  #windowStart: number
  #needed = 1
  #peak = 1

  constructor(now: number) {
    this.#countedAt = now
    this.#windowStart = now
  }

  /** Call it whenever the number of connections in use changes. */
  setBusy(busy: number, now: number): void {
    this.#count(now)
    this.#busy = busy
  }

  /** Returns the number of connections that the last second needed. */
  needed(now: number): number {
    this.#count(now)
    return this.#needed
  }

  /** Returns the number of connections that the busiest second since the last call needed. */
  takePeak(now: number): number {
    this.#count(now)
    const peak = Math.max(this.#peak, this.#needed)
    this.#peak = 1
    return peak
  }

  #count(now: number): void {
    this.#busyMs += this.#busy * (now - this.#countedAt)
    this.#countedAt = now
    const elapsedMs = now - this.#windowStart
    if (elapsedMs < windowMs) return
    this.#needed = 1 + Math.floor((neededPerBusy * this.#busyMs) / elapsedMs)
    this.#peak = Math.max(this.#peak, this.#needed)
    this.#windowStart = now
    this.#busyMs = 0
  }
}
