/** Helpers of the webhook tests, which use the API. */
import { expect, onTestFinished } from 'vitest'
import type { CreatedThread, Webhook, WebhookDelivery, WebhookWithSecret } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import type { TestService, TestTenant } from '../support/service.ts'
import { toAttempt } from '../../server/resources/webhooks/attempts.ts'
import { readBacklog } from '../../server/resources/webhooks/index.ts'
import { claimDeliveries, type DeliveryOutcome } from '../../server/resources/webhooks/worker/queries.ts'

type ListedEvent = { id: string; type: string; data: { object: Record<string, unknown> } }

/** Creates a webhook with its own path at the receiver, which trusts its secret. */
export async function hookAt(
  tenant: TestTenant,
  receiver: Pick<Receiver, 'url' | 'trust'>,
  events: string[] = ['thread.created'],
  path = '',
): Promise<WebhookWithSecret> {
  const { status, body, text } = await tenant.api<WebhookWithSecret>('POST', '/webhooks', { body: { url: receiver.url + path, events } })
  expect(status, text).toBe(201)
  receiver.trust(body.data.url, body.data.secret)
  return body.data
}

export async function getHook(tenant: TestTenant, id: string): Promise<Webhook> {
  return (await tenant.api<Webhook>('GET', `/webhooks/${id}`)).body.data
}

let threadCount = 0

/** Creates threads. Returns the ids of their `thread.created` events, oldest first. */
export async function makeThreads(tenant: TestTenant, count: number, more: object = {}): Promise<string[]> {
  const made: string[] = []
  for (let i = 0; i < count; i++) {
    const { status, body, text } = await tenant.api<CreatedThread>('POST', '/threads', {
      body: { title: `Thread ${++threadCount}`, body: 'Hello', requester: { email: 'ada@example.com' }, ...more },
    })
    expect(status, text).toBe(201)
    made.push(body.data.threadId)
  }
  const events: ListedEvent[] = []
  for (let after: string | undefined; ; ) {
    const { body } = await tenant.api<ListedEvent[]>('GET', `/events?types=thread.created&limit=100${after ? `&after=${after}` : ''}`)
    events.push(...body.data)
    after = body.data.at(-1)?.id
    if (body.data.length < 100) break
  }
  return events.filter(({ data }) => made.includes(String(data.object['id']))).map(({ id }) => id)
}

export async function getDeliveries(tenant: TestTenant, webhookId: string, filter = ''): Promise<WebhookDelivery[]> {
  return (await tenant.api<WebhookDelivery[]>('GET', `/webhooks/${webhookId}/deliveries?limit=100${filter}`)).body.data
}

/** Returns the single delivery of an event to a webhook. */
export async function getDelivery(tenant: TestTenant, webhookId: string, eventId: string): Promise<WebhookDelivery> {
  const found = (await getDeliveries(tenant, webhookId)).filter((delivery) => delivery.eventId === eventId)
  expect(found).toHaveLength(1)
  return found[0] as WebhookDelivery
}

