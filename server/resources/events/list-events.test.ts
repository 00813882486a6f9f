import { describe, expect, it, vi } from 'vitest'
import { statement } from '#platform/db.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { openStream } from '../../../test/support/event-streams.ts'
import { setUpService, randomIdSuffix, type TestTenant } from '../../../test/support/service.ts'
import { skipReaders } from '../../../test/support/readers.ts'
import { pruneTenant, rollUpEvents } from './index.ts'

type Listed = { id: string; sequence: number; type: string; data: { object: Record<string, unknown> } }

const service = await setUpService()

const countTypes = statement<{ tenantId: Uuid }, { type: string; count: number }>(
  'select type, count(*) as count from events where tenant_id = :tenantId::uuid group by type',
)
const age = statement<{ tenantId: Uuid; upTo: number }, object>(
  `update events set created_at = now() - interval '31 days' where tenant_id = :tenantId::uuid and sequence <= :upTo::bigint`,
)
const lockFirst = statement<{ tenantId: Uuid }, object>(
  'select sequence from events where tenant_id = :tenantId::uuid order by sequence limit 1 for update',
)
const blocked = statement<object, object>(
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)
const eventAt = statement<{ tenantId: Uuid; sequence: number }, { id: Uuid }>(
  'select id from events where tenant_id = :tenantId::uuid and sequence = :sequence::bigint',
)

async function makeEvents({ api }: TestTenant, threads: number): Promise<void> {
  for (let i = 0; i < threads; i++) {
    const { body } = await api<{ threadId: string }>('POST', '/threads', {
      body: { title: `T${i}`, body: 'b', requester: { email: `c${i % 3}@example.com` } },
    })
    if (i % 2 === 0) await api('PATCH', `/threads/${body.data.threadId}`, { body: { status: 'resolved' } })
  }
}
const list = (tenant: TestTenant, query = '') => tenant.api<Listed[]>('GET', `/events${query}`)

/** Compares the totals of the feed with the number of rows: for all types, each type, and two types together. */
async function expectExactTotals(tenant: TestTenant): Promise<number> {
  const counts = new Map((await service.db.rows(countTypes, { tenantId: tenant.tenantId })).map(({ type, count }) => [type, count]))
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const of = (type: string): number => counts.get(type) ?? 0
  expect((await list(tenant)).body.meta.total).toBe(all)
  for (const type of ['thread.created', 'message.created', 'thread.status_changed', 'webhook.test'])
    expect((await list(tenant, `?types=${type}`)).body.meta.total, type).toBe(of(type))
  expect((await list(tenant, '?types=thread.created,customer.created,thread.created&limit=1')).body.meta.total).toBe(
    of('thread.created') + of('customer.created'),
  )
  return all
}

describe('the total', () => {
  it('is exact during counting and deletion by several concurrent workers', async () => {
    const tenant = await service.createTenant()
    const other = await service.createTenant()
    await makeEvents(other, 3)
    expect(await expectExactTotals(tenant)).toBe(0)
    await skipReaders(service.db)
    await makeEvents(tenant, 12)
    const made = await expectExactTotals(tenant)
    await rollUpEvents(service.db, 5)
    await makeEvents(tenant, 2)
    expect(await expectExactTotals(tenant)).toBeGreaterThan(made)
    await service.db.rows(age, { tenantId: tenant.tenantId, upTo: made - 4 })
    await Promise.all([rollUpEvents(service.db, 0), rollUpEvents(service.db, 0)])
    const before = await expectExactTotals(tenant)
    // Several connections, so that all workers select what to delete before any of them deletes. A tenant gets about half of them.
    const workers = openDatabase({ connection: service.connection, max: 8 })
    const pruned = await service.db
      .transaction(async (tx) => {
        await tx.rows(lockFirst, { tenantId: tenant.tenantId })
        const pruning = [1, 2, 3].map(() => pruneTenant(workers, tenant.tenantId, 30))
        await vi.waitFor(async () => expect((await service.db.rows(blocked, {})).length).toBe(3), { timeout: 60_000 })
        return pruning
      })
      .then((pruning) => Promise.all(pruning))
    await workers.close()
    expect(pruned.reduce((sum, { pruned: n }) => sum + n, 0)).toBe(made - 4)
    expect(await expectExactTotals(tenant)).toBe(before - (made - 4))
    await expectExactTotals(other)
    await makeEvents(tenant, 1)
    await expectExactTotals(tenant)
  })

  it('delays the deletion of uncounted events, and counting survives missing events', async () => {
    const tenant = await service.createTenant()
    await makeEvents(tenant, 4)
    await skipReaders(service.db)
    await service.db.rows(age, { tenantId: tenant.tenantId, upTo: 1_000 })
    expect(await pruneTenant(service.db, tenant.tenantId, 30)).toEqual({ pruned: 0, isMore: false, isHeld: true })
    await service.db.script(`delete from events where tenant_id = '${tenant.tenantId}' and sequence > 2`)
    await rollUpEvents(service.db, 0)
    expect(await pruneTenant(service.db, tenant.tenantId, 30)).toEqual({ pruned: 2, isMore: false, isHeld: false })
    expect((await list(tenant, '?types=thread.created,message.created')).body.meta.total).toBe(0)
  })
})

