/**
 * Keeps a caller who reads large pages one after the other from slowing down everybody else.
 *
 * A page of four megabytes keeps PostgreSQL, this process and its reader busy for a tenth of a second. So callers who have just read a large
 * page read the next ones in a lane: one page at a time is made there, on a connection of its own, and in small portions with rests between
 * them for as long as other statements are under way. With nothing else to do there is no rest.
 */
import { setTimeout } from 'node:timers/promises'
import { startTurns, type Turns } from '../turns.ts'

export type LargePagesOptions = {
  /** Statements that are under way in this process. */
  statements: () => number
  now?: () => number
  sleep?: (ms: number) => Promise<void>
}

/** How one page of the lane is made. */
export type Pace = { reading: Turns; presenting: Turns }

type Waiting = { since: number; come: () => void }

/** Bytes from which a page is large. */
const largeBytes = 262_144
/** Milliseconds for which a caller stays in the lane after a large page. */
const rememberMs = 60_000
/** Callers to remember before those whose time is over are removed. */
const callersMax = 1_000
/** A rest takes so many times as long as the portion before it, of which more than `portionMsMax` are not counted. */
const restShare = 9
const portionMsMax = 10
/** The rests of a page together: a page that waits for its caller's time limit helps nobody. */
const restMsMax = 2_500
/** When somebody has waited so long for the lane its pages are made without rests. */
const patienceMs = 5_000
/** The rest between two pieces of an answer. */
const pieceRestMs = 2

export class LargePages {
  readonly #statements: () => number
  readonly #now: () => number
  readonly #sleep: (ms: number) => Promise<void>
  /** Until when each caller stays in the lane. */
  readonly #callers = new Map<string, number>()
  /** Who waits for the lane, by tenant: the tenant served last comes last. */
  readonly #waiting = new Map<string, Waiting[]>()
  #isTaken = false

  constructor({ statements, now = () => performance.now(), sleep = (ms) => setTimeout(ms) }: LargePagesOptions) {
    this.#statements = statements
    this.#now = now
    this.#sleep = sleep
  }

  /** Makes a page. `caller` names who reads which list; `make` is given the pace of the lane, or null outside of it. */
  async make<Page extends { bytes: number }>(tenantId: string, caller: string, make: (pace: Pace | null) => Promise<Page>): Promise<Page> {
    const until = this.#callers.get(caller)
    if (until === undefined || until < this.#now()) return this.#remembered(caller, await make(null))
    if (this.#isTaken) await new Promise<void>((come) => this.#queueOf(tenantId).push({ since: this.#now(), come }))
    this.#isTaken = true
    try {
      return this.#remembered(caller, await make(this.#pace()))
    } finally {
      this.#leave()
    }
  }

  /** Between the pieces of an answer. */
  restBetweenPieces(): Promise<void> | undefined {
    return this.#statements() > 0 ? this.#sleep(pieceRestMs) : undefined
  }

  #pace(): Pace {
    let leftMs = restMsMax
    const turns = (own: number): Turns =>
      startTurns({
        now: this.#now,
        restAfter: (usedMs) => {
          if (leftMs <= 0 || this.#statements() <= own || this.#hurries()) return undefined
          const ms = Math.min(usedMs, portionMsMax) * restShare
          leftMs -= ms
          return this.#sleep(ms)
        },
      })
    // While the page is read one of the statements under way is its own.
    return { reading: turns(1), presenting: turns(0) }
  }

  #hurries(): boolean {
    const before = this.#now() - patienceMs
    return [...this.#waiting.values()].some(([first]) => first !== undefined && first.since < before)
  }

  #queueOf(tenantId: string): Waiting[] {
    const queue = this.#waiting.get(tenantId) ?? []
    this.#waiting.set(tenantId, queue)
    return queue
  }

  #leave(): void {
    this.#isTaken = false
    for (const [tenantId, queue] of this.#waiting) {
      this.#waiting.delete(tenantId)
      const next = queue.shift()
      if (queue.length > 0) this.#waiting.set(tenantId, queue)
      if (!next) continue
      this.#isTaken = true
      next.come()
      return
    }
  }

  #remembered<Page extends { bytes: number }>(caller: string, page: Page): Page {
    if (page.bytes < largeBytes) return page
    const now = this.#now()
    if (this.#callers.size >= callersMax) for (const [known, until] of this.#callers) if (until < now) this.#callers.delete(known)
    this.#callers.set(caller, now + rememberMs)
    return page
  }
}
