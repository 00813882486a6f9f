/**
 * The webhook worker: turns events into deliveries and attempts what is due. Any number of processes may run one.
 *
 * Everything it knows is in the database: a worker that is killed loses nothing but its leases, which run out.
 * It looks for work every `pollMs` and at once when this process has written something (`nudge`).
 */
import type { Database } from '../../kit/db.ts'
import { CollectedEffects, systemIdentity, writeLedger } from '../../kit/ledger.ts'
import { newId, type Uuid } from '../../kit/ids.ts'
import type { Log } from '../../kit/log.ts'
import type { SafeFetch } from '../../kit/safe-fetch.ts'
import type { Secrets } from '../../kit/secrets.ts'
import { attemptDelivery, type Attempted } from './deliver.ts'
import { webhookDisabled, webhookTest } from './events.ts'
import { findWebhook } from './queries.ts'
import { consecutiveFailuresMax, retryDelaySeconds } from '../../kit/retry.ts'
import {
  claimDeliveries, eventsAfter, fanOut, lockCursor, settleFailure, settleSuccesses, subscriptions, tenantsBehind, webhooksDue, type Claimed, type FannedOut,
} from './worker-queries.ts'

export type DispatcherOptions = {
  db: Database
  secrets: Secrets
  fetch: SafeFetch
  log: Log
  /** Seconds before the second, third, … attempt. */
  retrySeconds: readonly number[]
  /** Longest that one attempt can take; leases outlast it. */
  timeoutSeconds: number
  /** Counts attempts by outcome and their seconds, for /metrics. */
  observe?: (outcome: 'succeeded' | 'failed', seconds: number) => void
}

export type Dispatcher = {
  /** Something may be due now. */
  nudge(): void
  /** Takes no more work, finishes the attempts under way, then resolves. */
  stop(): Promise<void>
}

const pollMs = 50
/** Attempts under way at most: of one webhook over all workers; of one tenant, and in all, in this process. */
const perWebhook = 16
/** Deliveries are taken when this many attempts are free, so that under load one statement takes several. */
const claimAtLeast = 8
const perTenant = 50
const inAll = 1000
const eventsPerFanOut = 500

type Place = { tenantId: Uuid; webhookId: Uuid }
/** Work on one webhook: `again` asks it to look for more, `wake` tells it so while it waits. */
type Drain = { again: boolean; wake: () => void; done: Promise<void>; successes: Successes }

export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, log } = options
  const draining = new Map<Uuid, Drain>()
  const attemptsOfTenant = new Map<Uuid, number>()
  let attempts = 0
  const stopping = new AbortController()
  let wake: (() => void) | null = null
  let nudged = false

  const room = (tenantId: Uuid): boolean => !stopping.signal.aborted && attempts < inAll && (attemptsOfTenant.get(tenantId) ?? 0) < perTenant
  const count = (tenantId: Uuid, delta: number): void => {
    attempts += delta
    const left = (attemptsOfTenant.get(tenantId) ?? 0) + delta
    if (left > 0) attemptsOfTenant.set(tenantId, left)
    else attemptsOfTenant.delete(tenantId)
  }

  /** Works on one webhook until nothing of it is due, with as many attempts at once as its bound allows. */
  const work = async (place: Place, drain: Drain): Promise<void> => {
    const underWay = new Set<Promise<void>>()
    for (let backlog = false; ; ) {
      const free = perWebhook - underWay.size
      if ((free >= claimAtLeast || !backlog) && free > 0 && (drain.again || backlog) && room(place.tenantId)) {
        drain.again = false
        const claimed = await claim(options, place)
        backlog = claimed.length >= free
        for (const delivery of claimed) {
          count(place.tenantId, 1)
          const attempt = attemptOne(options, place, delivery, drain.successes).finally(() => {
            count(place.tenantId, -1)
            underWay.delete(attempt)
          })
          underWay.add(attempt)
        }
      }
      // With no room left the webhook stays due in the database, and a later round comes back to it.
      if (underWay.size === 0 && !((drain.again || backlog) && room(place.tenantId))) return
      if (underWay.size > 0) await Promise.race([...underWay, new Promise<void>((resolve) => { drain.wake = resolve })])
    }
  }

  const startOrWake = (place: Place): void => {
    const running = draining.get(place.webhookId)
    if (running) {
      running.again = true
      running.wake()
      return
    }
    if (!room(place.tenantId)) return
    const drain: Drain = { again: true, wake: () => {}, done: Promise.resolve(), successes: new Successes(db, place) }
    draining.set(place.webhookId, drain)
    drain.done = work(place, drain)
      .catch((error: unknown) => log.error({ error, webhookId: place.webhookId }, 'webhook deliveries stalled'))
      .finally(() => draining.delete(place.webhookId))
  }

  const round = async (): Promise<void> => {
    for (const { tenantId } of await db.rows(tenantsBehind, {})) if (!stopping.signal.aborted) await fanOutTenant(db, tenantId)
    for (const place of await db.rows(webhooksDue, { limit: 200 })) startOrWake(place)
  }

  const loop = async (): Promise<void> => {
    let awayMs = 0
    while (!stopping.signal.aborted) {
      nudged = false
      try {
        await round()
        awayMs = 0
      } catch (error) {
        // The database is away or the statement failed: nothing is lost, so it is tried again, ever more patiently.
        awayMs = Math.min(5_000, awayMs * 2 + 100)
        log.warn({ error }, 'the webhook worker waits for the database')
      }
      if (!nudged || awayMs > 0) await pause(awayMs || pollMs)
    }
  }

  const pause = (ms: number): Promise<void> => new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })

  const running = loop()
  return {
    nudge() {
      nudged = true
      wake?.()
    },
    async stop() {
      stopping.abort()
      wake?.()
      await running
      await Promise.all([...draining.values()].map(({ done }) => done))
    },
  }
}

