/** G5: an event reaches its receiver at least once, signed, in bounded time, and webhooks that fail too often are disabled. */
import { afterEach, describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '../../client/index.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import {
  waitUntilSettled,
  getDeliveries,
  getDelivery,
  eventually,
  expectExactTotals,
  getHook,
  hookAt,
  makeThreads,
} from './webhook-fixture.ts'

let tenant: TestTenant
let receiver: Receiver
const receivers: Receiver[] = []

const service = await setUpService({ worker: true })
afterEach(async () => {
  for (const opened of receivers.splice(0)) {
    expect(
      opened.received.filter(({ signers }) => signers.length === 0),
      'every delivery is signed with a secret that its owner holds',
    ).toEqual([])
    await opened.close()
  }
  await expectExactTotals(service, tenant)
})

async function scene(response: Receiver['respond'] = () => 204): Promise<void> {
  tenant = await service.createTenant()
  receiver = await openReceiver(response)
  receivers.push(receiver)
}

describe('a receiver that fails k times and then accepts', () => {
  it('gets every event once by webhook-id, after k + 1 attempts, for k from 0 to 9', async () => {
    await scene()
    const k = new Map<string, number>()
    // Successes of other events interrupt the series of failures, because ten in a row would disable the webhook.
    receiver.respond = ({ path }, n) => (n > Number(path.split('-')[1]) ? 204 : 503)
    const hooks = await Promise.all(Array.from({ length: 10 }, (_, i) => hookAt(tenant, receiver, ['thread.created'], `-${i}`)))
    hooks.forEach(({ id }, i) => k.set(id, i))
    const [eventId = ''] = await makeThreads(tenant, 1)
    for (const { id } of hooks) await waitUntilSettled(service, tenant, id)
    for (const { id, url } of hooks) {
      const failures = k.get(id) ?? 0
      const delivery = await getDelivery(tenant, id, eventId)
      expect([delivery.state, delivery.attempt, delivery.responseStatus, delivery.nextAttemptAt, delivery.error]).toEqual([
        'SUCCEEDED',
        failures + 1,
        204,
        null,
        null,
      ])
      const got = receiver.received.filter(({ path }) => url.endsWith(path))
      expect(got).toHaveLength(failures + 1)
      expect(new Set(got.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([eventId]))
      expect(new Set(got.map(({ body }) => body)).size, 'the same bytes every time').toBe(1)
      expect(got[0]?.body).toBe(delivery.requestBody)
      expect((await getHook(tenant, id)).failureCount).toBe(0)
    }
  })

  it('makes a delivery PENDING, FAILED and then SUCCEEDED', async () => {
    await scene((_, n) => (n === 1 ? { status: 500, headers: { 'retry-after': '1' }, body: 'not yet' } : 204))
    const { id } = await hookAt(tenant, receiver)
    await tenant.skein.updateWebhook({ path: { id }, body: { status: 'PAUSED' } })
    const [eventId = ''] = await makeThreads(tenant, 1)
    await eventually(
      () => getDeliveries(tenant, id),
      (found) => found.length === 1,
    )
    expect(await getDelivery(tenant, id, eventId)).toMatchObject({
      state: 'PENDING',
      attempt: 0,
      requestHeaders: null,
      requestBody: null,
      responseStatus: null,
    })
    await tenant.skein.updateWebhook({ path: { id }, body: { status: 'ACTIVE' } })
    const failed = await eventually(
      () => getDelivery(tenant, id, eventId),
      ({ state }) => state !== 'PENDING',
    )
    expect(failed).toMatchObject({ state: 'FAILED', attempt: 1, responseStatus: 500, responseBody: 'not yet', error: 'Answered 500.' })
    expect(failed.requestHeaders).toMatchObject({ 'webhook-id': eventId })
    expect(await getHook(tenant, id)).toMatchObject({ failureCount: 1, status: 'ACTIVE' })
    await waitUntilSettled(service, tenant, id)
    expect(await getDelivery(tenant, id, eventId)).toMatchObject({ state: 'SUCCEEDED', attempt: 2, responseStatus: 204 })
    const [first, second] = receiver.received
    expect((second?.at ?? 0) - (first?.at ?? 0), 'Retry-After in seconds is honoured').toBeGreaterThan(950)
  })

  it('gets no more than ten attempts', async () => {
    const unlucky = new Set<string>()
    await scene(({ event }) => (unlucky.has(String(event.data.object['subject'])) ? 500 : 204))
    const { id } = await hookAt(tenant, receiver)
    unlucky.add('Doomed')
    const [eventId = ''] = await makeThreads(tenant, 1, { title: 'Doomed' })
    // Each success in between resets the failure count, so that this event gets all of its attempts.
    await receiver.until(() => receiver.received.length >= 5)
    await makeThreads(tenant, 1)
    const dead = await eventually(
      () => getDelivery(tenant, id, eventId),
      ({ state }) => state === 'DEAD',
    )
    expect(dead).toMatchObject({ attempt: 10, nextAttemptAt: null, responseStatus: 500 })
    expect(await getHook(tenant, id)).toMatchObject({ status: 'ACTIVE' })
    expect(receiver.received.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(10)
  })
})

describe('consecutive failures', () => {
  it('disable the webhook at the tenth with a reason, and lose no delivery', async () => {
    await scene(() => 500)
    const { id } = await hookAt(tenant, receiver)
    const watch = await openReceiver()
    receivers.push(watch)
    await hookAt(tenant, watch, ['webhook.disabled'])
    const made = await makeThreads(tenant, 12)
    const hook = await eventually(
      () => getHook(tenant, id),
      ({ status }) => status === 'DISABLED',
    )
    expect(hook.disabledReason).toMatch(/^10 attempts in a row failed; the last one: Answered 500\.$/)
    expect(hook.disabledAt).not.toBeNull()
    await watch.until(() => watch.received.length === 1)
    expect(watch.received[0]?.event).toMatchObject({
      type: 'webhook.disabled',
      data: { object: { id, status: 'DISABLED', disabledReason: hook.disabledReason } },
    })
    expect(watch.received[0]?.body).not.toContain('whsec_')
    const audit = (await tenant.skein.listAuditLogs({ query: { action: 'webhook.disabled' } })).data
    expect(audit).toMatchObject([{ action: 'webhook.disabled', actor: { type: 'SYSTEM' } }])
    const asked = receiver.received.length
    receiver.respond = () => 204
    expect((await tenant.skein.enableWebhook({ path: { id }, body: { replayMissed: true } })).data).toMatchObject({
      status: 'ACTIVE',
      failureCount: 0,
      disabledAt: null,
      disabledReason: null,
    })
    await waitUntilSettled(service, tenant, id)
    expect(new Set(receiver.received.slice(asked).map(({ headers }) => headers['webhook-id']))).toEqual(new Set(made))
  })

  it('are counted from zero after one success', async () => {
    let left = 9
    await scene(() => (left-- > 0 ? 500 : 204))
    const { id } = await hookAt(tenant, receiver)
    await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, id)
    expect(await getHook(tenant, id)).toMatchObject({ status: 'ACTIVE', failureCount: 0 })
    left = 9
    await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, id)
    expect(await getHook(tenant, id)).toMatchObject({ status: 'ACTIVE', failureCount: 0 })
  })

  it('do not include tests, which reach paused and disabled webhooks and are retried', async () => {
    await scene(({ event }, n) => (event.type === 'webhook.test' && n < 3 ? 500 : event.type === 'webhook.test' ? 204 : 410))
    const { id } = await hookAt(tenant, receiver)
    for (const status of ['ACTIVE', 'PAUSED', 'DISABLED']) {
      if (status === 'PAUSED') await tenant.skein.updateWebhook({ path: { id }, body: { status } })
      if (status === 'DISABLED') {
        await tenant.skein.updateWebhook({ path: { id }, body: { status: 'ACTIVE' } })
        await makeThreads(tenant, 1)
        await eventually(
          () => getHook(tenant, id),
          (hook) => hook.status === 'DISABLED',
        )
      }
      const before = await getHook(tenant, id)
      const { status: code, body } = await tenant.api<WebhookDelivery>('POST', `/webhooks/${id}/test`)
      expect([code, body.data.state, body.data.responseStatus]).toEqual([200, 'FAILED', 500])
      const done = await eventually(
        () => getDelivery(tenant, id, body.data.eventId),
        ({ state }) => state === 'SUCCEEDED',
      )
      expect(done).toMatchObject({ eventType: 'webhook.test', attempt: 3 })
      expect(await getHook(tenant, id)).toEqual(before)
    }
  })

  it('do not include replayed tests', async () => {
    await scene(() => 500)
    const { id } = await hookAt(tenant, receiver)
    await tenant.skein.updateWebhook({ path: { id }, body: { status: 'PAUSED' } })
    const {
      body: { data: test },
    } = await tenant.api<WebhookDelivery>('POST', `/webhooks/${id}/test`)
    expect((await tenant.api('POST', `/webhook-deliveries/${test.id}/replay`)).status).toBe(201)
    await waitUntilSettled(service, tenant, id)
    expect((await getDeliveries(tenant, id)).map(({ state, attempt }) => [state, attempt])).toEqual([
      ['DEAD', 10],
      ['DEAD', 10],
    ])
    expect(await getHook(tenant, id)).toMatchObject({ status: 'PAUSED', failureCount: 0 })
  })

  it('a 410 disables the webhook at once, and the delivery is held', async () => {
    await scene(() => 410)
    const { id } = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    const hook = await eventually(
      () => getHook(tenant, id),
      ({ status }) => status === 'DISABLED',
    )
    expect(hook).toMatchObject({ failureCount: 1, disabledReason: 'The endpoint answered 410 Gone.' })
    expect(await getDelivery(tenant, id, eventId)).toMatchObject({ state: 'FAILED', attempt: 1, responseStatus: 410 })
    await tenant.skein.enableWebhook({ path: { id }, body: {} })
  })
})

