/** The counts of views equal those of their lists, and are cheap for the database. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Queryable } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { setUpService, type TestTenant } from './support/service.ts'
import { createThreadCounter, toListFilters } from '../server/resources/threads/index.ts'
import { fillTenant } from './bulk-tenant.ts'

type Count = { viewId: string; total: number; unread: number }

const service = await setUpService()

/**
 * Half of a tenant's threads are open or pending, and all of these are unread. Above 2,000 unread threads, the statement tests each thread.
 */
const sizes: [string, number][] = [
  ['few', 1_200],
  ['many', 6_000],
]

describe.each(sizes)('with %s unread threads', (_, count) => {
  let tenant: TestTenant
  let filters: Record<string, unknown>[]
  /** Ids of the views of these tests, in addition to those of the filled tenant. */
  let viewIds: string[]
  beforeAll(async () => {
    tenant = await service.createTenant()
    await fillTenant(service.db, tenant.tenantId, { count, others: 100 })
    const first = async (path: string): Promise<string> => (await tenant.api<{ id: string }[]>('GET', path)).body.data[0]?.id ?? ''
    const threads = (await tenant.skein.listThreads({ query: { status: 'open', limit: 3 } })).data
    // Some threads are read, so that the unread ones are not simply the open and pending ones.
    for (const { id } of threads) await tenant.api('PUT', `/threads/${id}/read`, { body: {}, mayFail: true })
    const labelId = await first('/labels')
    filters = [
      {},
      { unread: true },
      { status: 'open' },
      { status: 'closed' },
      { status: 'closed', unread: true },
      { labelId, status: 'pending' },
      { labelId, unread: true },
      { teamId: await first('/teams') },
      { inboxId: await first('/inboxes'), unread: true },
      { assigneeId: 'none' },
      { assigneeId: 'me' },
      { customerId: threads[0]?.customer.id },
      { priority: 'high', channel: 'api' },
      { waiting: true },
      { snoozed: true },
      { snoozed: false, unread: true },
      { slaState: 'PENDING' },
      { createdAfter: '2026-01-01T12:00:00.000Z' },
      { lastMessageAfter: '2026-01-01T12:00:00.000Z', unread: true },
      { q: 'thread -nothing' },
      { q: 'thread', unread: true },
    ]
    viewIds = []
    for (const [n, each] of filters.entries())
      viewIds.push((await tenant.skein.createView({ body: { name: `View ${n}`, filters: each } })).data.id)
  })

  it('each view counts the threads and unread threads that its list shows', async () => {
    const total = async (of: Record<string, unknown>): Promise<number> => {
      const query = new URLSearchParams(Object.entries(of).map(([name, value]) => [name, String(value)]))
      return (await tenant.api('GET', `/threads?${query}&limit=1`)).body.meta.total
    }
    const all = new Map((await tenant.skein.countViews()).data.map((each) => [each.viewId, each]))
    const counts = viewIds.map((id) => all.get(id))
    const wanted = []
    for (const each of filters) wanted.push({ filters: each, total: await total(each), unread: await total({ ...each, unread: true }) })
    expect(counts.map((each, n) => ({ filters: filters[n], total: each?.total, unread: each?.unread }))).toEqual(wanted)
    expect(wanted.filter(({ unread }) => unread > 0).length).toBeGreaterThan(8)
    expect(counts[0]?.unread).toBeLessThan(count / 2)
  })

  it('a hundred views with the same filter are counted once', async () => {
    const userId: Uuid = parseTypeId('usr', tenant.ownerId) ?? ''
    let statements = 0
    const counted = <Args extends unknown[], Result>(run: (...args: Args) => Result) => {
      return (...args: Args): Result => {
        statements++
        return run(...args)
      }
    }
    const { db } = service
    const watched: Queryable = {
      rows: counted(db.rows.bind(db)) as Queryable['rows'],
      first: counted(db.first.bind(db)) as Queryable['first'],
      script: (sql) => db.script(sql),
      isCluster: false,
      together: (_tenantId, work) => work(watched),
    }
    const countThreads = createThreadCounter(watched, tenant.tenantId, userId)
    for (let n = 0; n < 100; n++) await countThreads(toListFilters(n % 2 ? { unread: true } : { unread: true, priority: 'high' }, userId))
    // One statement for the unread threads, one for those with the priority.
    expect(statements).toBe(2)
  })
})

it('concurrent requests all get their counts, although most share a run', async () => {
  const tenant = await service.createTenant()
  await tenant.skein.createThread({ body: { title: 't', body: 'b', requester: { email: 'a@example.com' } } })
  await tenant.skein.createView({ body: { name: 'All', filters: {} } })
  const responses = await Promise.all(Array.from({ length: 20 }, () => tenant.api<Count[]>('GET', '/views/counts')))
  for (const { body } of responses) expect(body.data).toMatchObject([{ total: 1, unread: 1 }])
})
