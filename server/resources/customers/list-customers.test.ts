/** Finding customers by parts of their names, addresses and external ids. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../../../client/index.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const customers = [
  { email: 'ada@lovelace.example', name: 'Ada Lovelace', externalId: 'crm-4711' },
  { email: 'grace.hopper@navy.example', name: 'Grace Hopper' },
  { email: 'jorg@example.com', name: 'Jörg Straße-Øst' },
  { email: 'wang@example.cn', name: '王小明' },
  { email: 'x@example.com', externalId: 'Ω 42' },
]
const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  const other = await service.createTenant()
  for (const { externalId, ...requester } of customers) {
    // Customers are created by upserts and by new threads.
    if (externalId) await tenant.skein.upsertCustomer({ body: { externalId, ...requester } })
    else await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester } })
    await other.skein.upsertCustomer({ body: requester })
  }
})

const ask = (query: Record<string, string>) => tenant.api<Customer[]>('GET', `/customers?${new URLSearchParams(query)}`)
async function find(q: string, more: Record<string, string> = {}): Promise<string[]> {
  const { body } = await ask({ q, ...more })
  expect(body.meta.total, 'the total is exact').toBe(body.data.length)
  return body.data.map(({ email }) => email.split('@')[0] ?? '').toSorted()
}

describe('a search for customers', () => {
  it.each([
    ['ovela', ['ada']],
    ['LOVE', ['ada']],
    ['ada@love', ['ada']],
    ['hopper@nav', ['grace.hopper']],
    ['grace ace', ['grace.hopper']],
    ['rm-47', ['ada']],
    ['4711', ['ada']],
    ['gr', ['grace.hopper']],
    ['ra', []],
    ['ra gr', []],
    ['ast', []],
    ['strasse', ['jorg']],
    ['ös', ['jorg']],
    ['oST', ['jorg']],
    ['小明', ['wang']],
    ['小', ['wang']],
    ['王明', []],
    ['ω', ['x']],
    ['example com', ['jorg', 'x']],
    ['exam', ['ada', 'grace.hopper', 'jorg', 'wang', 'x']],
    ['ada grace', []],
    ['"(ada)" *lovelace', ['ada']],
  ])('for %s finds %j', async (q, emails) => {
    expect(await find(q)).toEqual(emails)
  })

  it('combines with other filters, and its cursor leads through all hits', async () => {
    expect(await find('exam', { externalId: 'crm-4711' })).toEqual(['ada'])
    expect(await find('hopper', { externalId: 'crm-4711' })).toEqual([])
    const first = (await ask({ q: 'exam', limit: '3' })).body
    const rest = (await ask({ q: 'exam', limit: '3', cursor: first.meta.cursor })).body
    expect([first.meta.total, rest.meta.total, rest.meta.hasMore]).toEqual([5, 5, false])
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual((await ask({})).body.data.map(({ id }) => id))
    const none = await ask({ q: ' -- "" ' })
    expect([none.status, none.body.error?.details?.[0]?.code]).toEqual([400, 'NO_WORDS'])
  })

  it('follows each change of a customer, and finds those who match every word', async () => {
    const upsert = async (body: object) => (await tenant.api<Customer>('POST', '/customers', { body })).body.data
    const old = await upsert({ email: 'former@example.com', name: 'Maiden', externalId: 'old-1' })
    await upsert({ email: 'former@example.com', name: 'Married' })
    expect([await find('maiden'), await find('married')]).toEqual([[], ['former']])
    await tenant.skein.createThread({ body: { title: 'T', body: 'b', requester: { email: 'former@example.com', name: 'Widowed' } } })
    expect([await find('married'), await find('widowed old-1')]).toEqual([[], ['former']])
    const target = await upsert({ email: 'present@example.com', name: 'Present', externalId: 'new-1' })
    await tenant.skein.mergeCustomer({ path: { id: target.id }, body: { sourceIds: [old.id] } })
    expect([await find('widowed'), await find('former'), await find('old-1 present')]).toEqual([[], ['present'], ['present']])
    await tenant.skein.updateCustomer({ path: { id: target.id }, body: { email: 'former@example.com', externalId: 'old-1' } })
    expect([await find('present@'), await find('former@'), await find('new-1')]).toEqual([['former'], ['former'], []])
  })
})
