/**
 * G14: the feed and the stream skip nothing. Writers on two nodes commit in random order, some of them late, while readers page through the
 * feed and keep streams open that disconnect at random. Each reader sees every event once and in order.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { newId, toTypeId, type Uuid } from '#platform/ids.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { openStream } from '../support/event-streams.ts'
import { setUpService, type TestNode, type TestTenant } from '../support/service.ts'
import { customer } from '../../server/resources/customers/index.ts'
import { seededRandom, type Random } from '../torture/random.ts'
import { testSeed } from '../extent.ts'

type Seen = { id: string; sequence: number; type: string }

const service = await setUpService()
const nodes: [TestNode, TestNode] = [service, await service.startNode()]

const allEvents = statement<{ tenantId: Uuid }, { id: Uuid; sequence: number; type: string }>(
  'select id, sequence, type from events where tenant_id = :tenantId::uuid order by sequence',
)
const listed = ['thread.created', 'customer.updated']

/** Writes threads in single statements, changes in transactions, and some transactions that stay open for long before they commit. */
async function write(tenant: TestTenant, random: Random, steps: number): Promise<void> {
  const threads: string[] = []
  const call = (method: string, path: string, body: object) =>
    random.pick(nodes).api<{ threadId: string }>(method, path, { key: tenant.key, body })
  for (let i = 0; i < steps; i++) {
    const thread = threads[random.between(0, threads.length - 1)]
    const act = random.between(0, 5)
    if (thread === undefined || act < 2) {
      const { body } = await call('POST', '/threads', {
        title: `T${i}`,
        body: 'b',
        requester: { email: `c${random.between(0, 3)}@example.com` },
      })
      threads.push(body.data.threadId)
    } else if (act === 2)
      await call('PATCH', `/threads/${thread}`, {
        status: random.pick(['open', 'pending', 'resolved']),
        priority: random.pick(['LOW', 'HIGH']),
      })
    else if (act === 3) await call('POST', `/threads/${thread}/reply`, { body: 'r' })
    else if (act === 4) await call('POST', '/customers', { email: `c${random.between(0, 3)}@example.com`, name: `N${i}` })
    else await commitLate(tenant.tenantId, random)
  }
}

async function commitLate(tenantId: Uuid, random: Random): Promise<void> {
  const updated = customer.events?.updated
  const late = {
    id: newId(),
    email: 'late@example.com',
    hasEmail: true,
    emailFailedAt: null,
    identities: [],
    optedOut: [],
    satisfactionOptOut: false,
    name: null,
    externalId: null,
    customFields: {},
    mergedInto: null,
    erasedAt: null,
    version: 1,
    createdAt: '2026-03-04T09:30:00.000Z',
    updatedAt: '2026-03-04T09:30:00.000Z',
  }
  await service.db.transaction(async (tx) => {
    await sleep(random.between(0, 15))
    const effects = new CollectedEffects()
    for (let n = random.between(1, 3); n > 0; n--) if (updated) effects.emit(updated, late.id, late)
    await writeLedger(tx, systemIdentity(tenantId), effects, { status: 200, record: {} })
    await sleep(random.between(0, 25))
  })
}

/** Pages through the feed, by cursor within a walk and by the last id between walks, until it has seen `last`. */
async function pageThrough(tenant: TestTenant, random: Random, query: string, isLast: (seen: Seen[]) => boolean): Promise<Seen[]> {
  const seen: Seen[] = []
  while (!isLast(seen)) {
    const after = seen.length > 0 ? `&after=${seen.at(-1)?.id}` : ''
    for (let cursor = ''; ; ) {
      const { body } = await random
        .pick(nodes)
        .api<Seen[]>('GET', `/events?limit=${random.between(1, 100)}${query}${after}${cursor && `&cursor=${cursor}`}`, { key: tenant.key })
      seen.push(...body.data)
      cursor = body.meta.cursor
      if (cursor === '' || random.chance(0.2)) break
    }
    await sleep(random.between(0, 20))
  }
  return seen
}

/** Reads the stream, disconnects at random, and reconnects, often to the other node, after the last event that it has seen. */
async function follow(tenant: TestTenant, random: Random, query: string, isLast: (seen: Seen[]) => boolean): Promise<Seen[]> {
  const seen: Seen[] = []
  let lastEventId = `evt_${'0'.repeat(26)}`
  while (!isLast(seen)) {
    // Safe because the data of a frame is an event.
    const stream = await openStream(random.pick(nodes).port, tenant.key, {
      query,
      lastEventId,
      onFrame: ({ data }) => seen.push(JSON.parse(data) as Seen),
    })
    expect(stream.status).toBe(200)
    for (let left = random.between(1, 20); left > 0 && !isLast(seen); left--) await sleep(10)
    stream.close()
    await stream.ended
    expect(stream.frames.filter(({ event }) => event === 'reset')).toEqual([])
    lastEventId = stream.lastEventId()
  }
  return seen
}

it('every event arrives once and in order in the feed and in filtered streams', async () => {
  const random = seededRandom(testSeed())
  const seed = `SKEIN_TEST_SEED=${random.seed}`
  const tenant = await service.createTenant()
  let all: Seen[] | null = null
  const isLast = (seen: Seen[]): boolean => all !== null && seen.length >= all.length
  const isLastListed = (seen: Seen[]): boolean => all !== null && seen.length >= all.filter(({ type }) => listed.includes(type)).length
  const filter = `types=${listed.join(',')}`
  const readers = Promise.all([
    ...[1, 2].map((n) => pageThrough(tenant, random.fork(`feed ${n}`), '', isLast)),
    ...[1, 2, 3].map((n) => follow(tenant, random.fork(`stream ${n}`), '', isLast)),
  ])
  const choosers = Promise.all([
    pageThrough(tenant, random.fork('feed by type'), `&${filter}`, isLastListed),
    follow(tenant, random.fork('stream by type'), `?${filter}`, isLastListed),
  ])
  await Promise.all([1, 2, 3, 4, 5].map((n) => write(tenant, random.fork(`writer ${n}`), 40)))
  all = (await service.db.rows(allEvents, { tenantId: tenant.tenantId })).map(({ id, sequence, type }) => ({
    id: toTypeId('evt', id),
    sequence,
    type,
  }))

  expect(all.length).toBeGreaterThan(200)
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, i) => i + 1))
  const ids = (seen: Seen[] | null): string[] => (seen ?? []).map(({ sequence, id, type }) => `${sequence} ${id} ${type}`)
  for (const seen of await readers) expect(ids(seen), seed).toEqual(ids(all))
  for (const seen of await choosers) expect(ids(seen), seed).toEqual(ids(all.filter(({ type }) => listed.includes(type))))
})
