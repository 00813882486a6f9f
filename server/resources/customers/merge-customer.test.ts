/** Merging customers: from the commit on, all data of a source belongs to the target, despite concurrent requests. */
import { describe, expect, it } from 'vitest'
import type { CreatedThread, Customer, Message } from '../../../client/index.ts'
import { statement } from '#platform/db.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import { until } from '../../../test/support/job-fixture.ts'
import { setUpTenant, type TestNode, type TestService } from '../../../test/support/service.ts'

let made = 0
const { service, tenant } = await setUpTenant()

const upsert = async (body: object) => (await tenant.api<Customer>('POST', '/customers', { body })).body.data
const customer = (more: object = {}) => upsert({ email: `c${++made}@example.com`, ...more })
const merge = (target: Customer, sources: Customer[], node: TestNode | TestService = service) =>
  node.api<Customer>('POST', `/customers/${target.id}/merge`, { key: tenant.key, body: { sourceIds: sources.map(({ id }) => id) } })
const get = async (id: string) => (await tenant.skein.getCustomer({ path: { id } })).data
const write = async (requester: object, title = 'T') =>
  (await tenant.api<CreatedThread>('POST', '/threads', { body: { title, body: 'm', requester } })).body.data
const getSubjects = async (path: string) => {
  const { data, meta } = (await tenant.api<{ subject: string }[]>('GET', path)).body
  expect(meta.total).toBe(data.length)
  return data.map(({ subject }) => subject).toSorted()
}
const total = async () => (await tenant.api('GET', '/customers?limit=1')).body.meta.total

/** Returns the number of threads and messages whose rows still refer to this customer. */
const named = statement<{ tenantId: Uuid; id: Uuid }, { n: number }>(`
  select (select count(*) from threads where tenant_id = :tenantId::uuid and customer_id = :id::uuid)
    + (select count(*) from messages where tenant_id = :tenantId::uuid and author_id = :id::uuid) as n`)
const getRows = async ({ id }: Customer) =>
  (await service.db.first(named, { tenantId: tenant.tenantId, id: parseTypeId('cst', id) ?? '' }))?.n

