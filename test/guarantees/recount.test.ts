/** G13 with wrong totals: `recount` corrects totals of deliveries and events, and is exact while the service is running. */
import { afterAll, expect, it } from 'vitest'
import { openReceiver } from '../support/receiver.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { setUpService } from '../support/service.ts'
import { recountEvents, rollUpEvents } from '../../server/resources/events/index.ts'
import { recountDeliveries } from '../../server/resources/webhooks/index.ts'
import { waitUntilSettled, alter, expectExactTotals, hookAt, makeThreads } from './webhook-fixture.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
const service = await setUpService()

it('a recount corrects wrong, missing and left-over totals of one tenant only', async () => {
  const [tenant, other] = [await service.createTenant(), await service.createTenant()]
  const worker = service.startWorker()
  for (const each of [tenant, other]) {
    const hook = await hookAt(each, receiver, ['thread.created', 'message.created'])
    await makeThreads(each, 3)
    await waitUntilSettled(service, each, hook.id)
  }
  await worker.stop()
  await rollUpEvents(service.db, 0)
  expect([await recountDeliveries(service.db, tenant.tenantId), await recountEvents(service.db, tenant.tenantId)]).toEqual([0, 0])
  await alter(
    service,
    `update webhook_delivery_totals set count = count + 5 where tenant_id = '${tenant.tenantId}' and event_type = 'thread.created' and state = 'SUCCEEDED'`,
  )
  await alter(
    service,
    `delete from webhook_delivery_totals where tenant_id = '${tenant.tenantId}' and event_type = 'message.created' and state = 'SUCCEEDED'`,
  )
  await alter(
    service,
    `update webhook_delivery_totals set count = 2 where tenant_id = '${tenant.tenantId}' and event_type = 'thread.created' and state = 'PENDING'`,
  )
  await alter(service, `update event_type_totals set count = 1 where tenant_id = '${tenant.tenantId}' and type = 'thread.created'`)
  await alter(service, `insert into event_type_totals (tenant_id, type, count) values ('${tenant.tenantId}', 'label.created', 4)`)
  await expect(expectExactTotals(service, tenant)).rejects.toThrow()
  expect([await recountDeliveries(service.db, other.tenantId), await recountEvents(service.db, other.tenantId)]).toEqual([0, 0])
  expect([await recountDeliveries(service.db, tenant.tenantId), await recountEvents(service.db, tenant.tenantId)]).toEqual([3, 2])
  await expectExactTotals(service, tenant)
})

it('a recount neither waits for writers nor blocks them', async () => {
  const [tenant, other] = [await service.createTenant(), await service.createTenant()]
  const worker = service.startWorker()
  for (const each of [tenant, other]) {
    const hook = await hookAt(each, receiver)
    await makeThreads(each, 2)
    await waitUntilSettled(service, each, hook.id)
  }
  await worker.stop()
  const rival = openDatabase({ connection: service.connection, max: 1 })
  // An uncommitted change of each tenant's totals, which will be rolled back.
  const undone = rival.transaction(async (tx) => {
    await tx.script(`update webhook_delivery_totals set count = count + 7 where tenant_id in ('${tenant.tenantId}', '${other.tenantId}')`)
    expect([await recountDeliveries(service.db, tenant.tenantId), await recountDeliveries(service.db, other.tenantId)]).toEqual([0, 0])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await rival.close()
  await alter(
    service,
    `update webhook_delivery_totals set count = count + 5 where tenant_id = '${tenant.tenantId}' and state = 'SUCCEEDED'`,
  )
  const [corrected] = await Promise.all([recountDeliveries(service.db, tenant.tenantId), makeThreads(other, 1)])
  expect(corrected).toBe(1)
  await expectExactTotals(service, tenant)
})

it('a recount changes no correct total while threads are created and counted', async () => {
  const tenant = await service.createTenant()
  const worker = service.startWorker()
  const hook = await hookAt(tenant, receiver, ['*'])
  const writers = Promise.all([1, 2, 3].map(() => makeThreads(tenant, 60))).then(() => false)
  let rounds = 0
  for (let writing = true; writing || rounds < 4; rounds++) {
    await rollUpEvents(service.db, 0)
    expect([await recountDeliveries(service.db, tenant.tenantId), await recountEvents(service.db, tenant.tenantId)]).toEqual([0, 0])
    writing = await Promise.race([writers, Promise.resolve(true)])
  }
  await waitUntilSettled(service, tenant, hook.id)
  await worker.stop()
  await expectExactTotals(service, tenant)
})
