/** Limits the bytes of mails that a process has in memory. Waiting callers continue in their order. */
export class ByteBudget {
  #free: number
  readonly #limit: number
  readonly #waiting: { bytes: number; start: () => void }[] = []

  constructor(limit: number) {
    this.#limit = limit
    this.#free = limit
  }

  /** Runs the work when there is room for its bytes. Work that needs more than the limit runs alone. */
  async run<Result>(needed: number, work: () => Promise<Result>): Promise<Result> {
    const bytes = Math.min(needed, this.#limit)
    if (this.#waiting.length > 0 || bytes > this.#free) await new Promise<void>((start) => this.#waiting.push({ bytes, start }))
    else this.#free -= bytes
    try {
      return await work()
    } finally {
      this.#free += bytes
      this.#startWaiting()
    }
  }

  #startWaiting(): void {
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= next.bytes
      next.start()
    }
  }
}