describe('a merged customer', () => {
  it('gives its threads, addresses and external ids to the target immediately', async () => {
    const target = await customer({ customFields: { plan: 'pro' } })
    const first = await customer({ externalId: 'crm-1', customFields: { plan: 'free', region: 'eu' } })
    const second = await customer({ name: 'Ada', externalId: 'crm-2', customFields: { region: 'us', seats: 3 } })
    for (const [who, title] of [
      [target, 'of the target'],
      [first, 'of the first'],
      [second, 'of the second'],
    ] as const)
      await write({ email: who.email }, title)
    const before = await total()
    const merged = await merge(target, [first, second])
    expect([merged.status, merged.headers.etag]).toEqual([200, '"2"'])
    const { email } = target
    const kept = { id: target.id, email, name: 'Ada', externalId: 'crm-1', customFields: { plan: 'pro', region: 'eu', seats: 3 } }
    expect(merged.body.data).toMatchObject({ ...kept, mergedInto: null })
    expect(await total()).toBe(before - 2)
    expect(await get(first.id)).toMatchObject({ email: first.email, externalId: null, mergedInto: target.id })
    expect(await get(second.id)).toMatchObject({ name: 'Ada', externalId: 'crm-2', mergedInto: target.id })
    const all = ['of the first', 'of the second', 'of the target']
    for (const { id } of [target, first])
      for (const path of [`/customers/${id}/threads`, `/threads?customerId=${id}`]) expect(await getSubjects(path), path).toEqual(all)
    for (const query of [`email=${first.email}`, `email=${second.email}`, 'externalId=crm-1', 'externalId=crm-2'])
      expect((await tenant.api<Customer[]>('GET', `/customers?${query}`)).body.data, query).toMatchObject([{ id: target.id }])
    const late = await write({ email: second.email, name: 'Ada King' }, 'late')
    expect(late.customer).toEqual({ id: target.id, email, name: 'Ada King' })
    const strict = { inboxId: tenant.inboxId, customerId: first.id, subject: 'by id', body: 'm' }
    expect((await tenant.skein.createThread({ body: strict })).data.customer.id).toBe(target.id)
    const { body: listed } = await tenant.api<CreatedThread[]>('GET', `/threads?q=${encodeURIComponent('"of the first"')}`)
    expect(listed.data.map((thread) => thread.customer)).toEqual([{ id: target.id, email, name: 'Ada King' }])
    expect((await tenant.api('GET', `/threads?q=${first.email}`)).body.meta.total, 'the search knows the target’s address').toBe(0)
    const replied = await tenant.api<Message>('POST', `/threads/${listed.data[0]?.id}/messages`, { body: { body: 'more' } })
    expect(replied.body.data.author).toEqual({ id: target.id, name: 'Ada King' })
    // A change to a source changes the target.
    expect(await upsert({ email: first.email, customFields: { plan: 'team' } })).toMatchObject({
      id: target.id,
      email,
      customFields: { plan: 'team' },
    })
    const patched = await tenant.api<Customer>('PATCH', `/customers/${second.id}`, { body: { name: 'Countess' } })
    expect(patched.body.data).toMatchObject({ id: target.id, email, name: 'Countess' })
  })

  it('has one event, and its threads change in rows and search when the job has run', async () => {
    const [target, source, last] = [await customer({ name: 'Tom Target' }), await customer({ name: 'Sid Source' }), await customer()]
    const thread = await write({ email: source.email }, 'following')
    await merge(target, [source])
    await merge(last, [target])
    service.startWorker()
    await until(async () => (await getRows(source)) === 0 && (await getRows(target)) === 0)
    expect(await get(source.id), 'a pointer leads to the one that has everything').toMatchObject({ mergedInto: last.id })
    const { body } = await tenant.api<CreatedThread & { version: number }>('GET', `/threads/${thread.threadId}`)
    expect(body.data).toMatchObject({ customer: { id: last.id, name: 'Tom Target' }, version: 1 })
    const messages = await tenant.api<Message[]>('GET', `/threads/${thread.threadId}/messages`)
    expect(messages.body.data).toMatchObject([{ author: { id: last.id } }])
    const found = async (q: string) => (await tenant.api('GET', `/threads?q=${q}`)).body.meta.total
    expect([await found('Sid'), await found(`following+${last.email}`)]).toEqual([0, 1])
    const events = (await tenant.api<{ type: string; data: { object: Customer; previous?: object } }[]>('GET', '/events?limit=100')).body
      .data
    const of = events
      .filter(({ data }) => [target.id, source.id, last.id].includes(data.object.id))
      .map(({ type, data }) => [type, data.object.mergedInto, Object.keys(data.previous ?? {}).toSorted()])
    expect(of.slice(3)).toEqual([
      ['customer.merged', target.id, ['mergedInto']],
      ['customer.updated', null, ['identities']],
      ['customer.merged', last.id, ['identities', 'mergedInto']],
      ['customer.updated', null, ['identities', 'name']],
    ])
    const audit = await tenant.api<{ action: string; before: object; after: object }[]>('GET', `/audit-logs?targetId=${last.id}&limit=1`)
    expect(audit.body.data).toMatchObject([
      { action: 'customer.merged', before: { name: null }, after: { name: 'Tom Target', sourceIds: [target.id] } },
    ])
  })

  it('gives its address and external id to the target, and still resolves to it', async () => {
    const [target, source, other] = [await customer({ externalId: 'own' }), await customer({ externalId: 'alias' }), await customer()]
    await merge(target, [source])
    const taken = await tenant.api('PATCH', `/customers/${other.id}`, { body: { email: source.email } })
    expect([taken.status, taken.body.error?.code]).toEqual([409, 'SVC-CATALOG-DUPLICATE'])
    const changed = await tenant.api<Customer>('PATCH', `/customers/${target.id}`, { body: { email: source.email, externalId: 'alias' } })
    expect(changed.body.data).toMatchObject({ id: target.id, email: source.email, externalId: 'alias' })
    for (const email of [target.email, source.email]) expect((await upsert({ email })).id).toBe(target.id)
    expect((await get(source.id)).email).toBe(target.email)
  })
})

