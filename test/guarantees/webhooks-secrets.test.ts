/** Secrets, limits and payloads of webhooks, and their deliveries in health and metrics. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Webhook } from '../../client/index.ts'
import { maxPayloadBytes } from '#platform/outbox/event-payload.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { declaredReaders } from '#platform/outbox/readers.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { whereIs } from '../support/snapshot.ts'
import { waitUntilSettled, getDelivery, eventually, getHook, hookAt, makeThreads, getUuid } from './webhook-fixture.ts'

let tenant: TestTenant
let receiver: Receiver
const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

/** Ends the overlap of a former secret; 0 is the latest. */
const endOverlap = (hook: Webhook, n: number) =>
  service.db.script(
    `update webhooks set previous_secrets = jsonb_set(previous_secrets, '{${n},until}', to_jsonb(now())) where id = '${getUuid('whk', hook.id)}'`,
  )

describe('a webhook’s secret', () => {
  it('is shown by create and rotate alone, and is encrypted in the database', async () => {
    const { secret, id } = await hookAt(tenant, receiver)
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const rotated = (await tenant.skein.rotateWebhookSecret({ path: { id }, body: {} })).data.secret
    expect(rotated).not.toBe(secret)
    receiver.trust(receiver.url, rotated)
    await tenant.skein.testWebhook({ path: { id } })
    await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, id)
    const paths = ['/webhooks', `/webhooks/${id}`, '/webhook-deliveries', `/webhooks/${id}/deliveries`, '/events', '/audit-logs']
    const shown = await Promise.all(paths.map(async (path) => (await tenant.api('GET', path)).text))
    shown.push((await tenant.api('PATCH', `/webhooks/${id}`, { body: { description: 'd' } })).text)
    for (const value of [secret, rotated]) {
      expect(shown.filter((text) => text.includes(value.slice(6, 30)))).toEqual([])
      expect(receiver.received.filter(({ body }) => body.includes(value.slice(6, 30)))).toEqual([])
      const forms = [value, value.slice(6), Buffer.from(value.slice(6), 'base64').toString('hex')]
      expect(await whereIs(service.db, forms)).toEqual([])
    }
  })

  it('signs beside the new one during the overlap, and no longer', async () => {
    const old = await hookAt(tenant, receiver)
    const { secret } = (await tenant.skein.rotateWebhookSecret({ path: { id: old.id }, body: { overlapSeconds: 3600 } })).data
    receiver.trust(receiver.url, secret)
    await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 1)
    expect(receiver.received[0]?.signers).toEqual([old.secret, secret])
    expect(receiver.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    await endOverlap(old, 0)
    await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 2)
    expect(receiver.received[1]?.signers).toEqual([secret])
    const { secret: third } = (await tenant.skein.rotateWebhookSecret({ path: { id: old.id }, body: { overlapSeconds: 0 } })).data
    receiver.trust(receiver.url, third)
    await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 3)
    expect(receiver.received[2]?.signers).toEqual([third])
  })

  it('signs for its whole overlap despite further rotations, at most four at once', async () => {
    const hook = await hookAt(tenant, receiver)
    const rotate = async (overlapSeconds: number): Promise<string> => {
      const { secret } = (await tenant.skein.rotateWebhookSecret({ path: { id: hook.id }, body: { overlapSeconds } })).data
      receiver.trust(receiver.url, secret)
      return secret
    }
    const signers = async (): Promise<string[]> => {
      const before = receiver.received.length
      await makeThreads(tenant, 1)
      await receiver.until(() => receiver.received.length > before)
      const { signers: found = [], headers = {} } = receiver.received.at(-1) ?? {}
      expect(headers['webhook-signature']?.split(' ')).toHaveLength(found.length)
      return found
    }
    const [second, third] = [await rotate(3600), await rotate(600)]
    expect(await signers()).toEqual([hook.secret, second, third])
    await endOverlap(hook, 0)
    expect(await signers()).toEqual([hook.secret, third])
    const later = [await rotate(60), await rotate(60), await rotate(60)]
    expect(await signers()).toEqual([hook.secret, third, ...later])
    later.push(await rotate(60))
    expect(await signers()).toEqual([third, ...later])
    const last = await rotate(0)
    expect(await signers()).toEqual([last])
  })
})

