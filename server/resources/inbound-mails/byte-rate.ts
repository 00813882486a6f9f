/** Limits the byte rate of each tenant or network (a leaky bucket): usage beyond the burst delays the next one. */
export class ByteRate {
  readonly #perMs: number
  readonly #burst: number
  readonly #now: () => number
  readonly #levels = new Map<string, { level: number; at: number }>()

  constructor({ perMs, burst, now = () => performance.now() }: { perMs: number; burst: number; now?: () => number }) {
    this.#perMs = perMs
    this.#burst = burst
    this.#now = now
  }

  /** Counts bytes. Returns the milliseconds until the next use is allowed. */
  take(key: string, amount: number): number {
    const at = this.#now()
    const before = this.#levels.get(key)
    const level = Math.max(0, before ? before.level - (at - before.at) * this.#perMs : 0) + amount
    this.#levels.delete(key)
    this.#levels.set(key, { level, at })
    this.#dropDrained(at)
    return Math.max(0, (level - this.#burst) / this.#perMs)
  }

  /** Drops the least recently used keys whose level is back to zero. */
  #dropDrained(at: number): void {
    for (const [key, { level, at: usedAt }] of this.#levels) {
      if (level > (at - usedAt) * this.#perMs) return
      this.#levels.delete(key)
    }
  }
}
