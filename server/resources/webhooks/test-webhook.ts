import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { checkIfMatch } from '#kit/if-match.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, validationFailed } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { declaredEvents, resolveEventType } from '#platform/outbox/events.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { writeIdentity } from '#platform/outbox/write-identity.ts'
import type { Principal } from '#platform/principal.ts'
import { checkUrl } from './endpoint-input.ts'
import { deliveryNotFound, webhookNotFound, webhookUrlForbidden } from './errors.ts'
import { webhookTest } from './events.ts'
import { webhookId } from './get-webhook.ts'
import { findDelivery, insertDelivery, toDelivery } from './delivery-queries.ts'
import { findWebhook, lockSequence, lockWebhook } from './queries.ts'
import { WebhookDelivery, WebhookTestRequest } from './schema.ts'
import { attemptDelivery, SuccessRecorder } from './worker/attempt-delivery.ts'
import { maxAttemptsPerWebhook } from './worker/queries.ts'
import { countInProgress, findLeased } from './worker/test-queries.ts'

/** The caller waits for the response of the receiver at most this long. */
const timeoutMs = 9_000
/** Longer than an attempt. If this process dies meanwhile, the worker makes the next attempt after it. */
const leaseSeconds = 20

export const testWebhook = endpoint.write({
  operationId: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  tag: 'webhooks',
  scope: 'webhooks:write',
  summary: 'Test a webhook',
  description:
    'Sends a `webhook.test` event, or the example of `eventType`, to this webhook only, regardless of its event types and status. Returns ' +
    'the delivery with the outcome of its first attempt, within ten seconds. It is still PENDING if the webhook has 16 attempts in progress. ' +
    'Failed tests are retried like other deliveries, and never count towards disabling.',
  params: { id: webhookId },
  body: WebhookTestRequest,
  responds: { 200: item(WebhookDelivery, 'The delivery after its first attempt') },
  errors: [webhookUrlForbidden],
  present: toDelivery,
  async before({ db, principal, params, body, ifMatch, requestId, outbound, secrets, config, log }) {
    const eventType = readEventType(body.eventType ?? webhookTest.type)
    const key = { tenantId: principal.tenantId, id: params.id }
    const webhook = await db.first(findWebhook, key)
    if (!webhook) throw new ApiError(webhookNotFound)
    await checkUrl(outbound, webhook.url)
    const deliveryId = await queueTest(db, { principal, requestId, ifMatch }, params.id, eventType)
    const leased = await db.first(findLeased, { tenantId: key.tenantId, id: deliveryId })
    if (!leased || leased.attempt === 0) return deliveryId
    const place = { tenantId: key.tenantId, webhookId: params.id }
    const fetch: Parameters<typeof attemptDelivery>[0]['fetch'] = { post: (url, request) => outbound.post(url, { ...request, timeoutMs }) }
    const services = { db, secrets, config, log, fetch, transactions: { run: <Result>(work: () => Promise<Result>) => work() } }
    await attemptDelivery(services, place, leased, new SuccessRecorder(db, place))
    return deliveryId
  },
  async handle({ tx, principal: { tenantId }, prepared }) {
    const record = await tx.first(findDelivery, { tenantId, id: prepared })
    if (!record) throw new ApiError(deliveryNotFound)
    return toUnchangedOutcome(record)
  },
})

function readEventType(name: string): string {
  const type = resolveEventType(name)
  if (declaredEvents().some((event) => event.type === type)) return type
  const message = 'is not an event type; GET /event-types lists them'
  throw new ApiError(validationFailed, { details: [{ field: 'eventType', code: 'NOT_ALLOWED', message }] })
}

type Caller = { principal: Principal; requestId: string; ifMatch: readonly string[] | null }

/**
 * Stores the event `webhook.test` and its delivery, under a lease for the first attempt unless too many are in progress. It commits before
 * that attempt, because the body contains the event's number.
 */
function queueTest(db: Database, { principal, requestId, ifMatch }: Caller, hookId: Uuid, eventType: string): Promise<Uuid> {
  const { tenantId } = principal
  return db.transaction(async (tx) => {
    const webhook = await tx.first(lockWebhook, { tenantId, id: hookId })
    if (!webhook) throw new ApiError(webhookNotFound)
    checkIfMatch(ifMatch, webhook.version)
    const inProgress = await tx.first(countInProgress, { tenantId, webhookId: hookId })
    const position = await tx.first(lockSequence, { tenantId })
    if (!position) throw new Error('The tenant has no counters')
    const effects = new CollectedEffects()
    const eventId = effects.emit(webhookTest, hookId, webhook)
    effects.audit({ action: 'webhook.tested', target: { type: 'webhook', id: hookId }, after: { eventType } })
    const id = newId()
    await tx.rows(insertDelivery, {
      // `lockSequence` has webhook the counter, so the ledger gives the only event of this transaction the next number.
      tenantId,
      id,
      webhookId: hookId,
      eventSequence: position.sequence + 1,
      eventId,
      eventType,
      test: true,
      leaseSeconds: (inProgress?.count ?? 0) < maxAttemptsPerWebhook ? leaseSeconds : null,
      dueSince: null,
    })
    await writeLedger(tx, writeIdentity(principal, requestId, null), effects, { status: 200, record: null })
    return id
  })
}
