import { describe, expect, it } from 'vitest'
import type { Customer, Thread } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

const readEvents = statement<{ tenantId: string; email: string }, { type: string; previous: object | null }>(
  `select type, previous from events where tenant_id = :tenantId::uuid and object ->> 'email' = :email order by sequence`,
)
const getEvents = (email: string) => service.db.rows(readEvents, { tenantId: tenant.tenantId, email })
const upsert = (body: object, headers: Record<string, string> = {}) => tenant.api<Customer>('POST', '/customers', { body, headers })
const total = async () => (await tenant.api('GET', '/customers?limit=1')).body.meta.total

describe('upserting a customer', () => {
  it('creates one customer for an address, whatever its letter case, and then finds it', async () => {
    const made = await upsert({ email: 'Ada@Example.com', name: 'Ada' })
    const found = await upsert({ email: 'aDA@example.COM' })
    expect([made.status, found.status]).toEqual([201, 200])
    expect(made.headers.location).toBe(`/api/v1/customers/${made.body.data.id}`)
    expect(found.body.data).toEqual(made.body.data)
    expect(made.body.data).toMatchObject({ email: 'ada@example.com', name: 'Ada', externalId: null, customFields: {} })
  })

  it('changes only what is sent; custom fields merge and null removes one', async () => {
    await upsert({ email: 'bob@example.com', name: 'Bob', externalId: 'b-1', customFields: { plan: 'pro', seats: 3, gone: null } })
    const { body } = await upsert({ email: 'bob@example.com', customFields: { plan: null, region: 'eu' } })
    expect(body.data).toMatchObject({ name: 'Bob', externalId: 'b-1', customFields: { seats: 3, region: 'eu' } })
  })

  it('emits an event with previous values for each change, and none without a change', async () => {
    const email = 'eve@example.com'
    await upsert({ email })
    await upsert({ email, name: 'Eve', customFields: { plan: 'pro' } })
    const before = await tenant.api<Customer>('GET', `/customers?email=${email}`)
    const again = await upsert({ email, name: 'Eve', customFields: { plan: 'pro', absent: null } })
    expect([again.status, again.body.data]).toEqual([200, before.body.data[0 as never]])
    expect(await getEvents(email)).toEqual([
      { type: 'customer.created', previous: null },
      { type: 'customer.updated', previous: { name: null, customFields: {} } },
    ])
  })

  it('refuses the external id of another customer and changes nothing', async () => {
    await upsert({ email: 'first@example.com', externalId: 'taken' })
    const before = await total()
    const { status, body } = await upsert({ email: 'second@example.com', externalId: 'taken' })
    expect([status, body.error?.code, body.error?.details?.[0]?.field]).toEqual([409, 'SVC-CATALOG-DUPLICATE', 'externalId'])
    expect(await total()).toBe(before)
  })

  it('leaves a customer with at most 100 custom fields, however they were added', async () => {
    const fields = (first: number) => Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field_${first + i}`, i]))
    await upsert({ email: 'many@example.com', customFields: fields(0) })
    const { status, body } = await upsert({ email: 'many@example.com', customFields: fields(60) })
    expect([status, body.error?.code]).toEqual([400, 'SVC-VALIDATION-FAILED'])
  })

  it('creates one customer when twenty concurrent requests use one new address', async () => {
    const before = await total()
    for (const email of ['race-1@example.com', 'race-2@example.com']) {
      const getHeaders = (i: number): Record<string, string> => (email === 'race-2@example.com' ? { 'idempotency-key': `race-${i}` } : {})
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) => upsert({ email, externalId: email, customFields: { [`f${i}`]: i } }, getHeaders(i))),
      )
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array<number>(19).fill(200), 201])
      expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1)
      const { body } = await tenant.api<Customer[]>('GET', `/customers?externalId=${email}`)
      expect(Object.keys(body.data[0]?.customFields ?? {})).toHaveLength(20)
    }
    expect(await total()).toBe(before + 2)
  })

  it('keeps a name that a new thread does not send', async () => {
    await upsert({ email: 'quiet@example.com', name: 'Quiet' })
    await tenant.skein.createThread({ body: { title: 'Hello', body: 'Hi', requester: { email: 'Quiet@example.com' } } })
    const { body } = await tenant.api<Customer[]>('GET', '/customers?email=quiet@example.com')
    expect(body.data).toMatchObject([{ name: 'Quiet' }])
  })
})

describe('changing a customer', () => {
  it('refuses the address of another customer, and accepts null to clear a field', async () => {
    await upsert({ email: 'one@example.com' })
    const { id } = (await upsert({ email: 'two@example.com', name: 'Two', externalId: 't-2' })).body.data
    const refused = await tenant.api('PATCH', `/customers/${id}`, { body: { email: 'ONE@example.com' } })
    expect([refused.status, refused.body.error?.code, refused.body.error?.details?.[0]?.field]).toEqual([
      409,
      'SVC-CATALOG-DUPLICATE',
      'email',
    ])
    const cleared = await tenant.api<Customer>('PATCH', `/customers/${id}`, {
      body: { email: 'Deux@example.com', name: null, externalId: null },
    })
    expect(cleared.body.data).toMatchObject({ email: 'deux@example.com', name: null, externalId: null })
    expect(await getEvents('deux@example.com')).toEqual([
      { type: 'customer.updated', previous: { email: 'two@example.com', name: 'Two', externalId: 't-2' } },
    ])
  })

  it('applies to the version in If-Match or not at all', async () => {
    const made = await upsert({ email: 'tag@example.com' })
    const path = `/customers/${made.body.data.id}`
    const headers = { 'if-match': made.headers.etag ?? '' }
    const first = await tenant.api('PATCH', path, { body: { name: 'First' }, headers })
    const second = await tenant.api('PATCH', path, { body: { name: 'Second' }, headers })
    const upserted = await upsert({ email: 'tag@example.com', name: 'Third' }, headers)
    expect([first.status, second.status, upserted.status]).toEqual([200, 412, 412])
    expect((await tenant.api<Customer>('GET', path)).body.data.name).toBe('First')
  })
})

describe('the threads of a customer', () => {
  it('are only those of this customer, newest first; an unknown customer is not found', async () => {
    const write = (email: string, title: string) => tenant.api('POST', '/threads', { body: { title, body: 'Hi', requester: { email } } })
    await write('writer@example.com', 'One')
    await write('other@example.com', 'Not mine')
    await write('writer@example.com', 'Two')
    const { id } = (await upsert({ email: 'writer@example.com' })).body.data
    const silent = (await upsert({ email: 'silent@example.com' })).body.data
    const { body } = await tenant.api<Thread[]>('GET', `/customers/${id}/threads`)
    expect([body.data.map(({ subject }) => subject), body.meta]).toEqual([['Two', 'One'], { cursor: '', hasMore: false, total: 2 }])
    expect((await tenant.api('GET', `/customers/${silent.id}/threads`)).body).toMatchObject({ data: [], meta: { total: 0 } })
    const absent = await tenant.api('GET', '/customers/cst_01k2w3t5q7e0r9vbx4m6n8h2dz/threads')
    expect([absent.status, absent.body.error?.code]).toEqual([404, 'SVC-CUSTOMER-NOT_FOUND'])
  })
})
