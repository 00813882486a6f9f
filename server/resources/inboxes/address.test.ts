/** The address of an inbox must be what its type requires. */
import { describe, expect, it } from 'vitest'
import { statement } from '#platform/db.ts'
import { parseTypeId } from '#platform/ids.ts'
import { setUpTenant } from '../../../test/support/service.ts'

const { service, tenant } = await setUpTenant()

const telephones = {
  good: ['+4930901820', '+12', '+123456789012345'],
  bad: ['support@example.com', '030 901820', '4930901820', '+0301', '+49 30 901820', '+1234567890123456', '+49x'],
}
const cases: Record<string, { good: string[]; bad: string[] }> = {
  EMAIL: { good: ['support@example.com', 'hilfe@bücher.example'], bad: ['support', '+4930901820', 'a b@example.com', '#support'] },
  SMS: telephones,
  VOICE: telephones,
  WHATSAPP: telephones,
  TELEGRAM: { good: ['@acme_support_bot', '@Acme2bot'], bad: ['acme_bot', '@a', '@acme bot', '@2acme_bot', 'https://t.me/acme_bot'] },
  SLACK: { good: ['#support', '#hilfe-für-alle', 'C0123ABCD'], bad: ['support team', 'support@example.com', '#', '# support'] },
  WIDGET: {
    good: ['https://example.com/shop', 'example.com', 'http://localhost:8080'],
    bad: ['javascript:alert(1)', 'a b', 'https://', 'support@example.com'],
  },
  API: { good: ['orders', 'Order system 2'], bad: [' orders', 'a\nb', 'a\u200bb', '\u0007'] },
}

describe.each(Object.entries(cases))('%s', (type, { good, bad }) => {
  const create = (address: string) =>
    tenant.api<{ id: string; address: string }>('POST', '/inboxes', { body: { name: `${type} ${address}`.trim(), type, address } })

  it.each(good)('accepts %j, on creation and on a change', async (address) => {
    const made = await create(address)
    expect([made.status, made.body.data?.address], made.text).toEqual([201, address])
    const path = `/inboxes/${made.body.data.id}`
    expect((await tenant.api('PATCH', path, { body: { address: null } })).status).toBe(200)
    const changed = await tenant.api<{ address: string }>('PATCH', path, { body: { address } })
    expect([changed.status, changed.body.data.address]).toEqual([200, address])
    await tenant.api('PATCH', path, { body: { active: false } })
  })

  it.each(bad)('refuses %j, says what it should be, and keeps the old address', async (address) => {
    const key = `${type} ${JSON.stringify(address)}`.replaceAll(/[^!-~]/g, '')
    const body = { name: 'Refused', type, address }
    const refused = await tenant.api('POST', '/inboxes', { body, headers: { 'idempotency-key': key } })
    expect([refused.status, refused.body.error?.details]).toEqual([
      400,
      [{ field: 'address', code: 'INVALID_FORMAT', message: expect.stringMatching(/^must be /) }],
    ])
    const corrected = await tenant.api('POST', '/inboxes', { body: { ...body, address: good[0] }, headers: { 'idempotency-key': key } })
    expect(corrected.status, 'the refusal is not stored under the key').toBe(201)
    const path = corrected.headers.location?.replace('/api/v1', '') ?? ''
    const change = await tenant.api('PATCH', path, { body: { address } })
    expect([change.status, change.body.error?.details?.[0]?.field]).toEqual([400, 'address'])
    expect((await tenant.api<{ address: string }>('GET', path)).body.data.address).toBe(good[0])
    // Free the address for the next case.
    expect((await tenant.api('PATCH', path, { body: { active: false } })).status).toBe(200)
  })
})

it('an e-mail address is stored in its normal form', async () => {
  const made = await tenant.api<{ address: string }>('POST', '/inboxes', {
    body: { name: 'Help', type: 'EMAIL', address: 'Help@XN--BCHER-KVA.example' },
  })
  expect(made.body.data.address).toBe('help@bücher.example')
})

describe('an address of two active inboxes', () => {
  type Inbox = { id: string; address: string; signature: string }
  const create = (body: object) => tenant.api<Inbox>('POST', '/inboxes', { body: { name: 'One', type: 'SLACK', ...body } })
  const change = (id: string, body: object) => tenant.api<Inbox>('PATCH', `/inboxes/${id}`, { body })
  const taken = [409, 'SVC-CATALOG-DUPLICATE', [{ field: 'address', code: 'TAKEN', message: 'belongs to another active inbox' }]]
  const refusal = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.error?.code, body.error?.details]

  it('is refused in any letter case, on creation, on a change and on activation', async () => {
    const first = (await create({ name: 'First', address: '#sales' })).body.data
    const refused = await create({ address: '#SALES' })
    expect(refusal(refused)).toEqual(taken)
    expect(refused.body.error?.message).toContain('“First”')
    const other = (await create({ address: '#other' })).body.data
    expect(refusal(await change(other.id, { address: '#Sales' }))).toEqual(taken)
    const asleep = await create({ address: '#sales', active: false })
    expect(asleep.status).toBe(201)
    expect(refusal(await change(asleep.body.data.id, { active: true }))).toEqual(taken)
    // An inbox's own address in another letter case is no conflict, and a released address can be used again.
    expect((await change(first.id, { address: '#Sales' })).status).toBe(200)
    await change(first.id, { active: false })
    expect((await change(asleep.body.data.id, { active: true })).status).toBe(200)
  })

  it('is allowed when the types differ: a telephone number may take calls and messages', async () => {
    for (const type of ['SMS', 'VOICE', 'WHATSAPP']) expect((await create({ type, address: '+15550001' })).status, type).toBe(201)
  })

  it('goes to one of several concurrent requests', async () => {
    const responses = await Promise.all(['#race', '#Race', '#RACE', '#rAce'].map(async (address) => create({ address })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  })

  it('from an earlier version stays, and its inboxes can be changed', async () => {
    const [first, second] = [(await create({ address: '#old' })).body.data, (await create({ address: '#OLD', active: false })).body.data]
    await service.db.rows(
      statement<{ id: string }, object>('/* across tenants: a test */ update inboxes set active = true where id = :id::uuid'),
      { id: parseTypeId('inb', second.id) ?? '' },
    )
    for (const { id } of [first, second])
      expect((await change(id, { signature: 'Bye', active: true })).body.data).toMatchObject({ signature: 'Bye' })
    expect(refusal(await change(second.id, { address: '#old' }))).toEqual(taken)
  })
})
