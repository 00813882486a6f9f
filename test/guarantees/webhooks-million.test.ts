/** With a long history, the lists of events and deliveries are as fast as for an empty tenant, and due work is found immediately. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Webhook } from '../../client/index.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { setUpService, type TestTenant } from '../support/service.ts'
import { hookAt, makeThreads, getUuid } from './webhook-fixture.ts'
import { takesAtMost } from '../support/stalls.ts'

/** Set SKEIN_TEST_ROWS=1000000 to test a million rows. */
const rows = Number(process.env['SKEIN_TEST_ROWS'] ?? 50_000)
const maxFillMs = 120_000 * Math.max(1, rows / 100_000)
let receiver: Receiver
let old: TestTenant
let young: TestTenant
let oldHook: Webhook
let youngHook: Webhook

afterAll(() => receiver.close())
const service = await setUpService()
beforeAll(async () => {
  receiver = await openReceiver()
  old = await service.createTenant()
  young = await service.createTenant()
  oldHook = await hookAt(old, receiver, ['*'])
  youngHook = await hookAt(young, receiver, ['*'])
  for (const tenant of [old, young]) await makeThreads(tenant, 30)
  const { tenantId } = old
  const states = `(array['SUCCEEDED','SUCCEEDED','DEAD','FAILED','PENDING'])[1 + n % 5]`
  const type = `(array['thread.created','thread.updated','thread.status_changed'])[1 + n % 3]`
  await service.db.script(`
    insert into events (tenant_id, sequence, id, type, object_id, object, created_at)
    select '${tenantId}', head + n, gen_random_uuid(), ${type}, object_id, object, now() - (${rows} - n) * interval '1 second'
    from events, generate_series(1, ${rows}) n, (select max(sequence) as head from events where tenant_id = '${tenantId}') as h
    where tenant_id = '${tenantId}' and sequence = (select max(sequence) from events where tenant_id = '${tenantId}' and type = 'thread.created') order by n;
    insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, state, attempt, next_attempt_at, created_at)
    select '${tenantId}', gen_random_uuid(), '${getUuid('whk', oldHook.id)}', n, gen_random_uuid(), ${type}, ${states}, 1, case when n % 5 >= 3 then now() + interval '1 day' end,
      now() - (${rows} - n) * interval '1 second' from generate_series(1, ${rows}) n;
    insert into webhook_delivery_totals (tenant_id, webhook_id, event_type, state, count)
    select tenant_id, webhook_id, event_type, state, count(*) from webhook_deliveries where tenant_id = '${tenantId}' group by 1, 2, 3, 4;
    insert into event_rollups select '${tenantId}', max(sequence) from events where tenant_id = '${tenantId}';
    insert into event_type_totals select tenant_id, type, count(*) from events where tenant_id = '${tenantId}' group by 1, 2;
    insert into webhook_deliveries (tenant_id, id, webhook_id, event_sequence, event_id, event_type, state, attempt, created_at)
    select '${young.tenantId}', gen_random_uuid(), '${getUuid('whk', youngHook.id)}', n, gen_random_uuid(), ${type}, ${states}, 1, now() from generate_series(1, 60) n;
    update tenant_counters set event_sequence = (select max(sequence) from events where tenant_id = '${tenantId}') where tenant_id = '${tenantId}';
    update webhook_cursors c set sequence = k.event_sequence from tenant_counters k where k.tenant_id = c.tenant_id;
    analyze`)
}, maxFillMs)

/**
 * Returns the fastest of several requests to each list, in alternation, because a busy machine delays some of them. A sequential scan,
 * which takes a hundred milliseconds or more, would delay all of them. Stops when the old list is nearly as fast as the young one.
 */
async function quickestMs(oldPath: string, youngPath: string): Promise<{ long: number; short: number; isSlow: boolean }> {
  const timed = async (tenant: TestTenant, path: string): Promise<number> => {
    const startedAt = performance.now()
    expect((await tenant.api('GET', path)).status).toBe(200)
    return performance.now() - startedAt
  }
  let [long, short, isSlow] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, true]
  for (let i = 0; i < 40 && isSlow; i++) {
    short = Math.min(short, await timed(young, youngPath))
    long = Math.min(long, await timed(old, oldPath))
    isSlow = i < 2 || long > 3 * short + 10
  }
  return { long, short, isSlow }
}

it('a million deliveries make no list of deliveries or events slower', async () => {
  const slow: string[] = []
  const filters = ['', '?state=SUCCEEDED', '?state=DEAD', '?eventType=thread.created', '?eventType=thread.created&state=PENDING']
  const paths = (hook: Webhook): string[] =>
    ['/webhook-deliveries', `/webhooks/${hook.id}/deliveries`].flatMap((list) => filters.map((filter) => list + filter))
  const lists = [
    ...['/events', '/events?types=thread.created', '/events?types=thread.created,thread.updated', '/events?types=thread.assigned'].map(
      (path) => [path, path],
    ),
    ...paths(oldHook).map((path, i) => [path, paths(youngHook)[i] ?? '']),
  ]
  for (const [oldPath = '', youngPath = ''] of lists) {
    const { long, short, isSlow } = await quickestMs(oldPath, youngPath)
    if (isSlow) slow.push(`${oldPath}: ${long.toFixed(1)} ms, ${short.toFixed(1)} ms`)
  }
  expect(slow).toEqual([])
})

it('a due delivery is found at once among a million others', async () => {
  const worker = service.startWorker()
  receiver.received.length = 0
  const delivered = async (): Promise<void> => {
    await old.skein.createThread({ body: { title: 'New', body: 'b', requester: { email: 'ada@example.com' } } })
    await receiver.until(() => receiver.received.length >= 2)
  }
  await takesAtMost(5_000, delivered, service.db)
  await worker.stop()
})
