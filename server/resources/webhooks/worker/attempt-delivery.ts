/** Attempts one claimed delivery and records the outcome. */
import { setTimeout } from 'node:timers/promises'
import {
  type AttemptOutcome,
  CollectedEffects,
  type Database,
  systemIdentity,
  type Uuid,
  type WorkerServices,
  writeLedger,
} from '../../../kit/index.ts'
import { consecutiveFailuresMax, retryDelaySeconds } from './retry.ts'
import { sendDelivery, type Attempted } from './send-request.ts'
import { attemptOf } from '../attempts.ts'
import { webhookDisabled } from '../events.ts'
import { findWebhook } from '../queries.ts'
import { settleFailure, settleSuccesses, type Claimed } from './queries.ts'

export type Place = { tenantId: Uuid; webhookId: Uuid }

/** Never throws. */
export async function attemptDelivery(
  services: WorkerServices,
  place: Place,
  claimed: Claimed,
  successes: Successes,
  observe: (outcome: AttemptOutcome, seconds: number) => void,
): Promise<void> {
  const { secrets, fetch, log, transactions } = services
  try {
    const attempted = await sendDelivery(fetch, secrets, log, claimed)
    observe(attempted.succeeded ? 'succeeded' : 'failed', attempted.durationMs / 1000)
    if (attempted.succeeded) await successes.settle(attempted)
    else await written(() => transactions.run(() => recordFailure(services, place, claimed.url, attempted)))
  } catch (error) {
    // The outcome could not be written: the lease expires and the delivery is sent again; receivers deduplicate by id.
    log.warn({ error, deliveryId: claimed.id }, 'the outcome of a delivery was not recorded')
  }
}

const writesMax = 4
const pauseMs = 250

/**
 * Writes outcomes again when that fails, for instance because a lock was not free in time: what is not recorded is sent again. Writing
 * them twice, or after the lease, changes nothing.
 */
async function written<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let n = 1; ; n++)
    try {
      return await write()
    } catch (error) {
      if (n === writesMax) throw error
      await setTimeout(pauseMs * n)
    }
}

/** Records successes of one webhook: the first immediately, those that arrive while a write runs together in the next write. */
export class Successes {
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
    await written(() => this.#db.rows(settleSuccesses, { ...this.#place, outcomes }))
  }
}

/** Records a failure of `url`; when it disables the webhook, emits an event and an audit row in the same transaction. */
async function recordFailure(
  { db, config }: WorkerServices,
  { tenantId, webhookId }: Place,
  url: string,
  attempted: Attempted,
): Promise<void> {
  const { gone, permanent, unasked, retryAfterSeconds, attempt } = attempted
  const delaySeconds = permanent ? null : retryDelaySeconds(attempt, config.webhooks.retrySeconds, retryAfterSeconds)
  const reason = gone
    ? 'The endpoint answered 410 Gone.'
    : `${consecutiveFailuresMax} attempts in a row failed; the last one: ${attempted.error ?? ''}`
  const given = {
    tenantId,
    webhookId,
    outcomes: [attempted],
    url,
    delaySeconds,
    counts: !unasked,
    failuresMax: consecutiveFailuresMax,
    gone,
    reason,
    entry: attemptOf(attempted),
  }
  await db.transaction(async (tx) => {
    const verdict = await tx.first(settleFailure, given)
    if (!verdict?.disabled) return
    const webhook = await tx.first(findWebhook, { tenantId, id: webhookId })
    if (!webhook) return
    const effects = new CollectedEffects()
    effects.emit(webhookDisabled, webhookId, webhook)
    effects.audit({ action: 'webhook.disabled', target: { type: 'webhook', id: webhookId }, after: { reason } })
    await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: null })
  })
}