it('a Retry-After date is honoured', async () => {
  await scene((_, n) => (n === 1 ? { status: 429, headers: { 'retry-after': new Date(Date.now() + 2_000).toUTCString() } } : 204))
  const { id } = await hookAt(tenant, receiver)
  await makeThreads(tenant, 1)
  await waitUntilSettled(service, tenant, id)
  const [first, second] = receiver.received
  // A Retry-After date has whole seconds, so the wait can be up to a second shorter.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(950)
})

it('redirects are failures and are not followed', async () => {
  const elsewhere = await openReceiver()
  receivers.push(elsewhere)
  await scene((_, n) => (n === 1 ? { status: 307, headers: { location: elsewhere.url } } : 204))
  const { id } = await hookAt(tenant, receiver)
  const [eventId = ''] = await makeThreads(tenant, 1)
  await receiver.until(() => receiver.received.length === 2)
  await waitUntilSettled(service, tenant, id)
  expect(await getDelivery(tenant, id, eventId)).toMatchObject({ attempt: 2 })
  expect(elsewhere.received).toEqual([])
})

it('a deleted webhook gets nothing, and its pending deliveries are dead at once', async () => {
  await scene(() => 503)
  const { id } = await hookAt(tenant, receiver)
  await tenant.skein.updateWebhook({ path: { id }, body: { status: 'PAUSED' } })
  await makeThreads(tenant, 3)
  await eventually(
    () => getDeliveries(tenant, id),
    (found) => found.length === 3,
  )
  expect((await tenant.api('DELETE', `/webhooks/${id}`)).status).toBe(200)
  await makeThreads(tenant, 3)
  const { body } = await tenant.api<WebhookDelivery[]>('GET', '/webhook-deliveries')
  expect(body.data.map(({ state, error }) => [state, error])).toEqual(
    Array.from({ length: 3 }, () => ['DEAD', 'Given up: the webhook was deleted.']),
  )
  const [first] = body.data as unknown as { id: string }[]
  expect((await tenant.api('POST', `/webhook-deliveries/${first?.id}/replay`)).status).toBe(422)
  expect(receiver.received).toEqual([])
})
