/** Every attempt of a delivery is stored and shown, truncated to a number of bytes, as long as the delivery exists. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '../../client/index.ts'
import { openReceiver, type Receiver, type ReceiverResponse } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { whereIs } from '../support/snapshot.ts'
import { runUpkeep } from '../support/upkeep.ts'
import { waitUntilSettled, alter, getDelivery, eventually, hookAt, makeThreads } from './webhook-fixture.ts'
import { earlierSql } from '../support/earlier.ts'

let tenant: TestTenant
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
})

const canary = 'only-in-the-response-of-a-receiver'

async function deliver(responses: ReceiverResponse[]): Promise<{ delivery: WebhookDelivery; receiver: Receiver; hookId: string }> {
  const receiver = await openReceiver((_, n) => responses[Math.min(n, responses.length) - 1] ?? 204)
  const hook = await hookAt(tenant, receiver)
  const [eventId = ''] = await makeThreads(tenant, 1)
  await waitUntilSettled(service, tenant, hook.id)
  await receiver.close()
  return { delivery: await getDelivery(tenant, hook.id, eventId), receiver, hookId: hook.id }
}

it('each attempt shows its time, status, duration, error and first kilobyte', async () => {
  const { delivery, receiver } = await deliver([
    // The first attempt uses a new connection. A request on a reused keep-alive connection would be retried immediately.
    'reset',
    { status: 500, body: `${canary} second` },
    { status: 302, headers: { location: 'http://127.0.0.1/' }, body: '€'.repeat(2_000) },
    { status: 503, body: 'x'.repeat(20_000) },
    { status: 200, body: `thank you ${'y'.repeat(2_000)}` },
  ])
  expect([delivery.state, delivery.attempt, delivery.responseStatus]).toEqual(['SUCCEEDED', 5, 200])
  expect(delivery.attempts.map(({ attempt, responseStatus, error }) => [attempt, responseStatus, error])).toEqual([
    [1, null, 'The connection was closed before the answer was complete.'],
    [2, 500, 'Answered 500.'],
    [3, 302, 'Answered 302: redirects are not followed.'],
    [4, 503, 'Answered 503.'],
    [5, 200, null],
  ])
  const [first, second, third, fourth, fifth] = delivery.attempts.map(({ responseBody }) => responseBody)
  expect([first, second, third]).toEqual([null, `${canary} second`, '€'.repeat(341)])
  expect([fourth, fifth]).toEqual(['x'.repeat(1_024), `thank you ${'y'.repeat(1_014)}`])
  const times = delivery.attempts.map(({ attemptedAt }) => attemptedAt)
  expect(times).toEqual(times.toSorted())
  expect(new Set(times).size, 'the times of the attempts, not of the delivery').toBeGreaterThan(1)
  delivery.attempts.forEach(({ durationMs, attemptedAt }, i) => {
    expect(durationMs).toBeGreaterThanOrEqual(0)
    const sent = Number(receiver.received[i]?.headers['webhook-timestamp'])
    expect(Math.abs(Date.parse(attemptedAt) / 1000 - sent)).toBeLessThan(2)
  })
  expect(delivery.attempts.at(-1)?.durationMs).toBe(delivery.durationMs)
})

it('a first attempt that succeeds is the whole history, and is stored only once', async () => {
  const words = `${canary}-at-once`
  const { delivery } = await deliver([{ status: 200, body: words }])
  expect(delivery.attempts).toMatchObject([{ attempt: 1, responseStatus: 200, error: null, responseBody: words }])
  expect(await whereIs(service.db, [words])).toEqual(['webhook_deliveries.response_body'])
})

it('a dead delivery shows its ten attempts in less than 20 KB of history', async () => {
  const unlucky = new Set(['Doomed'])
  const receiver = await openReceiver(({ event }) =>
    unlucky.has(String(event.data.object['subject'])) ? { status: 500, body: '\u0001'.repeat(4_000) } : 204,
  )
  const hook = await hookAt(tenant, receiver)
  const [eventId = ''] = await makeThreads(tenant, 1, { title: 'Doomed' })
  // A success in between prevents the webhook from being disabled.
  await receiver.until(() => receiver.received.length >= 5)
  await makeThreads(tenant, 1)
  const dead = await eventually(
    () => getDelivery(tenant, hook.id, eventId),
    ({ state }) => state === 'DEAD',
  )
  expect(dead.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(dead.attempt).toBe(10)
  const bytes = dead.attempts.reduce((sum, { responseBody }) => sum + Buffer.byteLength(responseBody ?? ''), 0)
  expect(bytes).toBe(10 * 1_024)
  await receiver.close()
})

describe('a replay', () => {
  it('is a separate delivery: its attempts are not among those of the first', async () => {
    const receiver = await openReceiver()
    const hook = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, hook.id)
    const first = await getDelivery(tenant, hook.id, eventId)
    const replayed = await tenant.api<WebhookDelivery>('POST', `/webhook-deliveries/${first.id}/replay`)
    expect(replayed.body.data).toMatchObject({ attempt: 0, attempts: [] })
    await waitUntilSettled(service, tenant, hook.id)
    const { body } = await tenant.api<WebhookDelivery[]>('GET', `/webhooks/${hook.id}/deliveries`)
    expect(body.data.map(({ attempts }) => attempts.length)).toEqual([1, 1])
    await receiver.close()
  })
})

it('leaves no part of a response after the retention period of its delivery', async () => {
  const words = `${canary}-of-old`
  const { delivery } = await deliver([{ status: 500, body: words }, 204])
  expect(await whereIs(service.db, [words])).toContain('webhook_deliveries.failed_attempts')
  await alter(
    service,
    `update webhook_deliveries set created_at = ${earlierSql('created_at', "interval '31 days'")} where tenant_id = '${tenant.tenantId}'`,
  )
  await runUpkeep(service.db)
  const { body } = await tenant.api<WebhookDelivery[]>('GET', '/webhook-deliveries')
  expect(body.data.map(({ id }) => id)).not.toContain(delivery.id)
  expect(await whereIs(service.db, [words])).toEqual([])
})
