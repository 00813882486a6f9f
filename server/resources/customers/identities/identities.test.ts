/** Additional addresses and numbers of customers. Every lookup of a verified one finds its customer, and only that customer. */
import { describe, expect, it } from 'vitest'
import type { CreatedThread, Customer, CustomerIdentity } from '../../../../client/index.ts'
import { setUpTenant } from '../../../../test/support/service.ts'

const { tenant } = await setUpTenant()

const upsert = async (email: string) => (await tenant.api<Customer>('POST', '/customers', { body: { email } })).body.data
const get = async ({ id }: Customer) => (await tenant.skein.getCustomer({ path: { id } })).data
const add = ({ id }: Customer, body: object) => tenant.api<CustomerIdentity>('POST', `/customers/${id}/identities`, { body })
const remove = ({ id }: Customer, identityId: string) => tenant.api<CustomerIdentity>('DELETE', `/customers/${id}/identities/${identityId}`)
const write = async (email: string) =>
  (await tenant.api<CreatedThread>('POST', '/threads', { body: { title: 'T', body: 'm', requester: { email, name: 'Ada' } } })).body.data
const find = async (query: string) => (await tenant.api<Customer[]>('GET', `/customers?${query}`)).body.data.map(({ id }) => id)
const valuesOf = ({ identities }: Customer) => identities.map(({ value }) => value)

describe('an identity of a customer', () => {
  it('leads to the customer in new threads, upserts, filters and searches', async () => {
    const ada = await upsert('ada@example.com')
    expect(ada).toMatchObject({ hasEmail: true, emailFailedAt: null, optedOut: [] })
    expect(ada.identities).toMatchObject([{ type: 'EMAIL', value: 'ada@example.com', verified: true, inboxId: null, lastSeenAt: null }])
    const added = await add(ada, { type: 'email', value: ' Ada@Work.Example ' })
    expect([added.status, added.body.data]).toMatchObject([201, { type: 'EMAIL', value: 'ada@work.example', verified: true }])
    expect((await add(ada, { type: 'PHONE', value: '+44 (20) 7946-0018' })).body.data.value).toBe('+442079460018')
    expect((await write('ADA@work.example')).customer).toEqual({ id: ada.id, email: 'ada@example.com', name: 'Ada' })
    expect((await upsert('ada@work.example')).id).toBe(ada.id)
    for (const query of ['email=ada@work.example', 'q=work', 'q=7946']) expect(await find(query), query).toEqual([ada.id])
    expect(valuesOf(await get(ada))).toEqual(['ada@example.com', 'ada@work.example', '+442079460018'])
    const { body } = await tenant.api<{ type: string; data: { object: Customer; previous: Partial<Customer> } }[]>(
      'GET',
      '/events?types=customer.identified',
    )
    expect(body.data.map(({ data }) => [valuesOf(data.object).length, data.previous.identities?.length])).toEqual([
      [2, 1],
      [3, 2],
    ])
  })

  it('belongs to one customer only', async () => {
    const [grace, other] = [await upsert('grace@example.com'), await upsert('other@example.com')]
    await add(grace, { type: 'EMAIL', value: 'grace@navy.example' })
    await add(grace, { type: 'SLACK', value: 'U1' })
    const refused = async (body: object) => {
      const { status, body: reply } = await add(other, body)
      return [status, reply.error?.code, reply.error?.details?.[0]?.field]
    }
    const taken = [409, 'SVC-CATALOG-DUPLICATE', 'value']
    for (const value of ['grace@example.com', 'grace@navy.example'])
      for (const verified of [true, false]) expect(await refused({ type: 'EMAIL', value, verified }), value).toEqual(taken)
    expect(await refused({ type: 'SLACK', value: 'U1' })).toEqual(taken)
    expect((await add(other, { type: 'EXTERNAL', value: 'U1' })).status, 'of another type').toBe(201)
    expect(await refused({ type: 'PHONE', value: '0171 123' })).toEqual([400, 'SVC-VALIDATION-FAILED', 'value'])
    expect(await refused({ type: 'EMAIL', value: 'nobody' })).toEqual([400, 'SVC-VALIDATION-FAILED', 'value'])
  })

  it('leads to nobody while it is unverified, and after it was removed', async () => {
    const typed = await upsert('typed@example.com')
    await add(typed, { type: 'EMAIL', value: 'claimed@example.com', verified: false })
    expect((await write('claimed@example.com')).customer.id).not.toBe(typed.id)
    const { data } = (await add(typed, { type: 'EMAIL', value: 'second@example.com' })).body
    const removed = await remove(typed, data.id)
    expect([removed.status, removed.body.data]).toEqual([200, data])
    expect(valuesOf(await get(typed))).toEqual(['typed@example.com', 'claimed@example.com'])
    expect([await find('q=second'), await find('email=second@example.com')]).toEqual([[], []])
    expect((await write('second@example.com')).customer.id).not.toBe(typed.id)
    const missing = await remove(typed, data.id)
    expect([missing.status, missing.body.error?.code]).toEqual([404, 'SVC-CUSTOMER-IDENTITY_NOT_FOUND'])
    const primary = await remove(typed, typed.identities[0]?.id ?? '')
    expect([primary.status, primary.body.error?.code]).toEqual([409, 'SVC-CUSTOMER-PRIMARY_ADDRESS'])
  })

  it('swaps with the first address, and moves to the target of a merge', async () => {
    const [target, source] = [await upsert('target@example.com'), await upsert('source@example.com')]
    await add(source, { type: 'EMAIL', value: 'alias@example.com' })
    await add(source, { type: 'PHONE', value: '+4930123456' })
    const { body } = await tenant.api<Customer>('PATCH', `/customers/${source.id}`, { body: { email: 'alias@example.com' } })
    expect(valuesOf(body.data)).toEqual(['alias@example.com', 'source@example.com', '+4930123456'])
    await tenant.skein.mergeCustomer({ path: { id: target.id }, body: { sourceIds: [source.id] } })
    const merged = await get(target)
    expect(valuesOf(merged).toSorted()).toEqual(['+4930123456', 'alias@example.com', 'source@example.com', 'target@example.com'])
    expect(valuesOf(await get(source))).toEqual(['alias@example.com'])
    for (const email of ['alias@example.com', 'source@example.com']) expect((await write(email)).customer.id, email).toBe(target.id)
    expect([await find('q=4930123456'), await find('q=alias')]).toEqual([[target.id], [target.id]])
  })
})

it('a customer without an address is not found by the invalid one', async () => {
  const customer = await upsert('soon-gone@example.com')
  const email = `${customer.id}@unknown.invalid`
  const { body } = await tenant.api<Customer>('PATCH', `/customers/${customer.id}`, { body: { email } })
  expect(body.data).toMatchObject({ email, hasEmail: false, identities: [] })
  expect([await find('q=unknown'), await find('q=gone')]).toEqual([[], []])
  const given = await tenant.api<Customer>('PATCH', `/customers/${customer.id}`, { body: { email: 'again@example.com' } })
  expect(given.body.data).toMatchObject({ hasEmail: true, identities: [{ value: 'again@example.com' }] })
})
