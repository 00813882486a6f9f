/**
 * G21 with real kills: snoozes, scheduled replies, a batch, the threads of a merged customer, SLA clocks, articles and a reminder become
 * due while their workers are killed, and each takes effect once.
 */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { statement } from '#platform/db.ts'
import { mailFilesPath } from '../server/resources/mail/index.ts'
import { clocks } from './thread-invariants.ts'
import { seededRandom } from './torture/random.ts'
import { Service, type TortureTenant } from './torture/service.ts'
import { testSeed } from './extent.ts'

/** Size of the batch. A batch works in chunks of fifty, so this one ends in its second chunk. */
const [snoozed, scheduled, batched, kills] = [25, 25, 80, 4]
/** Numbers of threads with an SLA clock, of threads that get a reply in time, and of articles with a scheduled publication. */
const [timed, answered, planned] = [20, 5, 5]

/** Moves the targets of running clocks from an hour to some seconds ahead. Their warnings are overdue. */
const bringNear = statement<{ tenantId: string }, object>(`
  update sla_threads s set next_at = n.due, due_at = n.due, clocks = jsonb_set(jsonb_set(clocks, '{0,dueAt}', to_jsonb(n.ms)), '{0,warnAt}', to_jsonb(n.ms - 1000))
  from (
    select thread_id, d.due, (extract(epoch from d.due) * 1000)::double precision as ms
    from sla_threads cross join lateral (select now() + (2 + extract(epoch from now())::int % 2 + row_number() over () % 3) * interval '1 second' as due) d
    where tenant_id = :tenantId::uuid and next_at is not null) n
  where s.tenant_id = :tenantId::uuid and s.thread_id = n.thread_id`)

