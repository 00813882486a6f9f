/** Filters on custom fields of threads: in lists, searches, views, counts and batches. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { CreatedThread, CustomField, Thread, View } from '../../../../client/index.ts'
import { setUpTenant, type TestTenant } from '../../../../test/support/service.ts'

const fields = [
  { key: 'plan', type: 'SELECT', options: [{ value: 'free' }, { value: 'pro' }] },
  { key: 'areas', type: 'MULTISELECT', options: [{ value: 'billing' }, { value: 'export' }] },
  { key: 'seats', type: 'NUMBER' },
  { key: 'vip', type: 'BOOLEAN' },
  { key: 'due', type: 'DATE' },
  { key: 'order_no', type: 'TEXT' },
  { key: 'page', type: 'URL' },
]
const createField = (of: TestTenant, field: object) =>
  of.api<CustomField>('POST', '/custom-fields', { body: { name: 'Field', appliesTo: 'THREAD', ...field } })
const create = async (title: string, customFields: object, of = tenant): Promise<string> => {
  const body = { title, body: 'b', requester: { email: 'a@example.com' }, customFields }
  return (await of.api<CreatedThread>('POST', '/threads', { body })).body.data.threadId
}
const { service, tenant } = await setUpTenant()
for (const field of fields) expect((await createField(tenant, { ...field, name: field.key })).status).toBe(201)

async function find(query: string, of = tenant): Promise<string[]> {
  const { status, text, body } = await of.api<{ id: string }[]>(
    'GET',
    `/threads?${query.includes('sort=') ? '' : 'sort=createdAt&'}${query}`,
  )
  expect(status, text).toBe(200)
  expect(body.meta.total, query).toBe(body.data.length)
  return body.data.map(({ id }) => id)
}
async function getError(query: string, of = tenant) {
  const { status, body } = await of.api('GET', `/threads?${query}`)
  return [status, body.error?.details?.map(({ field, code, message }) => `${field} ${code}: ${message}`).join('; ')]
}

describe('threads', () => {
  let first: string
  let second: string
  beforeAll(async () => {
    const page = 'https://example.com/a?b=c&d'
    const every = { plan: 'pro', areas: ['billing', 'export'], seats: 5, vip: false, due: '2026-03-04', order_no: 'A 1', page }
    first = await create('first', every)
    second = await create('second', { plan: 'pro', areas: ['export'], seats: 0.5, vip: true, order_no: '5' })
    await create('none', {})
    await create('undefined key', { color: 'pro' })
    // The index hashes values together with the tenant, so equal values of another tenant must not match.
    const other = await service.createTenant()
    for (const field of fields) await createField(other, { ...field, name: field.key })
    await create('other', every, other)
  })

  it.each([
    ['plan', 'pro', [1, 2]],
    ['plan', 'free', []],
    ['areas', 'export', [1, 2]],
    ['areas', 'billing', [1]],
    ['seats', '5', [1]],
    ['seats', '5.0', [1]],
    ['seats', '0.5', [2]],
    ['vip', 'false', [1]],
    ['vip', 'true', [2]],
    ['due', '2026-03-04', [1]],
    ['order_no', 'A 1', [1]],
    ['order_no', '5', [2]],
    ['order_no', 'a 1', []],
    ['page', 'https://example.com/a?b=c&d', [1]],
  ] as const)('are found by %s = %s', async (key, value, expected) => {
    const found = await find(`customFields[${key}]=${encodeURIComponent(value)}`)
    expect(found).toEqual(expected.map((n) => (n === 1 ? first : second)))
  })

  it.each(fields.map(({ key }) => key))('are found by having no %s', async (key) => {
    const all = await find('')
    for (const blank of ['', ' ', '\u00a0\u200b']) {
      const found = await find(`customFields[${key}]=${encodeURIComponent(blank)}`)
      expect(found).toEqual(all.filter((id) => id !== first && (id !== second || ['due', 'page'].includes(key))))
    }
  })

  it.each(fields.map(({ key }) => key))('are found by having any %s', async (key) => {
    const found = await find(`customFields[${key}]=*`)
    expect(found).toEqual(['due', 'page'].includes(key) ? [first] : [first, second])
    expect(await find(`customFields[${key}]=*&sort=-updatedAt&status=open`)).toEqual(found.toReversed())
  })

  it('whose text shows nothing count as having no value', async () => {
    const blank = await create('blank', { order_no: ' \t\u3000' })
    const empty = await create('empty', { order_no: '', areas: [] })
    expect(await find('customFields[order_no]=&status=open')).toEqual(expect.arrayContaining([blank, empty]))
    expect(await find('customFields[areas]=&customFields[order_no]=')).toContain(empty)
    for (const id of [blank, empty]) await tenant.api('PATCH', `/threads/${id}`, { body: { customFields: { order_no: 'B' } } })
    expect(await find('customFields[order_no]=B')).toEqual([blank, empty])
    expect(await find('customFields[order_no]=')).not.toContain(blank)
  })

  it('are found by several fields, together with other filters and with a search', async () => {
    expect(await find('customFields[plan]=pro&customFields[vip]=true')).toEqual([second])
    expect(await find('customFields%5Bplan%5D=pro&status=open&q=first')).toEqual([first])
    expect(await find('customFields[plan]=pro&status=closed')).toEqual([])
    expect(await find('customFields[plan]=pro&updatedAfter=2020-01-01T00:00:00Z&assigneeId=none')).toEqual([first, second])
    const { data, meta } = await tenant.skein.listThreads({ query: { customFields: { plan: 'pro', seats: 5 }, limit: 1 } })
    expect([data.map(({ id }) => id), meta.total]).toEqual([[first], 1])
  })

  it('are paged, and a cursor is valid only for the same values', async () => {
    const page = await tenant.skein.listThreads({ query: { customFields: { plan: 'pro' }, limit: 1 } })
    expect([page.data.map(({ id }) => id), page.meta.total, page.meta.hasMore]).toEqual([[second], 2, true])
    const next = await tenant.skein.listThreads({ query: { customFields: { plan: 'pro' }, limit: 1, cursor: page.meta.cursor } })
    expect(next.data.map(({ id }) => id)).toEqual([first])
    const { status } = await tenant.api('GET', `/threads?customFields[plan]=free&cursor=${page.meta.cursor}`)
    expect(status).toBe(400)
  })

  it('are found by current values, even of an archived option or field', async () => {
    const { body } = await createField(tenant, { key: 'stage', name: 'Stage', type: 'SELECT', options: [{ value: 'a' }, { value: 'b' }] })
    const id = await create('staged', { stage: 'a' })
    await tenant.skein.updateThread({ path: { id }, body: { customFields: { stage: 'b' } } })
    expect([await find('customFields[stage]=a'), await find('customFields[stage]=b')]).toEqual([[], [id]])
    await tenant.skein.updateCustomField({ path: { id: body.data.id }, body: { options: [{ value: 'a' }] } })
    expect(await find('customFields[stage]=b')).toEqual([id])
    await tenant.skein.deleteCustomField({ path: { id: body.data.id } })
    expect(await find('customFields[stage]=b')).toEqual([id])
    await tenant.skein.updateThread({ path: { id }, body: { customFields: { stage: null } } })
    expect(await find('customFields[stage]=b')).toEqual([])
  })
})

describe('an invalid filter is refused', () => {
  it.each([
    ['customFields[pln]=pro', 'customFields.pln UNKNOWN_CUSTOM_FIELD: is not a custom field of threads; did you mean plan?'],
    ['customFields[plan]=gold', 'customFields.plan NOT_AN_OPTION: gold cannot be chosen; the options are free, pro'],
    ['customFields[areas]=gold', 'customFields.areas NOT_AN_OPTION: gold cannot be chosen; the options are billing, export'],
    ['customFields[seats]=many', 'customFields.seats WRONG_TYPE: must be a number'],
    ['customFields[vip]=yes', 'customFields.vip WRONG_TYPE: must be true or false'],
    ['customFields[due]=2026-02-30', 'customFields.due WRONG_TYPE: must be a day such as 2026-03-04'],
    ['customFields[page]=example.com', 'customFields.page WRONG_TYPE: must be an http or https address'],
    ['customFields=pro', 'customFields WRONG_TYPE: must be object'],
    ['customFields[plan]=pro&customFields=x', 'customFields REPEATED: must be sent as customFields[…]'],
    ['customFields[plan]=pro&customFields[plan]=free', 'customFields[plan] REPEATED: must be sent only once'],
  ])('%s', async (query, expected) => {
    expect(await getError(query)).toEqual([400, expected])
  })

  it('for a field of another tenant or of customers', async () => {
    const other = await service.createTenant()
    await createField(other, { key: 'secret', name: 'Secret', type: 'TEXT' })
    await createField(tenant, { key: 'tier', name: 'Tier', type: 'TEXT', appliesTo: 'CUSTOMER' })
    for (const key of ['secret', 'tier'])
      expect(await getError(`customFields[${key}]=x`)).toEqual([
        400,
        `customFields.${key} UNKNOWN_CUSTOM_FIELD: is not a custom field of threads`,
      ])
    for (const key of ['', 'PLAN', '__proto__', 'plan][x']) expect((await getError(`customFields[${key}]=x`))[0], key).toBe(400)
  })
})

it('views and batches take the same filter', async () => {
  const own = await service.createTenant()
  for (const field of fields) await createField(own, { ...field, name: field.key })
  const id = await create('pro', { plan: 'pro', seats: 5 }, own)
  await create('free', { plan: 'free', seats: 5 }, own)
  const filters = { customFields: { plan: 'pro', seats: 5 } }
  const made = await own.api<View>('POST', '/views', { body: { name: 'Pro', filters } })
  expect(made.body.data.filters).toEqual(filters)
  const shown = await own.api<Thread[]>('GET', `/views/${made.body.data.id}/threads`)
  expect(shown.body.data.map((thread) => thread.id)).toEqual([id])
  expect((await own.skein.countViews()).data).toMatchObject([{ total: 1, unread: 1, error: null }])
  const areas = await create('areas', { areas: ['billing', 'export'] }, own)
  const listed = await own.api<View>('POST', '/views', { body: { name: 'Billing', filters: { customFields: { areas: 'billing' } } } })
  expect((await own.skein.listViewThreads({ path: { id: listed.body.data.id } })).data).toMatchObject([{ id: areas }])
  const counts = (await own.skein.countViews()).data
  expect(counts.find(({ viewId }) => viewId === listed.body.data.id)).toMatchObject({ total: 1, unread: 1, error: null })
  const wrong = await own.api('POST', '/views', { body: { name: 'Gold', filters: { customFields: { plan: 'gold' } } } })
  expect([wrong.status, wrong.body.error?.details?.[0]?.field]).toEqual([400, 'filters.customFields.plan'])

  const changes = { priority: 'high' }
  const batch = (filter: object, expectedTotal: number) => own.api('POST', '/threads/batch', { body: { filter, expectedTotal, changes } })
  expect((await batch(filters, 2)).body.error?.details?.[0]?.message).toBe('1 threads match now')
  expect((await batch(filters, 1)).status).toBe(202)
  const refused = await batch({ customFields: { seats: 'many' } }, 1)
  expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, 'filter.customFields.seats'])
})
