/** A paused or disabled webhook loses nothing: held, replayed, dropped and deleted deliveries, with exact totals. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../client/index.ts'
import { statement } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { runUpkeep } from '../support/upkeep.ts'
import { readBacklog } from '../../server/resources/webhooks/index.ts'
import {
  waitUntilSettled,
  getDeliveries,
  getDelivery,
  eventually,
  expectExactTotals,
  getHook,
  hookAt,
  makeThreads,
  getUuid,
} from './webhook-fixture.ts'
import { earlierSql } from '../support/earlier.ts'

let tenant: TestTenant
let receiver: Receiver

const service = await setUpService({ worker: true })
beforeEach(async () => {
  tenant = await service.createTenant()
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await expectExactTotals(service, tenant)
})

const idsOf = (got: Receiver['received']): string[] => got.map(({ headers }) => headers['webhook-id'] ?? '')
const patch = (hook: Webhook, body: object) => tenant.api<Webhook>('PATCH', `/webhooks/${hook.id}`, { body })
const enable = (hook: Webhook, body: object) => tenant.api<Webhook>('POST', `/webhooks/${hook.id}/enable`, { body })
const findTotals = statement<{ tenantId: Uuid }, { webhookId: Uuid }>(
  'select webhook_id as "webhookId" from webhook_delivery_totals where tenant_id = :tenantId::uuid',
)
const waitForDeliveries = () =>
  eventually(
    () => readBacklog(service.db),
    ({ behind }) => behind === 0,
  )

describe('a paused webhook', () => {
  it('sends nothing, and sends pending deliveries, oldest first, when it is ACTIVE', async () => {
    const hook = await hookAt(tenant, receiver)
    await patch(hook, { status: 'PAUSED' })
    const made = await makeThreads(tenant, 40)
    await waitForDeliveries()
    expect(receiver.received).toEqual([])
    expect(new Set((await getDeliveries(tenant, hook.id)).map(({ state, attempt }) => `${state} ${attempt}`))).toEqual(
      new Set(['PENDING 0']),
    )
    await patch(hook, { status: 'ACTIVE' })
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver.received).toSorted(), 'each once').toEqual(made.toSorted())
    // Sixteen deliveries are in progress at once, so a delivery can only overtake those that are sent at the same time.
    idsOf(receiver.received).forEach((id, i) => expect(Math.abs(made.indexOf(id) - i)).toBeLessThan(16 + 8))
  })

  it('orders a failed delivery by age when it becomes due again', async () => {
    receiver.respond = () => ({ status: 503, headers: { 'retry-after': '1' } })
    const hook = await hookAt(tenant, receiver)
    const first = await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 1)
    await eventually(
      () => getHook(tenant, hook.id),
      ({ failureCount }) => failureCount === 1,
    )
    await patch(hook, { status: 'PAUSED' })
    const later = await makeThreads(tenant, 20)
    await waitForDeliveries()
    await service.db.script(
      `update webhook_deliveries set next_attempt_at = now() - interval '1 millisecond' where webhook_id = '${getUuid('whk', hook.id)}' and state = 'FAILED'`,
    )
    receiver.respond = () => 204
    await enable(hook, { replayMissed: true })
    await waitUntilSettled(service, tenant, hook.id)
    const sent = idsOf(receiver.received.slice(1))
    expect(sent.toSorted()).toEqual([...first, ...later].toSorted())
    expect(sent.indexOf(first[0] ?? '')).toBeLessThan(16)
  })
})

describe('a disabled webhook', () => {
  async function openDisabledHook(): Promise<{ hook: Webhook; held: string[]; refused: string[] }> {
    receiver.respond = () => 410
    const hook = await hookAt(tenant, receiver)
    const refused = await makeThreads(tenant, 1)
    await eventually(
      () => getHook(tenant, hook.id),
      ({ status }) => status === 'DISABLED',
    )
    const held = await makeThreads(tenant, 8)
    await waitForDeliveries()
    receiver.respond = () => 204
    receiver.received.length = 0
    return { hook, held, refused }
  }

  it('is not enabled by PATCH', async () => {
    const { hook } = await openDisabledHook()
    expect((await patch(hook, { status: 'ACTIVE' })).body.data).toMatchObject({ status: 'DISABLED' })
    await enable(hook, {})
  })

  it('sends missed events after replayMissed, also the one that disabled it', async () => {
    const { hook, held, refused } = await openDisabledHook()
    expect((await enable(hook, { replayMissed: true })).body.data).toMatchObject({ status: 'ACTIVE', failureCount: 0 })
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver.received).toSorted()).toEqual([...refused, ...held].toSorted())
    expect(await getDelivery(tenant, hook.id, refused[0] ?? '')).toMatchObject({ state: 'SUCCEEDED', attempt: 2 })
  })

  it('loses none of the events that a 410 answers at the same time', async () => {
    const told = Promise.withResolvers<void>()
    receiver.respond = () => ({ status: 410, after: told.promise })
    const hook = await hookAt(tenant, receiver)
    const made = await makeThreads(tenant, 12)
    await receiver.until(() => receiver.received.length === 12)
    told.resolve()
    await eventually(
      () => getDeliveries(tenant, hook.id, '&state=FAILED'),
      (failed) => failed.length === 12,
    )
    receiver.respond = () => 204
    receiver.received.length = 0
    await enable(hook, { replayMissed: true })
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver.received).toSorted()).toEqual(made.toSorted())
  })

  it('sends the event whose tenth attempt disabled it, and gives it ten attempts more', async () => {
    receiver.respond = () => 500
    const hook = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    const isDisabled = ({ status }: Webhook): boolean => status === 'DISABLED'
    await eventually(() => getHook(tenant, hook.id), isDisabled)
    expect(await getDelivery(tenant, hook.id, eventId)).toMatchObject({ state: 'FAILED', attempt: 10 })
    await enable(hook, { replayMissed: true })
    await eventually(() => getHook(tenant, hook.id), isDisabled)
    receiver.respond = (_, n) => (n < 23 ? 500 : 204)
    await enable(hook, { replayMissed: true })
    await waitUntilSettled(service, tenant, hook.id)
    const sent = await getDelivery(tenant, hook.id, eventId)
    expect(sent).toMatchObject({ state: 'SUCCEEDED', attempt: 23 })
    expect(sent.attempts.map(({ attempt }) => attempt)).toEqual([14, 15, 16, 17, 18, 19, 20, 21, 22, 23])
  })

  it('makes the health of webhooks DEGRADED until it is enabled', async () => {
    const { hook } = await openDisabledHook()
    const health = async () => (await tenant.skein.getSystemHealth()).data.find(({ component }) => component === 'webhooks')
    expect(await health()).toMatchObject({ status: 'DEGRADED', detail: expect.stringContaining('1 of your webhooks') })
    await enable(hook, {})
    expect(await health()).toMatchObject({ status: 'OK', detail: null })
  })

  it('holds an event that got a 410 while the webhook was being paused', async () => {
    const told = Promise.withResolvers<void>()
    receiver.respond = () => ({ status: 410, after: told.promise })
    const hook = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 1)
    await patch(hook, { status: 'PAUSED' })
    told.resolve()
    await eventually(
      () => getDelivery(tenant, hook.id, eventId),
      ({ state }) => state === 'FAILED',
    )
    receiver.respond = () => 204
    await patch(hook, { status: 'ACTIVE' })
    await waitUntilSettled(service, tenant, hook.id)
    expect(await getDelivery(tenant, hook.id, eventId)).toMatchObject({ state: 'SUCCEEDED' })
  })

  it('drops missed events after enable without replayMissed, and sends later ones', async () => {
    const { hook, held } = await openDisabledHook()
    await enable(hook, {})
    const next = await makeThreads(tenant, 2)
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver.received).toSorted()).toEqual(next.toSorted())
    for (const id of held)
      expect(await getDelivery(tenant, hook.id, id)).toMatchObject({
        state: 'DEAD',
        attempt: 0,
        error: 'Given up when the webhook was enabled.',
        nextAttemptAt: null,
      })
  })

  it('drops deliveries that it holds for more than seven days', async () => {
    const { hook, held, refused } = await openDisabledHook()
    const aged = held.slice(0, 3)
    await service.db.script(
      `update webhook_deliveries set created_at = ${earlierSql('created_at', "interval '7 days 1 minute'")} where event_id in (${aged.map((id) => `'${getUuid('evt', id)}'`).join()})`,
    )
    await runUpkeep(service.db)
    for (const id of held) expect((await getDelivery(tenant, hook.id, id)).state).toBe(aged.includes(id) ? 'DEAD' : 'PENDING')
    await enable(hook, { replayMissed: true })
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver.received).toSorted()).toEqual([...refused, ...held.slice(3)].toSorted())
  })
})

describe('the daily cleanup', () => {
  it('deletes expired deliveries and events with two workers, and keeps totals exact', async () => {
    const hook = await hookAt(tenant, receiver, ['*'])
    await makeThreads(tenant, 30)
    await waitUntilSettled(service, tenant, hook.id)
    await expectExactTotals(service, tenant)
    const { tenantId } = tenant
    await service.db.script(`
      update webhook_deliveries set created_at = ${earlierSql('created_at', "interval '31 days'")} where tenant_id = '${tenantId}' and event_sequence <= 40;
      update events set created_at = ${earlierSql('created_at', "interval '31 days'")} where tenant_id = '${tenantId}' and sequence <= 25`)
    const before = (await tenant.api('GET', '/events?limit=1')).body.meta.total
    const second = service.startWorker()
    await runUpkeep(service.db)
    await second.stop()
    await expectExactTotals(service, tenant)
    expect((await tenant.api('GET', '/events?limit=1')).body.meta.total).toBe(before - 25)
    const { body } = await tenant.api<WebhookDelivery[]>('GET', '/webhook-deliveries?limit=100')
    expect(body.meta.total).toBeGreaterThan(0)
    await service.db.script(
      `update events set created_at = ${earlierSql('created_at', "interval '31 days'")} where tenant_id = '${tenantId}'`,
    )
    await runUpkeep(service.db)
    const [delivery] = (await tenant.skein.listDeliveries({ query: { limit: 1 } })).data
    expect(delivery, 'the event is gone, and the body with it').toMatchObject({ requestBody: null, state: 'SUCCEEDED' })
    expect((await tenant.api('POST', `/webhook-deliveries/${delivery?.id}/replay`)).body.error).toMatchObject({
      code: 'SVC-VALIDATION-UNKNOWN_REFERENCE',
    })
  })

  it('leaves nothing of a deleted webhook once its deliveries have expired', async () => {
    const [gone, kept] = [await hookAt(tenant, receiver), await hookAt(tenant, receiver, ['thread.created'], '/kept')]
    await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, gone.id)
    await waitUntilSettled(service, tenant, kept.id)
    await tenant.skein.deleteWebhook({ path: { id: gone.id } })
    const rows = async (): Promise<string[]> =>
      (await service.db.rows(findTotals, { tenantId: tenant.tenantId })).map(({ webhookId }) => webhookId)
    await runUpkeep(service.db)
    expect(await rows()).toContain(getUuid('whk', gone.id))
    await service.db.script(
      `update webhook_deliveries set created_at = ${earlierSql('created_at', "interval '31 days'")} where tenant_id = '${tenant.tenantId}' and webhook_id = '${getUuid('whk', gone.id)}'`,
    )
    await runUpkeep(service.db)
    expect(new Set(await rows())).toEqual(new Set([getUuid('whk', kept.id)]))
    await expectExactTotals(service, tenant)
  })

  it('makes a delivery dead when its event was deleted, without counting a failure', async () => {
    const hook = await hookAt(tenant, receiver)
    await patch(hook, { status: 'PAUSED' })
    const [eventId = ''] = await makeThreads(tenant, 1)
    await waitForDeliveries()
    await service.db.script(`delete from events where id = '${getUuid('evt', eventId)}'`)
    await patch(hook, { status: 'ACTIVE' })
    await waitUntilSettled(service, tenant, hook.id)
    expect(await getDelivery(tenant, hook.id, eventId)).toMatchObject({ state: 'DEAD', error: 'The event is no longer held.' })
    expect(await getHook(tenant, hook.id)).toMatchObject({ failureCount: 0, status: 'ACTIVE' })
    // The totals of events need a sequence without gaps. This test left a gap, so later tests use another tenant.
    tenant = await service.createTenant()
  })
})

describe('a replay', () => {
  it('is a new delivery of the event with another id and the same webhook-id and bytes', async () => {
    const hook = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, hook.id)
    const first = await getDelivery(tenant, hook.id, eventId)
    const { status, body } = await tenant.api<WebhookDelivery>('POST', `/webhook-deliveries/${first.id}/replay`)
    expect([status, body.data.state, body.data.attempt, body.data.eventId]).toEqual([201, 'PENDING', 0, eventId])
    expect(body.data.id).not.toBe(first.id)
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver.received)).toEqual([eventId, eventId])
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  })
})
