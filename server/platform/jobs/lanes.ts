/**
 * Runs one queue in one worker: finds lanes with due items and processes each lane until no item is due. Tenants are isolated: a tenant's
 * slow transactions or receivers delay only that tenant.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Uuid } from '../ids.ts'
import type { Lane, OpenQueue, Queue } from './job.ts'
import type { Log } from '../log.ts'
import type { Pace } from './pace.ts'
import type { SuspendedTenants } from './suspended-tenants.ts'
import { Shares } from './shares.ts'

const lanesPerSearch = 200
/** Milliseconds before retrying a claim that failed because the lane's row was locked. Such locks are short. */
const claimRetryMs = 20
/** Number of consecutive failed claims after which the row is presumed to be deleted or locked for long. */
const maxPreventedClaims = 10
const maxSearchDelayMs = 5_000

/** Work on one lane. `again` makes it claim once more; `wake` interrupts its wait for a running item. */
type Drain = { lane: Lane; again: boolean; wake: () => void; done: Promise<void>; underWay: Set<Promise<void>> }

type LanesOptions = { pace: Pace; suspended: SuspendedTenants; log: Log; stopping: AbortSignal }

export class Lanes<Item> {
  readonly #queue: OpenQueue<Item>
  readonly #declaration: Pick<Queue, 'name' | 'shares' | 'claimAtLeast' | 'paced'>
  readonly #options: LanesOptions
  readonly #shares: Shares
  readonly #draining = new Map<string, Drain>()
  /** Due lanes without a free slot, in the order in which they started to wait. */
  #waiting = new Map<string, Lane>()
  #searchDelayMs = 0
  #searchAfter = 0

  constructor(declaration: Pick<Queue, 'name' | 'shares' | 'claimAtLeast' | 'paced'>, queue: OpenQueue<Item>, options: LanesOptions) {
    this.#queue = queue
    this.#declaration = declaration
    this.#options = options
    this.#shares = new Shares(declaration.shares)
  }

