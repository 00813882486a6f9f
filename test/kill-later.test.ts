/** G21 with real kills: snoozes, scheduled replies, a batch and the threads of a merged customer come due while their workers are killed, and each has its effect once. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '../server/kit/db.ts'
import { until } from '../server/kit/testing/job-fixture.ts'
import { seededRandom, seedOf } from './torture/random.ts'
import { Service, type TortureTenant } from './torture/service.ts'

const [snoozed, scheduled, batched, kills] = [25, 25, 100, 4]

const effects = statement<{ tenantId: string }, Record<string, number>>(`
  select (select count(*) from jobs where tenant_id = :tenantId::uuid and name in ('wake-thread', 'send-scheduled-message', 'run-thread-batch', 'give-threads-to-target')
      and key not like '% late') as waiting,
    (select count(*) from threads t join customers c on c.tenant_id = t.tenant_id and c.id = t.customer_id
      where t.tenant_id = :tenantId::uuid and c.email = 'grace@example.com') as given,
    (select count(*) from messages m join customers c on c.tenant_id = m.tenant_id and c.id = m.author_id
      where m.tenant_id = :tenantId::uuid and c.email = 'grace@example.com') as authored,
    (select count(*) from jobs where tenant_id = :tenantId::uuid and state = 'DEAD') as dead,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'thread.unsnoozed') as wakings,
    (select count(distinct object_id) from events where tenant_id = :tenantId::uuid and type = 'thread.unsnoozed') as woken,
    (select count(*) from messages where tenant_id = :tenantId::uuid and author_type = 'AGENT') as sent,
    (select count(*) from messages m where tenant_id = :tenantId::uuid and exists (
      select from scheduled_messages r where r.tenant_id = :tenantId::uuid and r.id = m.id and r.state = 'SENT')) as replies,
    (select count(*) from events e where tenant_id = :tenantId::uuid and type = 'message.created' and exists (
      select from scheduled_messages r where r.tenant_id = :tenantId::uuid and r.id = e.object_id)) as told,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'thread.priority_changed') as changes,
    (select count(distinct object_id) from events where tenant_id = :tenantId::uuid and type = 'thread.priority_changed') as changed`)

test('every snooze ends once, every scheduled reply is sent once, a batch changes each thread once, and a merged customer’s threads follow, although workers are killed', {
  timeout: 300_000,
}, async () => {
  const random = seededRandom(seedOf())
  const service = await Service.prepare()
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('later')
    const ids = await inPortions(Math.max(snoozed + scheduled, batched), () => makeThread(service, tenant))
    const secondsAhead = (): number => random.between(2, 6)
    for (const id of ids.slice(0, snoozed)) await send(service, tenant, `/threads/${id}/snooze`, { durationSeconds: secondsAhead() })
    for (const id of ids.slice(snoozed, snoozed + scheduled))
      await send(service, tenant, `/threads/${id}/reply`, { body: 'On its way.', undoSeconds: secondsAhead() })
    const customer = (email: string) => send(service, tenant, '/customers', { email })
    const [target, source] = [await customer('grace@example.com'), await customer('ada@example.com')]
    await send(service, tenant, `/customers/${target.id}/merge`, { sourceIds: [source.id] })
    const batch = { filter: {}, expectedTotal: ids.length, changes: { priority: 'high' } }
    const job = await send(service, tenant, '/threads/batch', batch)
    for (let kill = 0; kill < kills; kill++) {
      const worker = await service.startWorker()
      await sleep(random.between(20, 600))
      const exited = once(worker, 'exit')
      worker.kill('SIGKILL')
      await exited
    }
    const last = await service.startWorker()
    const found = () => service.withDatabase((db) => db.first(effects, { tenantId: tenant.tenantId }))
    await until(async () => (await found())?.['waiting'] === 0, 120_000)
    const exited = once(last, 'exit')
    last.kill('SIGTERM')
    await exited
    expect(await found()).toEqual({
      waiting: 0,
      dead: 0,
      given: ids.length,
      authored: ids.length,
      wakings: snoozed,
      woken: snoozed,
      sent: scheduled,
      replies: scheduled,
      told: scheduled,
      changes: ids.length,
      changed: ids.length,
    })
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1/jobs/${job.id}`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    })
    // Safe because the answer of this operation has a job.
    expect(((await answer.json()) as { data: object }).data).toMatchObject({
      state: 'DONE',
      total: ids.length,
      done: ids.length,
      failed: 0,
    })
    failed = false
  } finally {
    await service.remove({ keep: failed })
  }
})

async function send(service: Service, { key }: TortureTenant, path: string, body: object): Promise<{ id: string; threadId?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  // Safe because every operation sent here answers with an item that has an id.
  return ((await answer.json()) as { data: { id: string; threadId?: string } }).data
}

async function makeThread(service: Service, tenant: TortureTenant): Promise<string> {
  const body = { title: 'Export', body: 'It is empty.', requester: { email: 'ada@example.com' } }
  const { id, threadId } = await send(service, tenant, '/threads', body)
  return threadId ?? id
}

/** Eight at once. */
async function inPortions<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  while (made.length < count) made.push(...(await Promise.all(Array.from({ length: Math.min(8, count - made.length) }, make))))
  return made
}