describe('a position of the feed', () => {
  it('is refused when it names no existing event of the tenant', async () => {
    const tenant = await service.createTenant()
    const other = await service.createTenant()
    await makeEvents(tenant, 1)
    await makeEvents(other, 1)
    const foreign = (await list(other)).body.data[0]?.id
    for (const after of [`evt_${randomIdSuffix()}`, foreign, randomIdSuffix()]) {
      const { status, body } = await list(tenant, `?after=${after}`)
      expect([status, body.error?.code]).toEqual([400, 'SVC-PAGINATION-INVALID_CURSOR'])
    }
  })

  it('is refused once events after it have been deleted, so none are skipped', async () => {
    const tenant = await service.createTenant()
    await makeEvents(tenant, 6)
    await skipReaders(service.db)
    const filters = ['', '&types=thread.created']
    const pages = await Promise.all(filters.map((filter) => list(tenant, `?limit=2${filter}`)))
    const second = await service.db.first(eventAt, { tenantId: tenant.tenantId, sequence: 2 })
    await service.db.rows(age, { tenantId: tenant.tenantId, upTo: 10 })
    await rollUpEvents(service.db, 0)
    await pruneTenant(service.db, tenant.tenantId, 30)
    for (const [i, filter] of filters.entries()) {
      for (const position of [`cursor=${pages[i]?.body.meta.cursor}`, `after=${toTypeId('evt', second?.id ?? '')}`]) {
        const { status, body } = await list(tenant, `?${position}${filter}`)
        expect([status, body.error?.code], position).toEqual([400, 'SVC-PAGINATION-INVALID_CURSOR'])
      }
    }
    const { body } = await list(tenant, '?limit=1')
    expect(body.data[0]?.sequence).toBe(11)
    expect((await list(tenant, `?after=${body.data[0]?.id}`)).body.data[0]?.sequence).toBe(12)
    expect((await list(tenant, `?after=evt_${'0'.repeat(26)}`)).body.data[0]?.sequence, 'from the beginning').toBe(11)
  })

  it('at the newest event returns an empty page and stays valid', async () => {
    const tenant = await service.createTenant()
    await makeEvents(tenant, 1)
    const last = (await list(tenant)).body.data.at(-1)
    expect((await list(tenant, `?after=${last?.id}`)).body).toMatchObject({ data: [], meta: { hasMore: false, cursor: '' } })
    await makeEvents(tenant, 1)
    expect((await list(tenant, `?after=${last?.id}`)).body.data[0]?.sequence).toBe((last?.sequence ?? 0) + 1)
  })
})