describe('a customer merge is refused', () => {
  it('with itself, from or into a merged customer, and for unknown customers', async () => {
    const [a, b, c] = [await customer(), await customer(), await customer()]
    await merge(a, [b])
    const details = async (target: Customer, sources: Customer[]) => {
      const { status, body } = await merge(target, sources)
      return [status, ...(body.error?.details ?? []).map(({ field, code }) => `${field} ${code}`)]
    }
    expect(await details(a, [a, c])).toEqual([409, 'sourceIds[0] SAME_CUSTOMER'])
    expect(await details(c, [a, b, b])).toEqual([409, 'sourceIds[1] MERGED'])
    expect(await details(b, [c])).toEqual([409, 'id MERGED'])
    expect(await details(c, [{ ...a, id: 'cst_01k2w3t5q7e0r9vbx4m6n8h2dz' }])).toEqual([422, 'sourceIds[0] UNKNOWN'])
    expect(await get(c.id)).toEqual(c)
  })
})

/** Counts deadlocks since the database was created. Each costs its transactions a second, the time after which PostgreSQL looks for one. */
const deadlocks = statement<object, { n: number }>('select deadlocks as n from pg_stat_database where datname = current_database()')

describe('at the same moment, over two nodes', () => {
  it('one of two opposite merges succeeds, and no thread is lost or deadlocked', async () => {
    const second = await service.startNode()
    const before = await service.db.first(deadlocks, {})
    for (let round = 0; round < 15; round++) {
      const [a, b, c] = [await customer(), await customer(), await customer()]
      const getThread = (node: TestNode, { email }: Customer) =>
        node.api<CreatedThread>('POST', '/threads', {
          key: tenant.key,
          body: { title: 'T', body: 'm', requester: { email, name: `N${round}` } },
        })
      const upserted = (node: TestNode, { email }: Customer, field: string) =>
        node.api<Customer>('POST', '/customers', { key: tenant.key, body: { email, customFields: { [field]: round } } })
      const [ab, ba, chained, ...rest] = await Promise.all([
        merge(a, [b]),
        merge(b, [a], second),
        merge(c, [round % 2 ? a : b], second),
        getThread(service, a),
        getThread(second, b),
        getThread(second, a),
        upserted(service, b, 'x'),
        upserted(second, a, 'y'),
      ])
      expect([ab.status, ba.status, chained.status].every((status) => status === 200 || status === 409)).toBe(true)
      expect([ab.status, ba.status].filter((status) => status === 200).length, 'one way, or the other').toBeLessThanOrEqual(1)
      expect(rest.every(({ status }) => status < 300)).toBe(true)
      const all = await Promise.all([a, b, c].map(({ id }) => get(id)))
      const roots = all.filter(({ mergedInto }) => mergedInto === null)
      for (const { mergedInto } of all) expect([null, ...roots.map(({ id }) => id)]).toContain(mergedInto)
      const fields = Object.assign({}, ...roots.map(({ customFields }) => customFields)) as object
      expect(fields).toMatchObject({ x: round, y: round })
      const lists = await Promise.all(roots.map(({ id }) => tenant.api<CreatedThread[]>('GET', `/customers/${id}/threads`)))
      expect(lists.map(({ body }) => body.meta.total).reduce((sum, n) => sum + n, 0)).toBe(3)
      lists.forEach(({ body }, i) =>
        expect(new Set(body.data.map((thread) => thread.customer.id)).size, String(roots[i]?.id)).toBeLessThanOrEqual(1),
      )
    }
    expect(await service.db.first(deadlocks, {})).toEqual(before)
  })
})
