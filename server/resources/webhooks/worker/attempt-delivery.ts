/** Attempts one claimed delivery and records the outcome. */
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { AttemptOutcome, WorkerServices } from '#platform/jobs/job.ts'
import type { Semaphore } from '#platform/jobs/semaphore.ts'
import type { SafeFetch } from '#platform/outbound/safe-fetch.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { maxConsecutiveFailures, retryDelaySeconds } from './retry.ts'
import { sendDelivery, type Attempted } from './send-request.ts'
import { maxAttemptsKept, toAttempt } from '../attempts.ts'
import { webhookDisabled } from '../events.ts'
import { findWebhook } from '../queries.ts'
import { settleFailure, settleSuccesses, type Claimed } from './queries.ts'

export type WebhookKey = { tenantId: Uuid; webhookId: Uuid }

/** Services that an attempt needs. A request that tests a webhook has no worker. */
export type AttemptServices = Pick<WorkerServices, 'config' | 'db' | 'log' | 'secrets'> & {
  readonly fetch: Pick<SafeFetch, 'post'>
  readonly transactions: Pick<Semaphore, 'run'>
}

/** Sends one claimed delivery and records the outcome. Never throws. */
export async function attemptDelivery(
  services: AttemptServices,
  place: WebhookKey,
  claimed: Claimed,
  successes: SuccessRecorder,
  observe: (outcome: AttemptOutcome, seconds: number) => void = () => {},
): Promise<void> {
  const { secrets, fetch, log, transactions } = services
  try {
    const attempted = await sendDelivery(fetch, secrets, log, claimed)
    observe(attempted.succeeded ? 'succeeded' : 'failed', attempted.durationMs / 1000)
    if (attempted.succeeded) await successes.settle(attempted)
    else await retryWrite(() => transactions.run(() => recordFailure(services, place, claimed, attempted)))
  } catch (error) {
    // The outcome was not recorded. When the lease expires, the delivery is sent again; receivers deduplicate by its id.
    log.warn({ error, deliveryId: claimed.id }, 'the outcome of a delivery was not recorded')
  }
}

const maxWrites = 4
const pauseMs = 250

/**
 * Retries writing outcomes, for example after a lock timeout, because a delivery without a recorded outcome is sent again. Writing an
 * outcome twice, or after its lease, has no effect.
 */
async function retryWrite<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let n = 1; ; n++)
    try {
      return await write()
    } catch (error) {
      if (n === maxWrites) throw error
      await setTimeout(pauseMs * n)
    }
}

/** Records successes of one webhook: the first immediately; those that arrive during a write coalesce into the next write. */
export class SuccessRecorder {
  readonly #db: Database
  readonly #place: WebhookKey
  #waiting: Attempted[] = []
  #writing: Promise<unknown> = Promise.resolve()

  constructor(db: Database, place: WebhookKey) {
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
    await retryWrite(() => this.#db.rows(settleSuccesses, { ...this.#place, outcomes }))
  }
}

/**
 * Records a failed attempt at the claim's URL. If that disables the webhook, the same transaction emits an event and writes an audit row.
 */
async function recordFailure(
  { db, config }: Pick<AttemptServices, 'db' | 'config'>,
  { tenantId, webhookId }: WebhookKey,
  { url, attemptsBefore }: Claimed,
  attempted: Attempted,
): Promise<void> {
  const { gone, permanent, notSent, retryAfterSeconds } = attempted
  const delaySeconds = permanent
    ? null
    : retryDelaySeconds(attempted.attempt - attemptsBefore, config.webhooks.retrySeconds, retryAfterSeconds)
  const reason = gone
    ? 'The endpoint answered 410 Gone.'
    : `${maxConsecutiveFailures} attempts in a row failed; the last one: ${attempted.error ?? ''}`
  const given = {
    tenantId,
    webhookId,
    outcomes: [attempted],
    url,
    delaySeconds,
    counts: !notSent,
    maxFailures: maxConsecutiveFailures,
    gone,
    permanent,
    reason,
    entry: toAttempt(attempted),
    attemptsKept: maxAttemptsKept,
  }
  await db.background(tenantId, async (tx) => {
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
