/** Customers by the time of their last change: in order, after a time, with exact totals. */
import { beforeAll, expect, it } from 'vitest'
import type { Customer, User } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

let byChange: Customer[]
const { tenant } = await setUpTenant()
beforeAll(async () => {
  const made = await Promise.all(
    [1, 2, 3, 4, 5].map(
      async (n) => (await tenant.skein.upsertCustomer({ body: { email: `c${n}@example.com`, name: `Customer ${n}` } })).data,
    ),
  )
  for (const i of [3, 0]) await tenant.api('PATCH', `/customers/${made[i]?.id}`, { body: { name: `Changed ${i}` } })
  const [target, source] = [made[1], made[4]]
  await tenant.api('POST', `/customers/${target?.id}/merge`, { body: { sourceIds: [source?.id] } })
  byChange = (await list('')).data.toSorted((a, b) =>
    a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? -1 : 1,
  )
})

const list = async (query: string) => (await tenant.api<Customer[]>('GET', `/customers${query}`)).body
const idsOf = (customers: readonly Customer[]) => customers.map(({ id }) => id)

it.each(['updatedAt', '-updatedAt', 'createdAt', '-createdAt'])('sort=%s has every customer once, page by page', async (sort) => {
  const key = sort.replace('-', '') as 'updatedAt' | 'createdAt'
  const found: Customer[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = await list(`?sort=${sort}&limit=2${cursor}`)
    found.push(...data)
    expect(meta.total).toBe(4)
    if (!meta.hasMore) break
    cursor = `&cursor=${meta.cursor}`
  }
  expect(idsOf(found).toSorted()).toEqual(idsOf(byChange).toSorted())
  const times = found.map((customer) => customer[key])
  expect(times).toEqual(sort.startsWith('-') ? times.toSorted().toReversed() : times.toSorted())
})

it('updatedAfter and updatedBefore limit the list and its total, in every order', async () => {
  const second = byChange[1]
  const later = byChange.filter(({ updatedAt }) => updatedAt > (second?.updatedAt ?? ''))
  const earlier = byChange.filter(({ updatedAt }) => updatedAt < (second?.updatedAt ?? ''))
  for (const sort of ['', '&sort=updatedAt', '&sort=-updatedAt', '&sort=createdAt'])
    for (const [filter, expected] of [
      ['updatedAfter', later],
      ['updatedBefore', earlier],
    ] as const) {
      const { data, meta } = await list(`?${filter}=${second?.updatedAt}${sort}`)
      expect([idsOf(data).toSorted(), meta.total], `${filter} ${sort}`).toEqual([idsOf(expected).toSorted(), expected.length])
    }
  const { data } = await list(`?updatedAfter=${second?.updatedAt}&sort=updatedAt&q=changed`)
  expect(data.every(({ name }) => name?.startsWith('Changed'))).toBe(true)
})

it('a cursor belongs to its sort, and an unknown sort is refused', async () => {
  const { meta } = await list('?sort=updatedAt&limit=1')
  for (const query of ['?sort=-updatedAt', '', '?sort=updatedAt&updatedAfter=2026-01-01T00:00:00Z'])
    expect((await tenant.api('GET', `/customers${query}${query ? '&' : '?'}cursor=${meta.cursor}`)).body.error?.code).toBe(
      'SVC-PAGINATION-INVALID_CURSOR',
    )
  expect((await tenant.api('GET', '/customers?sort=name')).body.error?.code).toBe('SVC-VALIDATION-FAILED')
})

it('users are found by their address in any spelling', async () => {
  const { id } = (
    await tenant.skein.createUser({ body: { name: 'Grace Hopper', email: 'Grace@Example.com', role: 'AGENT', invite: false } })
  ).data
  const { body } = await tenant.api<User[]>('GET', '/users?email=GRACE@example.COM')
  expect([body.data.map((user) => user.id), body.meta.total]).toEqual([[id], 1])
  expect((await tenant.api('GET', '/users?email=nobody@example.com')).body).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await tenant.api('GET', '/users?email=nobody')).body.error?.code).toBe('SVC-VALIDATION-FAILED')
})