/** Polls until the result is as expected. */
export async function eventually<Found>(ask: () => Promise<Found>, isSo: (found: Found) => boolean, ms = 60_000): Promise<Found> {
  for (const deadline = performance.now() + ms; ; ) {
    const found = await ask()
    if (isSo(found)) return found
    if (performance.now() > deadline) throw new Error(`Not so after ${ms} ms: ${JSON.stringify(found).slice(0, 2000)}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}

/** Waits until every delivery of this webhook, active or not, has ended. */
export async function waitUntilSettled(service: TestService, tenant: TestTenant, webhookId: string, ms = 60_000): Promise<void> {
  await eventually(
    async () => (await readBacklog(service.db)).behind,
    (behind) => behind === 0,
    ms,
  )
  const waiting = async (state: string): Promise<number> =>
    (await tenant.api('GET', `/webhooks/${webhookId}/deliveries?state=${state}&limit=1`)).body.meta.total
  await eventually(
    async () => (await waiting('PENDING')) + (await waiting('FAILED')),
    (n) => n === 0,
    ms,
  )
}

export function getUuid(prefix: 'whk' | 'dlv' | 'evt', id: string): Uuid {
  const uuid = parseTypeId(prefix, id)
  if (!uuid) throw new Error(`${id} is no id`)
  return uuid
}

// --- Totals -----------------------------------------------------------------------------------------------------------

const countDeliveries = statement<{ tenantId: Uuid }, { webhookId: Uuid; eventType: string; state: string; n: number }>(
  'select webhook_id as "webhookId", event_type as "eventType", state, count(*) as n from webhook_deliveries where tenant_id = :tenantId::uuid group by 1, 2, 3',
)
const keptTotals = statement<{ tenantId: Uuid }, { webhookId: Uuid; eventType: string; state: string; n: number }>(
  'select webhook_id as "webhookId", event_type as "eventType", state, count as n from webhook_delivery_totals where tenant_id = :tenantId::uuid and count <> 0',
)
const countEvents = statement<{ tenantId: Uuid }, { type: string; n: number }>(
  'select type, count(*) as n from events where tenant_id = :tenantId::uuid group by 1',
)

/** Expects every total in the lists of deliveries and events to equal a count. Nothing may be in progress. */
export async function expectExactTotals(service: TestService, tenant: TestTenant): Promise<void> {
  const { tenantId } = tenant
  const order = (rows: { webhookId: string; eventType: string; state: string; n: number }[]) =>
    rows.map((row) => JSON.stringify(row)).toSorted()
  const counted = await service.db.rows(countDeliveries, { tenantId })
  expect(order(await service.db.rows(keptTotals, { tenantId }))).toEqual(order(counted))
  const total = async (path: string): Promise<number> =>
    (await tenant.api('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1`)).body.meta.total
  const sum = (isIn: (row: (typeof counted)[number]) => boolean): number => counted.filter(isIn).reduce((all, { n }) => all + n, 0)
  expect(await total('/webhook-deliveries')).toBe(sum(() => true))
  for (const state of ['PENDING', 'SUCCEEDED', 'FAILED', 'DEAD'])
    expect(await total(`/webhook-deliveries?state=${state}`), state).toBe(sum((row) => row.state === state))
  for (const type of new Set(counted.map(({ eventType }) => eventType)))
    expect(await total(`/webhook-deliveries?eventType=${type}`), type).toBe(sum((row) => row.eventType === type))
  const events = await service.db.rows(countEvents, { tenantId })
  expect(await total('/events')).toBe(events.reduce((all, { n }) => all + n, 0))
  for (const { type, n } of events) expect(await total(`/events?types=${type}`), type).toBe(n)
}

/** Changes webhook rows in ways that the API cannot, mostly their age. */
export async function alter(service: TestService, sql: string): Promise<void> {
  await service.db.script(sql)
}

/** Creates a webhook with one pending delivery per thread, no running worker, and a slow receiver. */
export async function createBacklog(
  service: TestService,
  threads: number,
): Promise<{ tenant: TestTenant; slowReceiver: Receiver; hook: Webhook }> {
  const tenant = await service.createTenant()
  const slowReceiver = await openReceiver(() => 'a late 204')
  const hook = await hookAt(tenant, slowReceiver)
  await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'PAUSED' } })
  await makeThreads(tenant, threads)
  const worker = service.startWorker()
  await expect.poll(async () => (await getDeliveries(tenant, hook.id)).length).toBe(threads)
  await worker.stop()
  await tenant.skein.updateWebhook({ path: { id: hook.id }, body: { status: 'ACTIVE' } })
  onTestFinished(async () => {
    // Deletes the webhook, because its pending deliveries would disturb later tests. The test may have deleted it already.
    await tenant.api('DELETE', `/webhooks/${hook.id}`)
    await slowReceiver.close()
  })
  return { tenant, slowReceiver, hook }
}

/** Creates a backlog and claims all of it. `toSuccess` and `toFailure` return the parameters that record the outcome of an attempt. */
export async function claimBacklog(service: TestService, size: number) {
  const { tenant, hook } = await createBacklog(service, size)
  const place = { tenantId: tenant.tenantId, webhookId: getUuid('whk', hook.id) }
  const claims = await service.db.rows(claimDeliveries, { ...place, concurrency: size, limit: size, leaseSeconds: 600, chance: 0 })
  const attempted = claims.flatMap((claim): DeliveryOutcome[] => {
    if (claim.id === null) return []
    const { id, attempt, attemptedAt } = claim
    return [{ id, attempt, attemptedAt, requestHeaders: {}, responseStatus: 500, responseBody: null, durationMs: 1, error: null }]
  })
  const failed = {
    delaySeconds: 600,
    counts: true,
    maxFailures: 100,
    gone: false,
    permanent: false,
    reason: '',
    attemptsKept: 10,
    url: hook.url,
  }
  return {
    tenant,
    hook,
    attempted,
    toSuccess: (outcome: DeliveryOutcome) => ({ ...place, outcomes: [outcome] }),
    toFailure: (outcome: DeliveryOutcome) => ({ ...place, outcomes: [outcome], ...failed, entry: toAttempt(outcome) }),
  }
}