const effects = statement<{ tenantId: string }, Record<string, number>>(`
  select (select count(*) from jobs where tenant_id = :tenantId::uuid and name in ('wake-thread', 'send-scheduled-message', 'run-thread-batch', 'give-threads-to-target', 'publish-kb-article', 'remind-of-meeting', 'announce-sla')
      and key not like '% late') + (select count(*) from sla_threads where tenant_id = :tenantId::uuid and next_at is not null) as waiting,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'sla.warning') as warnings,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'sla.breached') as breaches,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'sla.met') as met,
    (select count(*) from events where tenant_id = :tenantId::uuid and type = 'kb.article.published') as published,
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

test('snoozes, replies, batches, merges and other jobs take effect once despite kills', async () => {
  const random = seededRandom(testSeed())
  const service = await Service.prepare()
  let failed = true
  try {
    await service.start()
    const tenant = await service.createTenant('later')
    const targets = { firstResponse: { urgent: 60 } }
    await send(service, tenant, '/sla-policies', { name: 'Urgent', conditions: { priorities: ['urgent'] }, targets })
    const isClocked = (n: number): boolean => n >= snoozed + scheduled && n < snoozed + scheduled + timed
    const ids = await inChunks(batched + timed, (n) => makeThread(service, tenant, isClocked(n) ? 'urgent' : 'normal'))
    const clocked = ids.slice(snoozed + scheduled, snoozed + scheduled + timed)
    const secondsAhead = (): number => random.between(2, 6)
    for (const id of ids.slice(0, snoozed)) await send(service, tenant, `/threads/${id}/snooze`, { durationSeconds: secondsAhead() })
    for (const id of ids.slice(snoozed, snoozed + scheduled))
      await send(service, tenant, `/threads/${id}/reply`, { body: 'On its way.', undoSeconds: secondsAhead() })
    const customer = (email: string) => send(service, tenant, '/customers', { email })
    const [target, source] = [await customer('grace@example.com'), await customer('ada@example.com')]
    await send(service, tenant, `/customers/${target.id}/merge`, { sourceIds: [source.id] })
    // The batch skips threads with clocks, because another priority would change their SLA.
    const batch = { filter: { priority: 'normal' }, expectedTotal: batched, changes: { priority: 'high' } }
    const job = await send(service, tenant, '/threads/batch', batch)
    for (const id of clocked.slice(0, answered)) await send(service, tenant, `/threads/${id}/reply`, { body: 'Here it is.' })
    await service.withDatabase((db) => db.rows(bringNear, { tenantId: tenant.tenantId }))
    // Far enough ahead that the time has not passed when a busy machine sends the request.
    const soon = (): string => new Date(Date.now() + (5 + secondsAhead()) * 1_000).toISOString()
    const { id: collectionId } = await send(service, tenant, '/kb/collections', { name: 'Help' })
    for (let n = 1; n <= planned; n++) {
      const { id } = await send(service, tenant, '/kb/articles', { collectionId, title: `Article ${n}`, body: 'Words.' })
      await send(service, tenant, `/kb/articles/${id}/publish`, { publishAt: soon() })
    }
    // Reminders are sent an hour before the meeting.
    const startsAt = new Date(Date.now() + (3_605 + secondsAhead()) * 1_000).toISOString()
    const meeting = { title: 'Walk through', startsAt, endsAt: new Date(Date.parse(startsAt) + 600_000).toISOString(), timezone: 'UTC' }
    await send(service, tenant, `/threads/${ids[0]}/schedule-meeting`, {
      ...meeting,
      attendees: [{ email: 'ada@example.com', name: 'Ada' }],
    })
    const invitations = await getMails(service, tenant)
    for (let kill = 0; kill < kills; kill++) {
      const worker = await service.startWorker()
      await sleep(random.between(20, 600))
      const exited = once(worker, 'exit')
      worker.kill('SIGKILL')
      await exited
    }
    const last = await service.startWorker()
    const found = () => service.withDatabase((db) => db.first(effects, { tenantId: tenant.tenantId }))
    // The leases of killed workers last up to twenty seconds. The loop polls rarely, because each query starts a PostgreSQL.
    for (const deadline = performance.now() + 300_000; (await found())?.['waiting'] !== 0 && performance.now() < deadline; )
      await sleep(1_000)
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
      sent: scheduled + answered,
      replies: scheduled,
      told: scheduled,
      warnings: timed - answered,
      breaches: timed - answered,
      met: answered,
      published: planned,
      changes: batched,
      changed: batched,
    })
    expect(await service.withDatabase((db) => db.rows(clocks, { tenantId: tenant.tenantId }))).toEqual([])
    expect(await getMails(service, tenant), 'a reminder to the attendee, one to the host').toBe(invitations + 2)
    const response = await fetch(`http://127.0.0.1:${service.port}/api/v1/jobs/${job.id}`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    })
    // Safe because the response of this operation is a job.
    expect(((await response.json()) as { data: object }).data).toMatchObject({ state: 'DONE', total: batched, done: batched, failed: 0 })
    failed = false
  } finally {
    await service.remove({ keep: failed })
  }
})

async function send(service: Service, { key }: TortureTenant, path: string, body: object): Promise<{ id: string; threadId?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  // Safe because every operation that is called here returns an item with an id.
  return ((await response.json()) as { data: { id: string; threadId?: string } }).data
}

const mailOrders = statement<{ tenantId: string }, { key: string }>(
  `select key from jobs where tenant_id = :tenantId::uuid and name = 'send-mail'`,
)

/**
 * Returns the number of mails: the pending ones, and those written to files. A written one may still be pending if its worker was killed.
 */
async function getMails(service: Service, { tenantId }: TortureTenant): Promise<number> {
  const waiting = await service.withDatabase((db) => db.rows(mailOrders, { tenantId }))
  const kept = await readdir(mailFilesPath(service.dataDir)).catch(() => [])
  return new Set([...waiting.map(({ key }) => key), ...kept.filter((name) => name.endsWith('.eml')).map((name) => name.slice(-40, -4))])
    .size
}

async function makeThread(service: Service, tenant: TortureTenant, priority: 'normal' | 'urgent'): Promise<string> {
  const body = { title: 'Export', body: 'It is empty.', requester: { email: 'ada@example.com' }, priority }
  const { id, threadId } = await send(service, tenant, '/threads', body)
  return threadId ?? id
}

/** Runs `make` with a concurrency of eight. */
async function inChunks<Made>(count: number, make: (n: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  while (made.length < count)
    made.push(...(await Promise.all(Array.from({ length: Math.min(8, count - made.length) }, (_, i) => make(made.length + i)))))
  return made
}