describe('registration', () => {
  it('accepts 25 of 40 concurrent webhooks, and another one after a deletion', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => tenant.api<Webhook>('POST', '/webhooks', { body: { url: receiver.url } })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(25)
    expect(responses.filter(({ body }) => body.error?.code === 'SVC-WEBHOOK-LIMIT_REACHED')).toHaveLength(15)
    await tenant.api('DELETE', `/webhooks/${responses.find(({ status }) => status === 201)?.body.data.id}`)
    expect((await tenant.api('POST', '/webhooks', { body: { url: receiver.url } })).status).toBe(201)
  })

  it('refuses unknown event types, at create and update', async () => {
    const { body } = await tenant.api('POST', '/webhooks', { body: { url: receiver.url, events: ['thread.created', 'thread.craeted'] } })
    expect(body.error).toMatchObject({ status: 400, details: [{ field: 'events[1]' }] })
    const hook = await hookAt(tenant, receiver)
    expect((await tenant.api('PATCH', `/webhooks/${hook.id}`, { body: { events: ['nothing.happened'] } })).status).toBe(400)
  })

  it('gives a webhook all later events and none before, also for the first webhook', async () => {
    await makeThreads(tenant, 3)
    const first = await hookAt(tenant, receiver, ['thread.created'], '-first')
    const between = await makeThreads(tenant, 2)
    const second = await hookAt(tenant, receiver, ['thread.created'], '-second')
    const after = await makeThreads(tenant, 2)
    await waitUntilSettled(service, tenant, first.id)
    await waitUntilSettled(service, tenant, second.id)
    const got = (hook: Webhook): (string | undefined)[] =>
      receiver.received
        .filter(({ path }) => hook.url.endsWith(path))
        .map(({ headers }) => headers['webhook-id'])
        .toSorted()
    expect(got(first)).toEqual([...between, ...after].toSorted())
    expect(got(second)).toEqual(after.toSorted())
  })

  it('gives a webhook only the types that it subscribes to', async () => {
    const hook = await hookAt(tenant, receiver, ['message.created', 'customer.created'])
    await makeThreads(tenant, 2)
    await waitUntilSettled(service, tenant, hook.id)
    expect(receiver.received.map(({ event }) => event.type).toSorted()).toEqual(['customer.created', 'message.created', 'message.created'])
  })
})

describe('a payload', () => {
  it.each([
    ['long', 'x'.repeat(262_144)],
    ['of many bytes', '漢'.repeat(200_000)],
    ['full of escapes', '"\\\u0001'.repeat(80_000)],
    ['of pairs', `a${'😀'.repeat(60_000)}`],
  ])('with a message whose body is %s is cut to 20 KB and marked, in every attempt alike', async (_, text) => {
    receiver.respond = (_delivery, n) => (n < 3 ? 500 : 204)
    const hook = await hookAt(tenant, receiver, ['message.created'])
    await makeThreads(tenant, 1, { body: text })
    await waitUntilSettled(service, tenant, hook.id)
    expect(receiver.received).toHaveLength(3)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    const [{ body, event, signers } = { body: '', event: null, signers: [] }] = receiver.received
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(maxPayloadBytes)
    expect([event?.truncated, signers]).toEqual([true, [hook.secret]])
    expect(text.startsWith(String(event?.data.object['body']).slice(0, 100))).toBe(true)
    expect((await getDelivery(tenant, hook.id, event?.id ?? '')).requestBody).toBe(body)
  })

  it('shows the previous values in the public shape', async () => {
    const hook = await hookAt(tenant, receiver, ['thread.assigned', 'thread.priority_changed'])
    await makeThreads(tenant, 1)
    const [thread] = (await tenant.skein.listThreads()).data
    expect((await tenant.api('PATCH', `/threads/${thread?.id}`, { body: { priority: 'URGENT' } })).status).toBe(200)
    await receiver.until(() => receiver.received.length > 0)
    await waitUntilSettled(service, tenant, hook.id)
    const event = receiver.received.find(({ event: { type } }) => type === 'thread.priority_changed')?.event
    expect(event).toMatchObject({
      apiVersion: 'v1',
      data: { object: { id: thread?.id, priority: 'urgent' }, previous: { priority: 'normal' } },
    })
    expect(event?.tenantId).toMatch(/^ten_/)
    expect(event?.id).toMatch(/^evt_/)
  })
})

describe('the queue', () => {
  it('is shown by health and metrics', async () => {
    receiver.respond = () => 410
    const hook = await hookAt(tenant, receiver)
    await makeThreads(tenant, 1)
    await eventually(
      () => getHook(tenant, hook.id),
      ({ status }) => status === 'DISABLED',
    )
    await makeThreads(tenant, 3)
    const parts = await eventually(
      async () => (await tenant.skein.getSystemHealth()).data,
      (found) => found.some(({ detail }) => detail?.startsWith('4 deliveries wait and 0 events') ?? false),
    )
    expect(parts.find(({ component }) => component === 'jobs')).toMatchObject({
      status: 'OK',
      detail: expect.stringMatching(/for \d+ s; \d+ are dead\.$/),
    })
    expect(parts.find(({ component }) => component === 'webhooks')).toMatchObject({
      status: 'DEGRADED',
      detail: expect.stringContaining('1 of your webhooks'),
    })
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text()
    expect(metrics).toMatch(/^webhook_deliveries_waiting 4$/m)
    expect(metrics).toMatch(/^webhook_deliveries_dead \d+$/m)
    expect(metrics).toMatch(/^webhook_deliveries_oldest_due_seconds 0$/m)
    expect(metrics).toMatch(/^webhook_events_waiting 0$/m)
    for (const reader of declaredReaders())
      for (const gauge of ['outbox_reader_lag_seconds', 'outbox_reader_events_waiting', 'outbox_readers_failing'])
        expect(metrics).toMatch(new RegExp(`^${gauge}\\{reader="${reader.name}"\\} \\d`, 'm'))
  })
})
