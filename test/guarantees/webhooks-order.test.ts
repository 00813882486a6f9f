/** Order of deliveries at one endpoint: missed events are sent oldest first, and neither new events nor retries wait behind all of them. */
import { describe, expect, it } from 'vitest'
import type { Webhook, WebhookDelivery } from '../../client/index.ts'
import type { Uuid } from '#platform/ids.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { claimDeliveries } from '../../server/resources/webhooks/worker/queries.ts'
import {
  waitUntilSettled,
  alter,
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

const service = await setUpService()

const idsOf = (receiver: Receiver): string[] => receiver.received.map(({ headers }) => headers['webhook-id'] ?? '')
const setStatus = (tenant: TestTenant, hook: Webhook, status: string) => tenant.api('PATCH', `/webhooks/${hook.id}`, { body: { status } })
/** The maximum number of concurrent attempts at one endpoint. */
const concurrency = 16

it('enable with replayMissed sends oldest first, retries included, with two workers', async () => {
  const tenant = await service.createTenant()
  const receiver = await openReceiver(() => ({ status: 503, headers: { 'retry-after': '3600' } }))
  const workers = [service.startWorker(), service.startWorker()]
  const hook = await hookAt(tenant, receiver)
  const failed = await makeThreads(tenant, 3)
  await eventually(
    () => getHook(tenant, hook.id),
    ({ failureCount }) => failureCount === 3,
  )
  await setStatus(tenant, hook, 'PAUSED')
  const missed = [...failed, ...(await makeThreads(tenant, 90))]
  await eventually(
    () => getDeliveries(tenant, hook.id),
    (found) => found.length === missed.length,
  )
  receiver.received.length = 0
  receiver.respond = () => 'a late 204'
  await tenant.skein.enableWebhook({ path: { id: hook.id }, body: { replayMissed: true } })
  await waitUntilSettled(service, tenant, hook.id)
  expect(idsOf(receiver).toSorted()).toEqual(missed.toSorted())
  // Sixteen deliveries are in progress at once, so a delivery can only overtake those that are sent at the same time.
  idsOf(receiver).forEach((id, i) => expect(Math.abs(missed.indexOf(id) - i)).toBeLessThan(concurrency + 8))
  for (const worker of workers) await worker.stop()
  await receiver.close()
})

/** Adds deliveries of one event to a paused webhook, more than the API could create in a test. */
async function withBacklog(tenant: TestTenant, hook: Webhook, deliveries: number): Promise<void> {
  await alter(
    service,
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, next_attempt_at)
     select tenant_id, gen_random_uuid(), '${getUuid('whk', hook.id)}', sequence, id, type, now() - interval '1 hour' from events, generate_series(1, ${deliveries})
     where tenant_id = '${tenant.tenantId}' and sequence = 1;
     insert into webhook_delivery_totals select tenant_id, webhook_id, event_type, 'PENDING', ${deliveries} from webhook_deliveries
     where tenant_id = '${tenant.tenantId}' and event_sequence = 1 limit 1
     on conflict (tenant_id, webhook_id, event_type, state) do update set count = webhook_delivery_totals.count + ${deliveries}`,
  )
}

it('new events and due retries are sent while a backlog of the webhook waits', async () => {
  const backlog = 1_500
  const tenant = await service.createTenant()
  await makeThreads(tenant, 1)
  const receiver = await openReceiver(({ event }, n) =>
    event.sequence > 1 && n === 1 ? { status: 503, headers: { 'retry-after': '1' } } : 'a late 204',
  )
  const hook = await hookAt(tenant, receiver)
  await setStatus(tenant, hook, 'PAUSED')
  await withBacklog(tenant, hook, backlog)
  await setStatus(tenant, hook, 'ACTIVE')
  const worker = service.startWorker()
  await receiver.until(() => receiver.received.length > 50)
  const [fresh = ''] = await makeThreads(tenant, 1)
  // The first attempt fails and is retried after a second. Both must come before the end of the backlog.
  await receiver.until(() => idsOf(receiver).filter((id) => id === fresh).length === 2)
  const left = (await tenant.api('GET', `/webhooks/${hook.id}/deliveries?state=PENDING&limit=1`)).body.meta.total
  expect(left).toBeGreaterThan(0)
  const sent = receiver.received.length
  await receiver.until(() => receiver.received.length > sent + 50)
  await tenant.skein.deleteWebhook({ path: { id: hook.id } })
  await worker.stop()
  await receiver.close()
})

describe('the slots of a claim', () => {
  async function scene(backlog: number, fresh: number) {
    const tenant = await service.createTenant()
    await makeThreads(tenant, 1)
    const receiver = await openReceiver()
    await receiver.close()
    const hook = await hookAt(tenant, receiver)
    await withBacklog(tenant, hook, backlog)
    const made = await makeThreads(tenant, fresh)
    const worker = service.startWorker()
    await setStatus(tenant, hook, 'PAUSED')
    await eventually(
      () => getDeliveries(tenant, hook.id),
      (found) => found.length === backlog + made.length,
    )
    await worker.stop()
    // The webhook has been active for longer than the deliveries, so the delivery's own age makes it fresh.
    await setStatus(tenant, hook, 'ACTIVE')
    await alter(service, `update webhooks set held_until = null where tenant_id = '${tenant.tenantId}'`)
    const place = { tenantId: tenant.tenantId, webhookId: getUuid('whk', hook.id) }
    const claim = async (limit: number, chance: number) => {
      const claims = await service.db.rows(claimDeliveries, { ...place, concurrency: 1_000, leaseSeconds: 600, limit, chance })
      const taken = claims.flatMap((each) => (each.id === null ? [] : [each.event?.sequence === 1]))
      return { backlog: taken.filter(Boolean).length, fresh: taken.filter((isOld) => !isOld).length }
    }
    return { tenant, hook, claim }
  }

  it('give the backlog a quarter while both wait, also when they free up one by one', async () => {
    const { claim, tenant, hook } = await scene(40, 20)
    expect(await claim(8, 0)).toEqual({ backlog: 2, fresh: 6 })
    expect(await claim(1, 0.7)).toEqual({ backlog: 0, fresh: 1 })
    expect(await claim(1, 0.8)).toEqual({ backlog: 1, fresh: 0 })
    expect(await claim(16, 0.99), 'what one does not need is the other’s').toEqual({ backlog: 4, fresh: 12 })
    expect(await claim(16, 0)).toEqual({ backlog: 15, fresh: 1 })
    expect(await claim(16, 0)).toEqual({ backlog: 16, fresh: 0 })
    expect(await claim(16, 0)).toEqual({ backlog: 2, fresh: 0 })
    await tenant.skein.deleteWebhook({ path: { id: hook.id } })
  })

  it('are all available to one kind when the other has nothing pending', async () => {
    const { claim, tenant, hook } = await scene(0, 10)
    expect(await claim(8, 0.99)).toEqual({ backlog: 0, fresh: 8 })
    expect(await claim(8, 0.99)).toEqual({ backlog: 0, fresh: 2 })
    await tenant.skein.deleteWebhook({ path: { id: hook.id } })
  })
})

describe('a delivery is due since its event happened', () => {
  async function openAgedEvent(): Promise<{ tenant: TestTenant; hook: Webhook; receiver: Receiver; eventId: string; tenantId: Uuid }> {
    const tenant = await service.createTenant()
    const receiver = await openReceiver()
    const hook = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    await alter(
      service,
      `update events set created_at = ${earlierSql('created_at', "interval '1 hour'")} where tenant_id = '${tenant.tenantId}'`,
    )
    return { tenant, hook, receiver, eventId, tenantId: tenant.tenantId }
  }
  const findTime = async (tenant: TestTenant, id: string): Promise<string | undefined> =>
    (await tenant.skein.listEvents({ query: { limit: 100 } })).data.find((event) => event.id === id)?.timestamp

  it('so a late delivery and a replayed one count as backlog', async () => {
    const { tenant, hook, receiver, eventId } = await openAgedEvent()
    await setStatus(tenant, hook, 'PAUSED')
    const worker = service.startWorker()
    await eventually(
      () => getDeliveries(tenant, hook.id),
      (found) => found.length === 1,
    )
    const late = await getDelivery(tenant, hook.id, eventId)
    expect([late.state, late.nextAttemptAt]).toEqual(['PENDING', await findTime(tenant, eventId)])
    const replayed = await tenant.api<WebhookDelivery>('POST', `/webhook-deliveries/${late.id}/replay`)
    expect(replayed.body.data.nextAttemptAt).toBe(late.nextAttemptAt)
    await setStatus(tenant, hook, 'ACTIVE')
    await waitUntilSettled(service, tenant, hook.id)
    expect(idsOf(receiver)).toEqual([eventId, eventId])
    await worker.stop()
    await receiver.close()
    await expectExactTotals(service, tenant)
  })
})