  /** Finds due lanes and starts work on them. Returns whether it found any. Never throws. */
  async look(): Promise<boolean> {
    if (performance.now() < this.#searchAfter) return false
    try {
      const { suspended } = this.#options
      await suspended.refresh()
      const full = [...this.#draining.values()].filter(({ lane, underWay }) => underWay.size >= this.#queue.atOnce(lane))
      const due = await this.#queue.due(
        { tenants: [...this.#shares.full(), ...suspended.all()], suspended: suspended.all(), lanes: full.map(({ lane }) => lane) },
        lanesPerSearch,
      )
      this.#searchDelayMs = 0
      // No search took place, so the lanes of the last search keep waiting for a slot.
      if (due === null) return false
      this.#waiting.clear()
      for (const lane of due) this.wake(lane)
      return due.length > 0
    } catch (error) {
      // The database is unreachable or the statement failed. The items stay due, so retry the search with a growing delay.
      this.#searchDelayMs = Math.min(maxSearchDelayMs, this.#searchDelayMs * 2 + 100)
      this.#searchAfter = performance.now() + this.#searchDelayMs
      this.#options.log.warn({ error, queue: this.#declaration.name }, 'the worker could not look for work and tries again')
      return false
    }
  }

  /** Starts work on a lane with due items, or notifies the work in progress. */
  wake(lane: Lane): void {
    const key = keyOf(lane)
    const running = this.#draining.get(key)
    if (running) {
      running.again = true
      running.wake()
      return
    }
    if (!this.#hasCapacity(lane.tenantId)) {
      this.#waiting.set(key, lane)
      return
    }
    const drain: Drain = { lane, again: true, wake: () => {}, done: Promise.resolve(), underWay: new Set() }
    this.#draining.set(key, drain)
    drain.done = this.#work(drain)
      .catch((error: unknown) => {
        const { tenantId, lane: name } = lane
        this.#options.log.warn({ error, queue: this.#declaration.name, tenantId, lane: name }, 'work stalled and is taken up again')
      })
      // stop() also waits for items that were in progress when the database became unreachable.
      .finally(() =>
        Promise.all(drain.underWay).then(() => {
          this.#draining.delete(key)
          if (drain.again) this.#waiting.set(key, lane)
          this.#startWaitingLanes()
        }),
      )
  }

  /** Resolves when no work is in progress. */
  async ended(): Promise<void> {
    await Promise.all([...this.#draining.values()].map(({ done }) => done))
  }

  #startWaitingLanes(): void {
    if (this.#waiting.size === 0 || this.#options.stopping.aborted) return
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const lane of waiting) this.wake(lane)
  }

  #hasCapacity(tenantId: Uuid): boolean {
    const { stopping, suspended } = this.#options
    return !stopping.aborted && !suspended.has(tenantId) && this.#shares.free(tenantId) > 0
  }

  /**
   * Waits for the pace, then takes slots for up to `wanted` items of the tenant. Returns 0 if the tenant has no slots left by then, or the
   * worker shuts down.
   */
  async #takeSlots(tenantId: Uuid, wanted: number): Promise<number> {
    if (!this.#declaration.paced) return this.#shares.take(tenantId, wanted)
    const allowed = await this.#options.pace.take(wanted)
    const slots = this.#shares.take(tenantId, allowed)
    this.#options.pace.returnSlots(allowed - slots)
    return slots
  }

  #returnUnusedSlots(tenantId: Uuid, slots: number): void {
    this.#shares.returnSlots(tenantId, slots)
    if (this.#declaration.paced) this.#options.pace.returnSlots(slots)
  }

  /** Processes a lane until no item in it is due, with as many concurrent items as its limit and its tenant's share allow. */
  async #work(drain: Drain): Promise<void> {
    const { lane, underWay } = drain
    const { tenantId } = lane
    const run = this.#queue.open(lane)
    const atOnce = this.#queue.atOnce(lane)
    const claimAtLeast = Math.min(this.#declaration.claimAtLeast, atOnce)
    for (let backlog = false, prevented = 0, hasClaimed = false; ; ) {
      // Give lanes that wait for a slot their turn before this lane claims again.
      if (hasClaimed && underWay.size === 0 && this.#waiting.size > 0) {
        drain.again ||= backlog
        return
      }
      const free = atOnce - underWay.size
      if ((free >= claimAtLeast || !backlog) && free > 0 && (drain.again || backlog) && this.#hasCapacity(tenantId)) {
        const slots = await this.#takeSlots(tenantId, free)
        if (slots === 0) continue
        drain.again = false
        hasClaimed = true
        const claims = await this.#queue.claim(lane, slots).catch((error: unknown) => {
          this.#returnUnusedSlots(tenantId, slots)
          throw error
        })
        this.#returnUnusedSlots(tenantId, slots - claims.items.length)
        prevented = claims.prevented ? prevented + 1 : 0
        if (prevented > 0 && prevented < maxPreventedClaims) {
          // An earlier claim may have postponed the lane by a second, in case this worker dies.
          await sleep(claimRetryMs)
          drain.again = true
          continue
        }
        // If other workers hold all slots, they claim again themselves, or their leases expire.
        backlog = claims.more && (claims.items.length > 0 || underWay.size > 0)
        for (const item of claims.items) {
          const one = run(item).finally(() => {
            this.#shares.returnSlots(tenantId, 1)
            underWay.delete(one)
          })
          underWay.add(one)
        }
      }
      // Without a free slot, the lane stays due in the database, and a later search finds it.
      if (underWay.size === 0 && !((drain.again || backlog) && this.#hasCapacity(tenantId))) return
      if (underWay.size > 0)
        await Promise.race([
          ...underWay,
          new Promise<void>((resolve) => {
            drain.wake = resolve
          }),
        ])
    }
  }
}

function keyOf({ tenantId, lane }: Lane): string {
  return `${tenantId} ${lane}`
}