describe('the tip of the feed', () => {
  it('comes first with sort=-sequence, page by page, with and without types', async () => {
    const tenant = await service.createTenant()
    await makeEvents(tenant, 6)
    for (const types of ['', '&types=thread.created', '&types=thread.created,message.created']) {
      const all = (await list(tenant, `?limit=100${types}`)).body
      const found: number[] = []
      for (let cursor = ''; ; ) {
        const { data, meta } = (await list(tenant, `?sort=-sequence&limit=2${types}${cursor}`)).body
        found.push(...data.map(({ sequence }) => sequence))
        expect(meta.total).toBe(all.meta.total)
        if (!meta.hasMore) break
        cursor = `&cursor=${meta.cursor}`
      }
      expect(found, types).toEqual(all.data.map(({ sequence }) => sequence).toReversed())
    }
  })

  it('is where after=latest begins: its cursor shows what came since, each event once', async () => {
    const tenant = await service.createTenant()
    await makeEvents(tenant, 3)
    const before = (await list(tenant)).body.meta.total
    let { data, meta } = (await list(tenant, '?after=latest')).body
    expect([data, meta.hasMore]).toEqual([[], false])
    const found: number[] = []
    for (let n = 0; n < 2; n++) {
      await makeEvents(tenant, 3)
      do {
        ;({ data, meta } = (await list(tenant, `?after=latest&limit=2&cursor=${meta.cursor}`)).body)
        found.push(...data.map(({ sequence }) => sequence))
      } while (meta.hasMore)
    }
    const all = (await list(tenant, '?limit=100')).body.data.map(({ sequence }) => sequence)
    expect(found).toEqual(all.slice(before))
  })

  it('is also the tip of a tenant without events', async () => {
    const { body } = await list(await service.createTenant(), '?after=latest')
    expect(body).toMatchObject({ data: [], meta: { hasMore: false, total: 0 } })
  })
})

it('after can be a sequence, which an event of the tenant must have', async () => {
  const tenant = await service.createTenant()
  await makeEvents(tenant, 3)
  const all = (await list(tenant, '?limit=100')).body.data
  const third = all[2]
  expect((await list(tenant, `?limit=100&after=${third?.sequence}`)).body.data).toEqual(all.slice(3))
  expect((await list(tenant, '?limit=100&after=0')).body.data).toEqual(all)
  expect((await list(tenant, `?limit=100&sort=-sequence&after=${third?.sequence}`)).body.data).toEqual(all.slice(0, 2).toReversed())
  expect((await list(tenant, '?after=999999')).body.error?.code).toBe('SVC-PAGINATION-INVALID_CURSOR')
  for (const wrong of ['-1', 'newest', '1.5', '00', '9'.repeat(17)]) expect((await list(tenant, `?after=${wrong}`)).status, wrong).toBe(400)
})

it('neither the feed nor the stream shows a secret', async () => {
  const tenant = await service.createTenant()
  const secrets = [tenant.key, service.config.secretKey]
  const keep = async (method: string, path: string, body?: object): Promise<string> => {
    const { body: answer } = await tenant.api<{ id: string; key?: string; secret?: string }>(method, path, { body })
    secrets.push(...[answer.data.key, answer.data.secret].filter((secret) => secret !== undefined))
    return answer.data.id
  }
  const keyId = await keep('POST', '/api-keys', { name: 'canary', scopes: ['events:read'] })
  await keep('POST', `/api-keys/${keyId}/rotate`, {})
  const webhookId = await keep('POST', '/webhooks', { url: 'http://127.0.0.1:9/canary' })
  await keep('POST', `/webhooks/${webhookId}/rotate-secret`, {})
  await tenant.skein.testWebhook({ path: { id: webhookId } })
  await tenant.skein.updateWebhook({ path: { id: webhookId }, body: { description: 'canary' } })
  await makeEvents(tenant, 1)
  expect(secrets).toHaveLength(6)
  const feed = await list(tenant, '?limit=100')
  expect(feed.text).toContain('thread.created')
  const newest = feed.body.data.toSorted((a, b) => a.sequence - b.sequence).at(-1)?.id
  const stream = await openStream(service.port, tenant.key, { lastEventId: `evt_${'0'.repeat(26)}` })
  await stream.until(() => stream.lastEventId() === newest)
  stream.close()
  const streamed = stream.frames.map(({ data }) => data).join('\n')
  expect(streamed).toContain('thread.created')
  expect(
    secrets.filter((secret) => feed.text.includes(secret) || streamed.includes(secret) || feed.text.includes(secret.slice(-32))),
  ).toEqual([])
})
