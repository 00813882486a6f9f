/** Each event creates its notifications once, no matter where the reader is interrupted between the two. */
import { afterAll, expect, it } from 'vitest'
import type { Notification } from '../../../../client/index.ts'
import { getNotifications } from '../../../../test/support/notifications.ts'
import { setUpTenant } from '../../../../test/support/service.ts'
import type { Database } from '#platform/db.ts'
import { interrupt } from '../../../../test/support/interrupt.ts'
import { readAll } from '../../../../test/support/readers.ts'
import { createLog } from '#platform/log.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { readNext } from '#platform/outbox/read-outbox.ts'
import { createSecrets } from '#platform/secrets.ts'
import { makeNotifications } from './make-notifications.ts'

const interruptions = 200

const workers: Database[] = []
const { service, tenant } = await setUpTenant()
const by = getNotifications(service)
const agent = await by.createAgent(tenant, 'Ada')
for (let i = 0; i < 2; i++) workers.push(openDatabase({ connection: service.connection, max: 1 }))
afterAll(async () => {
  for (const db of workers) await db.close()
})

it('batches of one event tell the same as batches of a hundred', async () => {
  const told = async (batch: number): Promise<string[]> => {
    const own = await service.createTenant()
    const ada = await by.createAgent(own, 'Ada')
    const id = await by.createThread(own)
    await own.api('POST', `/threads/${id}/assign`, { body: { assigneeId: ada.id } })
    await service.api('PATCH', `/threads/${id}`, { key: ada.key, body: { status: 'resolved' } })
    // The actor of the reopening is the customer, although the agent's key delivers the message.
    await by.write(id, { body: 'It is empty again' }, ada.key)
    const services = {
      db: service.db,
      config: service.config,
      log: createLog('silent').log,
      secrets: createSecrets(service.config.secretKey),
    }
    await readNext(services, makeNotifications, own.tenantId)
    while (await readNext(services, { ...makeNotifications, batch }, own.tenantId)) continue
    return by.typesOf(ada, id)
  }
  expect(await told(100)).toEqual(['ASSIGNED', 'CUSTOMER_REPLIED', 'REOPENED'])
  expect(await told(1)).toEqual(['ASSIGNED', 'CUSTOMER_REPLIED', 'REOPENED'])
})

it('each event is told once by two workers that are interrupted 200 times', async () => {
  const id = await by.createThread(tenant)
  await tenant.api('PUT', `/threads/${id}/followers/${agent.id}`)
  const services = (db: Database) => ({
    db,
    config: service.config,
    log: createLog('silent').log,
    secrets: createSecrets(service.config.secretKey),
  })
  let written = 0
  let killed = 0
  for (let round = 0; killed < interruptions; round++) {
    for (let i = 0; i <= round % 3; i++, written++) await by.write(id, { body: `Message ${written}` }, tenant.key)
    const runs = workers.map((db, i) => interrupt(db, (round + i * 3) % 9))
    await Promise.all(runs.map(({ db }) => readAll(services(db), tenant.tenantId)))
    killed += runs.filter(({ wasKilled }) => wasKilled()).length
    // The reader waits after a failure.
    await service.db.script(
      `update reader_cursors set retry_at = null, failures = least(failures, 5) where tenant_id = '${tenant.tenantId}'`,
    )
  }
  for (const db of workers) await readAll(services(db), tenant.tenantId)
  const found = (await by.as<Notification[]>(agent, 'GET', `/notifications?threadId=${id}`)).body.data
  expect(found.map(({ type, count }) => [type, count])).toEqual([['CUSTOMER_REPLIED', written]])
  expect((await by.countsOf(agent)).unread).toBe(1)
  expect(new Set(found[0]?.eventIds).size).toBe(20)
})
