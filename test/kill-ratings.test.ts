/** Each customer receives one survey by one mail, while pairs of workers that plan and send are killed. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '#platform/db.ts'
import { mailFilesPath } from '../server/resources/mail/index.ts'
import { seededRandom } from './torture/random.ts'
import { Service, type TortureTenant } from './torture/service.ts'
import { testSeed } from './extent.ts'

const [threads, kills] = [40, 5]

const findOutcome = statement<{ tenantId: string }, Record<string, number>>(`
  select (select count(*) from satisfaction_requests where tenant_id = :tenantId::uuid and state = 'SENT') as sent,
    (select count(*) from satisfaction_requests where tenant_id = :tenantId::uuid) as requests,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'satisfaction.requested') as events,
    (select count(*) from messages where tenant_id = :tenantId::uuid and author_type = 'SYSTEM') as messages,
    (select count(*) from jobs where tenant_id = :tenantId::uuid and name = 'send-mail') as pending,
    (select count(*) from jobs where tenant_id = :tenantId::uuid and state = 'DEAD') as dead`)

test('each customer gets one mail, whenever pairs of workers are killed', async () => {
  const random = seededRandom(testSeed())
  const service = await Service.prepare()
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('ratings')
    await send(service, tenant, 'PATCH', '/tenant/settings', { satisfaction: { enabled: true, delayMinutes: 0 } })
    for (let n = 0; n < threads; n++) {
      const body = { title: 'Export', body: 'It is empty.', requester: { email: `customer-${n}@example.com` } }
      const { threadId = '' } = await send(service, tenant, 'POST', '/threads', body)
      await send(service, tenant, 'POST', `/threads/${threadId}/reply`, { body: 'Fixed.', sendBy: 'NONE' })
      await send(service, tenant, 'PATCH', `/threads/${threadId}`, { status: 'resolved' })
    }
    for (let kill = 0; kill < kills; kill++) {
      const workers = [await service.startWorker(), await service.startWorker()]
      await sleep(random.between(20, 500))
      const exits = workers.map((worker) => once(worker, 'exit'))
      for (const worker of workers) worker.kill('SIGKILL')
      await Promise.all(exits)
    }
    const last = await service.startWorker()
    const find = () => service.withDatabase((db) => db.first(findOutcome, { tenantId: tenant.tenantId }))
    // The leases of killed workers last up to twenty seconds. The loop polls rarely, because each query starts a PostgreSQL.
    const isDone = async (): Promise<boolean> => {
      const found = await find()
      return found?.['sent'] === threads && found['pending'] === 0
    }
    for (const deadline = performance.now() + 120_000; !(await isDone()) && performance.now() < deadline; ) await sleep(1_000)
    const exited = once(last, 'exit')
    last.kill('SIGTERM')
    await exited
    expect(await find()).toEqual({ sent: threads, requests: threads, events: threads, messages: threads, pending: 0, dead: 0 })
    // A file is named after its mail, so rewriting a mail after a kill replaces the same file.
    const files = await readdir(mailFilesPath(service.dataDir))
    expect(files.filter((name) => name.endsWith('.eml'))).toHaveLength(threads)
    failed = false
  } finally {
    await service.remove({ keep: failed })
  }
})

async function send(service: Service, { key }: TortureTenant, method: string, path: string, body: object): Promise<{ threadId?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // Safe because every operation that is called here returns an item.
  return ((await response.json()) as { data: { threadId?: string } }).data
}