/** Turns a tenant's next events into deliveries. Two workers never do the same tenant at once: the cursor's row is locked. */
async function fanOutTenant(db: Database, tenantId: Uuid): Promise<void> {
  await db.transaction(async (tx) => {
    const cursor = await tx.first(lockCursor, { tenantId })
    if (!cursor) return
    const events = await tx.rows(eventsAfter, { tenantId, sequence: cursor.sequence, limit: eventsPerFanOut })
    const last = events.at(-1)
    if (!last) return
    const webhooks = await tx.rows(subscriptions, { tenantId })
    const deliveries: FannedOut[] = events.flatMap(({ id: eventId, sequence, type }) =>
      // A test goes to the webhook that is tested, which has its delivery already.
      type === webhookTest.type ? [] : webhooks
        .filter(({ events: wanted, fromSequence }) => sequence > fromSequence && (wanted.includes(type) || wanted.includes('*')))
        .map(({ id: webhookId }) => ({ id: newId(), webhookId, sequence, eventId, type })))
    await tx.rows(fanOut, { tenantId, deliveries, sequence: last.sequence })
  })
}

function claim({ db, timeoutSeconds }: DispatcherOptions, place: Place): Promise<Claimed[]> {
  // The lease outlasts the attempt and the writing down of its outcome.
  return db.rows(claimDeliveries, { ...place, concurrency: perWebhook, leaseSeconds: timeoutSeconds + 15 })
}

async function attemptOne(options: DispatcherOptions, place: Place, claimed: Claimed, successes: Successes): Promise<void> {
  const { secrets, fetch, log, observe } = options
  try {
    const attempted = await attemptDelivery(fetch, secrets, claimed)
    observe?.(attempted.succeeded ? 'succeeded' : 'failed', attempted.durationMs / 1000)
    if (attempted.succeeded) await successes.settle(attempted)
    else await settleOne(options, place, attempted)
  } catch (error) {
    // The outcome could not be written: the lease runs out and the delivery is tried again, which receivers dedupe by id.
    log.warn({ error, deliveryId: claimed.id }, 'the outcome of a delivery was not recorded')
  }
}

/** Writes successes of one webhook down: at once when alone, together with those that come while the last writing runs. */
class Successes {
  readonly #db: Database
  readonly #place: Place
  #waiting: Attempted[] = []
  #writing: Promise<unknown> = Promise.resolve()

  constructor(db: Database, place: Place) {
    this.#db = db
    this.#place = place
  }

  async settle(attempted: Attempted): Promise<void> {
    this.#waiting.push(attempted)
    if (this.#waiting.length === 1) this.#writing = this.#writing.catch(() => {}).then(() => this.#write())
    await this.#writing
  }

  async #write(): Promise<void> {
    const outcomes = this.#waiting
    this.#waiting = []
    await this.#db.rows(settleSuccesses, { ...this.#place, outcomes })
  }
}

/** Writes a failure down; when it disables the webhook, that is an event and an audit row of the same transaction. */
async function settleOne({ db, retrySeconds }: DispatcherOptions, { tenantId, webhookId }: Place, attempted: Attempted): Promise<void> {
  const { gone, hopeless, retryAfterSeconds, attempt } = attempted
  const delaySeconds = gone || hopeless ? null : retryDelaySeconds(attempt, retrySeconds, retryAfterSeconds)
  const reason = gone ? 'The endpoint answered 410 Gone.' : `${consecutiveFailuresMax} attempts in a row failed; the last one: ${attempted.error ?? ''}`
  await db.transaction(async (tx) => {
    const verdict = await tx.first(settleFailure, { tenantId, webhookId, outcomes: [attempted], delaySeconds, failuresMax: consecutiveFailuresMax, gone, reason })
    if (!verdict?.disabled) return
    const webhook = await tx.first(findWebhook, { tenantId, id: webhookId })
    if (!webhook) return
    const effects = new CollectedEffects()
    effects.emit(webhookDisabled, webhookId, webhook)
    effects.audit({ action: 'webhook.disabled', target: { type: 'webhook', id: webhookId }, after: { reason } })
    await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
  })
}
