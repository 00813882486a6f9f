/** G5: a webhook that is changed, replayed or deleted while its deliveries are in progress. */
import { afterEach, describe, expect, it } from 'vitest'
import type { WebhookDelivery } from '../../client/index.ts'
import { statement, type Database } from '#platform/db.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { fanOutTenant } from '../../server/resources/webhooks/worker/fan-out.ts'
import { deleteWebhookRow, lockWebhook } from '../../server/resources/webhooks/queries.ts'
import { findSubscriptions } from '../../server/resources/webhooks/worker/queries.ts'
import { waitUntilSettled, getDelivery, eventually, expectExactTotals, getHook, hookAt, makeThreads, getUuid } from './webhook-fixture.ts'

let tenant: TestTenant
let receiver: Receiver
/** Releases the response that the receiver holds back. */
let answerNow: () => void

const service = await setUpService()
afterEach(async () => {
  await receiver.close()
  await expectExactTotals(service, tenant)
})

/**
 * Opens a receiver that responds to the first delivery with `status` once `answerNow` is called, and to all others with 204 immediately.
 */
async function openSlowReceiver(status: number): Promise<void> {
  tenant = await service.createTenant()
  const told = new Promise<void>((resolve) => {
    answerNow = resolve
  })
  receiver = await openReceiver(() => (receiver.received.length === 1 ? { status, after: told } : 204))
}

const listed = async (webhookId: string): Promise<WebhookDelivery[]> =>
  (await tenant.skein.listDeliveries()).data.filter((delivery) => delivery.webhookId === webhookId)

describe('a webhook whose URL is changed during an attempt', () => {
  it.each([410, 503])('has no failure for the old URL’s %i, and the new URL gets the event', async (status) => {
    await openSlowReceiver(status)
    const worker = service.startWorker()
    const { id, secret } = await hookAt(tenant, receiver)
    const [eventId = ''] = await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 1)
    receiver.trust(`${receiver.url}/new`, secret)
    await tenant.skein.updateWebhook({ path: { id }, body: { url: `${receiver.url}/new`, status: 'PAUSED' } })
    answerNow()
    await eventually(
      () => getDelivery(tenant, id, eventId),
      ({ responseStatus }) => responseStatus === status,
    )
    expect(await getHook(tenant, id)).toMatchObject({ status: 'PAUSED', failureCount: 0 })
    await tenant.skein.updateWebhook({ path: { id }, body: { status: 'ACTIVE' } })
    await waitUntilSettled(service, tenant, id)
    await worker.stop()
    expect(await getDelivery(tenant, id, eventId)).toMatchObject({ state: 'SUCCEEDED', attempt: 2, responseStatus: 204 })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/new'])
    expect(await getHook(tenant, id)).toMatchObject({ status: 'ACTIVE', disabledReason: null })
  })
})

describe('a webhook that is deleted', () => {
  it('during an attempt shows no next attempt when that attempt fails', async () => {
    await openSlowReceiver(503)
    const worker = service.startWorker()
    const { id } = await hookAt(tenant, receiver)
    await makeThreads(tenant, 1)
    await receiver.until(() => receiver.received.length === 1)
    expect((await tenant.api('DELETE', `/webhooks/${id}`)).status).toBe(200)
    answerNow()
    await eventually(
      () => listed(id),
      ([delivery]) => delivery?.responseStatus === 503,
    )
    expect(await listed(id)).toMatchObject([{ state: 'DEAD', attempt: 1, error: 'Answered 503.', nextAttemptAt: null }])
    await worker.stop()
  })

  it('while its events become deliveries gets no delivery that would never be sent', async () => {
    await openSlowReceiver(204)
    const gone = await hookAt(tenant, receiver)
    const kept = await hookAt(tenant, receiver)
    await makeThreads(tenant, 1)
    const slowly: Database = {
      ...service.db,
      background: (tenantId, work) =>
        service.db.background(tenantId, (tx) =>
          work({
            ...tx,
            async rows(query, params) {
              const rows = await tx.rows(query, params)
              if (Object.is(query, findSubscriptions)) expect((await tenant.api('DELETE', `/webhooks/${gone.id}`)).status).toBe(200)
              return rows
            },
          }),
        ),
    }
    await fanOutTenant(slowly, tenant.tenantId)
    expect([await listed(gone.id), (await listed(kept.id)).length]).toEqual([[], 1])
  })

  it('during a replay refuses the replay', async () => {
    await openSlowReceiver(204)
    const worker = service.startWorker()
    const { id } = await hookAt(tenant, receiver)
    answerNow()
    const [eventId = ''] = await makeThreads(tenant, 1)
    await waitUntilSettled(service, tenant, id)
    await worker.stop()
    const delivery = await getDelivery(tenant, id, eventId)
    const key = { tenantId: tenant.tenantId, id: getUuid('whk', id) }
    const replayed = await service.db.transaction(async (tx) => {
      await tx.first(lockWebhook, key)
      const answer = tenant.api('POST', `/webhook-deliveries/${delivery.id}/replay`)
      await eventually(
        () => tx.first(countWaiting, {}),
        (found) => found?.n === 1,
      )
      await tx.rows(deleteWebhookRow, key)
      return { answer }
    })
    expect((await replayed.answer).status).toBe(422)
    expect((await listed(id)).map(({ state }) => state)).toEqual(['SUCCEEDED'])
  })
})

const countWaiting = statement<object, { n: number }>(
  'select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
)
