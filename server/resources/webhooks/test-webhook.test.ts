import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Event, Webhook, WebhookDelivery } from '../../../client/index.ts'
import { openReceiver, type Receiver } from '../../../test/support/receiver.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { declaredEvents } from '#platform/outbox/events.ts'
import { takesAtMost } from '../../../test/support/stalls.ts'
import { recountDeliveries } from './index.ts'

let tenant: TestTenant
let receiver: Receiver
let hook: Webhook
// No worker runs: the request itself makes the attempt.
const service = await setUpService({ config: { webhooks: { retrySeconds: [1], timeoutSeconds: 15, allowedCidrs: ['127.0.0.0/8'] } } })
beforeEach(async () => {
  tenant = await service.createTenant()
  receiver = await openReceiver()
  const created = (await tenant.skein.createWebhook({ body: { url: receiver.url, events: ['label.created'] } })).data
  receiver.trust(created.url, created.secret)
  hook = created
})
afterEach(async () => {
  await receiver.close()
  expect(await recountDeliveries(service.db, tenant.tenantId)).toBe(0)
})

const test = (body?: object, key?: string) =>
  tenant.api<WebhookDelivery>('POST', `/webhooks/${hook.id}/test`, {
    ...(body ? { body } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })

describe('a test of a webhook', () => {
  it('answers with the outcome of the attempt', async () => {
    receiver.respond = () => ({ status: 202, body: 'thanks' })
    const { status, body } = await test()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      eventType: 'webhook.test',
      state: 'SUCCEEDED',
      attempt: 1,
      responseStatus: 202,
      responseBody: 'thanks',
    })
    expect(receiver.received).toMatchObject([{ body: body.data.requestBody, headers: { 'webhook-id': body.data.eventId } }])
    expect(receiver.received[0]?.signers).toHaveLength(1)
  })

  it('answers with the failure, which counts for nothing', async () => {
    receiver.respond = () => ({ status: 410, body: 'gone' })
    expect((await test({})).body.data).toMatchObject({ state: 'DEAD', responseStatus: 410, error: 'Answered 410.' })
    receiver.respond = () => 500
    expect((await test({})).body.data).toMatchObject({ state: 'FAILED', responseStatus: 500, nextAttemptAt: expect.any(String) })
    await receiver.close()
    expect((await test({})).body.data).toMatchObject({ state: 'FAILED', responseStatus: null, error: expect.stringMatching(/refused/i) })
    expect((await tenant.skein.getWebhook({ path: { id: hook.id } })).data).toMatchObject({ status: 'ACTIVE', failureCount: 0 })
  })

  it('answers within ten seconds when the receiver does not', async () => {
    receiver.respond = () => 'never responds'
    const { data } = await takesAtMost(10_000, async () => (await test({})).body)
    expect(data).toMatchObject({ state: 'FAILED', error: 'There was no complete answer within 9 seconds.' })
  })

  it.each(declaredEvents().map(({ type }) => type))('sends the example of %s', async (eventType) => {
    const { body } = await test({ eventType })
    expect(body.data).toMatchObject({ eventType, state: 'SUCCEEDED' })
    const [sent] = receiver.received
    expect(sent?.event).toMatchObject({ id: body.data.eventId, type: eventType, data: { object: expect.any(Object) } })
    expect(Object.keys(sent?.event.data.object ?? {})).not.toEqual([])
    const { data } = await tenant.skein.getDelivery({ path: { id: body.data.id } })
    expect([data, data.requestBody]).toEqual([body.data, sent?.body])
  })

  it('shows the example to no other webhook and to no reader of the feed', async () => {
    await tenant.skein.createWebhook({ body: { url: `${receiver.url}/other`, events: ['*'] } })
    await test({ eventType: 'thread.created' })
    const worker = service.startWorker()
    await tenant.skein.createLabel({ body: { name: 'Billing' } })
    await receiver.until(() => receiver.received.filter(({ event }) => event.type === 'label.created').length === 2)
    await worker.stop()
    expect(receiver.received.filter(({ path }) => path.endsWith('/other')).map(({ event }) => event.type)).not.toContain('thread.created')
    const { data } = await tenant.api<Event[]>('GET', '/events?limit=100').then(({ body }) => body)
    expect(data.map(({ type }) => type)).toContain('webhook.test')
    expect(data.map(({ type }) => type)).not.toContain('thread.created')
  })

  it('accepts an alias, and refuses an unknown type', async () => {
    expect((await test({ eventType: 'thread.resolved_by_magic' })).body.error).toMatchObject({
      code: 'SVC-VALIDATION-FAILED',
      details: [{ field: 'eventType', code: 'NOT_ALLOWED' }],
    })
    const alias = declaredEvents().find((event) => event.alias !== undefined)
    expect((await test({ eventType: alias?.alias })).body.data).toMatchObject({ eventType: alias?.type })
  })

  it('is sent once for a repeated key, with the same response', async () => {
    const first = await test({ eventType: 'thread.created' }, 'once')
    const second = await test({ eventType: 'thread.created' }, 'once')
    expect([second.text, receiver.received.length]).toEqual([first.text, 1])
  })

  it('is repeated by a replay as a test', async () => {
    receiver.respond = () => 410
    const { body } = await test({ eventType: 'thread.created' })
    await tenant.skein.replayDelivery({ path: { id: body.data.id } })
    const worker = service.startWorker()
    await receiver.until(() => receiver.received.length === 2)
    await worker.stop()
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
    expect((await tenant.skein.getWebhook({ path: { id: hook.id } })).data).toMatchObject({ status: 'ACTIVE', failureCount: 0 })
  })
})

describe('deliveries', () => {
  it('are found by their event, with an exact total', async () => {
    const [one, two] = [(await test({})).body.data, (await test({})).body.data]
    for (const path of ['/webhook-deliveries', `/webhooks/${hook.id}/deliveries`]) {
      const { body } = await tenant.api<WebhookDelivery[]>('GET', `${path}?eventId=${one.eventId}`)
      expect([body.data.map(({ id }) => id), body.meta.total]).toEqual([[one.id], 1])
    }
    const { body } = await tenant.api<WebhookDelivery[]>('GET', `/webhook-deliveries?eventId=${two.eventId}&state=DEAD`)
    expect([body.data, body.meta.total]).toEqual([[], 0])
  })

  it('are read one by one, without bodies for callers who may not read the event', async () => {
    const { data } = (await test({ eventType: 'thread.created' })).body
    const { key } = await tenant.keyFor(['webhooks:read'])
    const { body } = await service.api<WebhookDelivery>('GET', `/webhook-deliveries/${data.id}`, { key })
    expect(body.data).toMatchObject({
      id: data.id,
      state: 'SUCCEEDED',
      requestBody: null,
      responseBody: null,
      attempts: [{ responseBody: null }],
    })
  })
})
