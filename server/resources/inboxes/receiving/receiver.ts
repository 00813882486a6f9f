/**
 * Receives for inboxes whose server the service connects to, such as mailboxes: finds inboxes that are due, holds them by leases, and receives
 * for each in a loop of its own. Any number of processes may run receivers; an inbox is held by one of them.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, type Uuid } from '#platform/ids.ts'
import type { RunningService, ServiceContext } from '#platform/services.ts'
import { type ClaimedInbox, claimInbox, findDueInboxes, releaseLease, renewLeases } from './lease-queries.ts'

const leaseSeconds = 60
const renewMs = 20_000
/** Maximum number of inboxes to claim per search. */
const claimsAtOnce = 100
/** Seconds until a suspended tenant's inbox is checked again. */
const suspendedSeconds = 60

/** An inbox whose lease this worker holds. */
export type HeldInbox = {
  readonly tenantId: Uuid
  readonly inboxId: Uuid
  /** Token of the lease. */
  readonly token: Uuid
  /** Time at which everything had been fetched, in milliseconds of performance.now(); null before. */
  readAt: number | null
}

export type ReceiverOptions = {
  /** Whether the inboxes are those of providers; otherwise mailboxes. */
  readonly isOfProvider: boolean
  /** Milliseconds between searches for inboxes that are due. */
  readonly lookMs: number
  /**
   * Receives until `signal` aborts or a failure was recorded. Never throws. Returns null for an inbox that is not connected to any server,
   * and the seconds until the inbox is due again, null for the recorded time.
   */
  readonly receive: (held: HeldInbox, claimed: ClaimedInbox, signal: AbortSignal) => Promise<{ againInSeconds: number } | void> | null
}

type Reading = { held: HeldInbox; stop: AbortController; ended: Promise<void> }

export class Receiver implements RunningService {
  readonly #context: ServiceContext
  readonly #options: ReceiverOptions
  readonly #stopping = new AbortController()
  /** Inboxes that are held, by lease token. An inbox whose settings change can be claimed again before its earlier reading ends. */
  readonly #readings = new Map<Uuid, Reading>()
  readonly #loops: Promise<unknown>

  constructor(context: ServiceContext, options: ReceiverOptions) {
    this.#context = context
    this.#options = options
    this.#loops = Promise.all([this.#repeat(options.lookMs, () => this.#look()), this.#repeat(renewMs, () => this.#renew())])
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loops
    const readings = [...this.#readings.values()]
    for (const { stop } of readings) stop.abort()
    await Promise.all(readings.map(({ ended }) => ended))
  }

  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.#context.log.warn({ error }, 'inboxes could not be looked for and are tried again'))
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    const { isOfProvider } = this.#options
    for (const key of await this.#context.db.rows(findDueInboxes, { limit: claimsAtOnce, isOfProvider })) {
      if (this.#stopping.signal.aborted) return
      const lease = { ...key, token: newId() }
      const claimed = await this.#context.db.first(claimInbox, { ...lease, leaseSeconds })
      if (claimed) await this.#begin(lease, claimed)
    }
  }

  async #begin(lease: { tenantId: Uuid; inboxId: Uuid; token: Uuid }, claimed: ClaimedInbox): Promise<void> {
    const { db } = this.#context
    // An earlier reading with other settings may still be connected, but has lost its lease.
    for (const earlier of this.#readings.values()) if (earlier.held.inboxId === lease.inboxId) earlier.stop.abort()
    const held: HeldInbox = { ...lease, readAt: null }
    const stop = new AbortController()
    const received = claimed.isSuspended ? null : this.#options.receive(held, claimed, stop.signal)
    if (received === null) return void (await db.rows(releaseLease, { ...lease, inSeconds: claimed.isSuspended ? suspendedSeconds : null }))
    const ended = received
      .then(async (again) => {
        // Only a reading that was stopped, or has nothing to wait for, still holds its lease.
        await db.rows(releaseLease, { ...lease, inSeconds: again?.againInSeconds ?? 0 })
      })
      .catch(() => undefined)
      .finally(() => this.#readings.delete(lease.token))
    this.#readings.set(lease.token, { held, stop, ended })
  }

  /** Renews all leases. Stops readings that lost theirs, because their inbox has other settings or another worker took over. */
  async #renew(): Promise<void> {
    const now = performance.now()
    for (const [tenantId, readings] of Map.groupBy(this.#readings.values(), ({ held }) => held.tenantId)) {
      const held = readings.map(({ held: { inboxId, token, readAt } }) => ({
        inboxId,
        token,
        readSecondsAgo: readAt === null ? null : (now - readAt) / 1000,
      }))
      const kept = new Set((await this.#context.db.rows(renewLeases, { tenantId, leaseSeconds, held })).map(({ token }) => token))
      for (const {
        held: { token },
        stop,
      } of readings)
        if (!kept.has(token)) stop.abort()
    }
  }
}
