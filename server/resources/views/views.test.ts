import { describe, expect, it } from 'vitest'
import type { User, View, ViewCount } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()
const agent = async (name: string) => {
  const body = { name, email: `${name}@example.com`, role: 'AGENT', invite: false }
  const { id } = (await tenant.api<User>('POST', '/users', { body })).body.data
  return { id, key: (await tenant.keyFor(['write'], { userId: id })).key }
}
/** Keys of two agents, without `catalog:admin`. */
const ada = await agent('Ada')
const grace = await agent('Grace')

const as = <Data = unknown>(who: { key: string }, method: string, path: string, body?: object) =>
  service.api<Data>(method, path, { key: who.key, ...(body ? { body } : {}) })
const create = async (who: { key: string }, body: object): Promise<View> =>
  (await as<View>(who, 'POST', '/views', { name: 'V', ...body })).body.data
const idsOf = async (who: { key: string }, path: string) => (await as<{ id: string }[]>(who, 'GET', path)).body.data.map(({ id }) => id)

describe('a view', () => {
  it('shows what the list shows for the same filters, where `me` is the caller', async () => {
    const make = async (title: string) => {
      const body = { title, body: 'b', requester: { email: 'a@example.com' }, tags: ['Billing'] }
      return (await tenant.skein.createThread({ body })).data
    }
    const first = await make('first')
    const second = await make('second')
    await tenant.skein.updateThread({ path: { id: second.threadId }, body: { status: 'resolved' } })
    const filters = { labelId: first.labels[0]?.id, status: 'OPEN', waiting: true }
    const billing = await create(ada, { shared: true, filters, sort: 'waitingSince' })
    expect(billing.filters).toEqual({ ...filters, status: 'open' })
    expect(await idsOf(grace, `/views/${billing.id}/threads`)).toEqual([first.threadId])
    const mine = await create(ada, { shared: true, filters: { assigneeId: 'me' } })
    expect(mine.filters).toEqual({ assigneeId: 'me' })
    expect(await idsOf(ada, `/views/${mine.id}/threads`)).toEqual([])
  })

  it('and a batch take several values of one filter, as the list does', async () => {
    const own = await service.createTenant()
    const ids: string[] = []
    for (const status of ['open', 'pending', 'closed']) {
      const body = { title: status, body: 'b', requester: { email: 'a@example.com' } }
      ids.push((await own.skein.createThread({ body })).data.threadId)
      await own.api('PATCH', `/threads/${ids.at(-1)}`, { body: { status } })
    }
    const { data } = await own.skein.createView({ body: { name: 'V', filters: { status: 'PENDING,open', priority: 'normal,low' } } })
    expect(data.filters).toEqual({ status: 'open,pending', priority: 'low,normal' })
    expect((await idsOf(own, `/views/${data.id}/threads`)).toSorted()).toEqual(ids.slice(0, 2).toSorted())
    const changes = { priority: 'high' }
    const batch = await own.api('POST', '/threads/batch', { body: { filter: { status: 'open,pending' }, expectedTotal: 2, changes } })
    expect([batch.status, batch.text]).toEqual([202, expect.any(String)])
    const wrong = await own.api('POST', '/views', { body: { name: 'W', filters: { status: 'open,nothing' } } })
    expect(wrong.body.error?.details).toMatchObject([
      { field: 'filters.status', message: 'must be one of open, pending, resolved, closed' },
    ])
  })

  it('is counted with its unread threads, for all visible views, in one response', async () => {
    const own = await service.createTenant()
    const views = []
    for (const filters of [{}, { status: 'open' }, { status: 'resolved' }, { assigneeId: 'none' }])
      views.push((await own.api<View>('POST', '/views', { body: { name: 'V', filters } })).body.data.id)
    const threads = []
    for (const title of ['a', 'b', 'c'])
      threads.push((await own.skein.createThread({ body: { title, body: 'b', requester: { email: 'a@example.com' } } })).data.threadId)
    await own.api('PATCH', `/threads/${threads[0]}`, { body: { status: 'resolved' } })
    await own.api('PUT', `/threads/${threads[1]}/read`, { body: {} })
    const counts = (await own.skein.countViews()).data
    expect(counts.toReversed()).toEqual([
      { viewId: views[0], total: 3, unread: 1, error: null },
      { viewId: views[1], total: 2, unread: 1, error: null },
      { viewId: views[2], total: 1, unread: 0, error: null },
      { viewId: views[3], total: 3, unread: 1, error: null },
    ])
  })

  it('that cannot be counted says so, and the others are still counted', async () => {
    const own = await service.createTenant()
    const { id: good } = (await own.skein.createView({ body: { name: 'Asleep', filters: { snoozed: true } } })).data
    const { id: bad } = (await own.skein.createView({ body: { name: 'Wide', filters: { q: 'zz*' } } })).data
    await service.db.script(`insert into search_words (tenant_id, word, block, head, body)
      select '${own.tenantId}', 'zz' || n, 0, ''::bytea, ''::bytea from generate_series(1, 20001) n`)
    const { status, body } = await own.api<ViewCount[]>('GET', '/views/counts')
    expect([status, body.data]).toMatchObject([
      200,
      [
        {
          viewId: bad,
          total: null,
          unread: null,
          error: { code: 'SVC-VALIDATION-FAILED', message: expect.stringContaining('zz') as string },
        },
        { viewId: good, total: 0, unread: 0, error: null },
      ],
    ])
  })
})
