/** Search by the values of custom fields of threads and customers. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CustomField, Thread } from '../../../client/index.ts'
import { setUpService, type TestTenant } from '../../../test/support/service.ts'
import { indexTexts } from './index-texts.ts'

const service = await setUpService()

const plans = [
  { value: 'pro', label: 'Professional' },
  { value: 'ent', label: 'Große Firma' },
]

async function setUp(): Promise<TestTenant & { planId: string }> {
  const tenant = await service.createTenant()
  const define = async (body: object) => (await tenant.api<CustomField>('POST', '/custom-fields', { body })).body.data.id
  const planId = await define({ key: 'plan', name: 'Plan', appliesTo: 'THREAD', type: 'SELECT', options: plans })
  await define({ key: 'tags', name: 'Tags', appliesTo: 'THREAD', type: 'MULTISELECT', options: plans })
  await define({ key: 'plan', name: 'Plan', appliesTo: 'CUSTOMER', type: 'SELECT', options: [{ value: 'pro', label: 'Gold' }] })
  return Object.assign(tenant, { planId })
}
async function make(tenant: TestTenant, title: string, customFields: object = {}, email = 'ada@example.com'): Promise<string> {
  const body = { title, body: 'Hello', requester: { email }, customFields }
  const made = await tenant.api<Thread & { threadId: string }>('POST', '/threads', { body })
  expect(made.status, made.text).toBe(201)
  return made.body.data.threadId
}
const search = (tenant: TestTenant, q: string) => tenant.skein.listThreads({ query: { q } })
const find = async (tenant: TestTenant, q: string) => (await search(tenant, q)).data.map(({ subject }) => subject)
const index = (batch?: number) =>
  indexTexts(service.db, { eager: true, ...(batch ? { batchSize: { events: batch, threads: batch, messages: batch } } : {}) })

describe.each([
  ['before the index has read them', () => Promise.resolve()],
  ['after it has', () => index()],
])('values of custom fields, %s', (_, settle) => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await setUp()
    await make(tenant, 'Text', { order: 'Zebra-4711 Übersee', seats: 12.5, paid: true, since: '2026-03-04' })
    await make(tenant, 'Choice', { plan: 'pro', tags: ['ent', 'pro'] })
    const customer = (
      await tenant.skein.upsertCustomer({ body: { email: 'bob@example.com', customFields: { region: 'Nordwest', plan: 'pro' } } })
    ).data
    expect(customer.customFields).toMatchObject({ region: 'Nordwest' })
    await make(tenant, 'Customer', {}, 'bob@example.com')
    await settle()
  })

  it.each([
    ['zebra-4711', ['Text']],
    ['ubersee', ['Text']],
    ['12.5', ['Text']],
    ['2026-03-04', ['Text']],
    ['true', []],
    ['professional', ['Choice']],
    ['"grosse firma"', ['Choice']],
    ['ent', ['Choice']],
    ['pro', ['Customer', 'Choice']],
    ['gold', ['Customer']],
    ['nordw*', ['Customer']],
    ['hello -nordwest', ['Choice', 'Text']],
  ])('%s finds %j', async (q, subjects) => {
    expect(await find(tenant, q)).toEqual(subjects)
  })

  it('are highlighted with their key', async () => {
    const matches = async (q: string) => (await search(tenant, q)).meta.highlights?.[0]?.matches
    expect(await matches('zebra')).toEqual([
      { field: 'customField', messageId: null, fieldKey: 'order', text: 'Zebra-4711 Übersee', ranges: [{ start: 0, end: 5 }] },
    ])
    expect(await matches('firma')).toMatchObject([{ field: 'customField', fieldKey: 'tags', text: 'Große Firma' }])
    expect(await matches('gold')).toMatchObject([{ field: 'customerField', fieldKey: 'plan', text: 'Gold' }])
  })

  it('of a customer are not shown to a key that cannot read customers', async () => {
    const { data: key } = await tenant.skein.createApiKey({ body: { name: 'Threads', scopes: ['threads:read'] } })
    const { body } = await tenant.api<Thread[]>('GET', '/threads?q=gold', { key: key.key })
    expect(body.meta).toMatchObject({ total: 1, highlights: [{ matches: [] }] })
    expect((await search(tenant, 'gold')).meta.highlights).toMatchObject([{ matches: [{ text: 'Gold' }] }])
  })

  it('are found as they are after a change, and no longer as they were', async () => {
    const id = await make(tenant, 'Changing', { order: 'quagga' })
    await settle()
    await tenant.skein.updateThread({ path: { id }, body: { customFields: { order: 'okapi' } } })
    expect([await find(tenant, 'quagga'), await find(tenant, 'okapi')]).toEqual([[], ['Changing']])
    await settle()
    expect([await find(tenant, 'quagga'), await find(tenant, 'okapi')]).toEqual([[], ['Changing']])
    await tenant.api('PATCH', `/threads/${id}`, { body: { customFields: { order: null } } })
    expect(await find(tenant, 'okapi')).toEqual([])
  })
})

it('an option is found by its new label once the index has read the threads again', async () => {
  const tenant = await setUp()
  for (const n of [1, 2, 3]) await make(tenant, `Thread ${n}`, n === 2 ? {} : { plan: 'pro' })
  await index()
  const options = [{ value: 'pro', label: 'Business' }, plans[1]]
  expect((await tenant.api('PATCH', `/custom-fields/${tenant.planId}`, { body: { options } })).status).toBe(200)
  await index(1)
  expect([await find(tenant, 'business'), await find(tenant, 'professional')]).toEqual([['Thread 3', 'Thread 1'], []])
})

it('threads from before the index had custom fields are read after the upgrade', async () => {
  const tenant = await setUp()
  for (const n of [1, 2, 3]) await make(tenant, `Old ${n}`)
  await index()
  // The index as the earlier version left it, and as the migration marks it.
  await service.db.script(`update threads set custom_fields = '{"order": "heirloom"}' where tenant_id = '${tenant.tenantId}' and public_number <> 2;
    update search_cursors set heads_upto = 3 where tenant_id = '${tenant.tenantId}'`)
  expect(await find(tenant, 'heirloom')).toEqual([])
  await index(2)
  expect(await find(tenant, 'heirloom')).toEqual(['Old 3', 'Old 1'])
})
