/** A rate for each tenant: what was used beyond the burst delays what comes next. */
export class TenantRate {
  readonly #perMs: number
  readonly #burst: number
  readonly #now: () => number
  readonly #levels = new Map<string, { level: number; at: number }>()

  constructor({ perMs, burst, now = () => performance.now() }: { perMs: number; burst: number; now?: () => number }) {
    this.#perMs = perMs
    this.#burst = burst
    this.#now = now
  }

  /** Counts a use and returns the milliseconds that the tenant must pause. */
  take(tenantId: string, amount: number): number {
    const at = this.#now()
    const before = this.#levels.get(tenantId)
    const level = Math.max(0, before ? before.level - (at - before.at) * this.#perMs : 0) + amount
    this.#levels.delete(tenantId)
    this.#levels.set(tenantId, { level, at })
    this.#dropDrained(at)
    return Math.max(0, (level - this.#burst) / this.#perMs)
  }

  /** Forgets the tenants that have not been active for longest and whose level is zero by now. */
  #dropDrained(at: number): void {
    for (const [tenantId, { level, at: usedAt }] of this.#levels) {
      if (level > (at - usedAt) * this.#perMs) return
      this.#levels.delete(tenantId)
    }
  }
}
