/** Limits concurrency. Callers beyond the limit wait in call order. */
export class Semaphore {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free--
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }
}
