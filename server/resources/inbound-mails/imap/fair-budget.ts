/**
 * A budget that tenants share, as they share the database's connections (decision 59). A tenant gets more only while more is free than the
 * tenant uses. A tenant that uses nothing always gets its first request, so other tenants' servers cannot hold up its mail, however many
 * they are. A tenant's callers are served in order.
 */
export class FairBudget {
  #free: number
  readonly #used = new Map<string, number>()
  /** Waiting callers by tenant. The tenant served last is at the end. */
  readonly #queues = new Map<string, { amount: number; start: () => void }[]>()

  constructor(limit: number) {
    this.#free = limit
  }

  /** Runs the work once the tenant may use the amount. */
  async run<Result>(tenantId: string, amount: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#queues.has(tenantId) || !this.#mayUse(tenantId, amount)) await this.#wait(tenantId, amount)
    else this.#add(tenantId, amount)
    try {
      return await work()
    } finally {
      this.#add(tenantId, -amount)
      this.#serve()
    }
  }

  #mayUse(tenantId: string, amount: number): boolean {
    const used = this.#used.get(tenantId) ?? 0
    return used === 0 || (used < this.#free && amount <= this.#free)
  }

  #add(tenantId: string, amount: number): void {
    this.#free -= amount
    const used = (this.#used.get(tenantId) ?? 0) + amount
    if (used === 0) this.#used.delete(tenantId)
    else this.#used.set(tenantId, used)
  }

  #wait(tenantId: string, amount: number): Promise<void> {
    const queue = this.#queues.get(tenantId) ?? []
    this.#queues.set(tenantId, queue)
    return new Promise<void>((start) => queue.push({ amount, start }))
  }

  /** Starts callers tenant by tenant, until none may start. A tenant that was served moves to the end of the iteration. */
  #serve(): void {
    for (const [tenantId, queue] of this.#queues) {
      const [next] = queue
      if (!next || !this.#mayUse(tenantId, next.amount)) continue
      queue.shift()
      this.#queues.delete(tenantId)
      if (queue.length > 0) this.#queues.set(tenantId, queue)
      this.#add(tenantId, next.amount)
      next.start()
    }
  }
}
