/** Rows that belong to users: for callers who may not see a row, every operation responds as if it did not exist. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { Owned } from '#kit/owned.ts'
import type { Resource } from '#kit/resource.ts'
import { setUpTenant } from '../support/service.ts'
import { openQuery, fillPath, operations, plain, requestsOf } from './operations.ts'

type OwnedResource = Resource<{ id: string }, object> & { owned: Owned }
type Creator = Endpoint & { creates: OwnedResource }
// Safe because only resources are created.
const creators = operations.filter(({ creates }) => (creates as OwnedResource | null)?.owned) as Creator[]

let ownersKey: string
let colleaguesKey: string
const { tenant } = await setUpTenant()
beforeAll(async () => {
  const body = { name: 'Ada', email: 'ada@example.com', role: 'AGENT', invite: false }
  const { id: userId } = (await tenant.api<{ id: string }>('POST', '/users', { body })).body.data
  ownersKey = (await tenant.keyFor(['write'])).key
  colleaguesKey = (await tenant.keyFor(['write'], { userId })).key
})

it('views, saved reports and canned responses belong to users', () => {
  expect(creators.map(({ operationId }) => operationId).toSorted()).toEqual(['createCannedResponse', 'createSavedReport', 'createView'])
})

describe.each(creators.map((creator) => [creator.creates.plural, creator] as const))('%s', (_, creator) => {
  const { owned, prefix, notFound, path } = creator.creates
  const onRow = operations.filter(({ params }) => params['id']?.prefix === prefix)
  const choices = plain(creator.body).properties?.[owned.field]?.enum ?? [true, false]
  const personal = choices.find((choice) => choice !== (owned.value ?? true))

  /** Creates a row that belongs to the owner. Returns its id. */
  const create = async (sharing: unknown): Promise<string> => {
    const { body } = await requestsOf(tenant).prepare(creator)
    const created = await tenant.api<{ id: string; ownerId: string }>('POST', path, {
      key: ownersKey,
      body: { ...Object(body), [owned.field]: sharing },
    })
    expect([created.status, created.body.data.ownerId], created.text).toEqual([201, tenant.ownerId])
    return created.body.data.id
  }
  const isListed = async (key: string, id: string): Promise<boolean> => {
    const { body } = await tenant.api<{ id: string }[]>('GET', `${openQuery(path)}limit=100`, { key })
    return body.data.some((row) => row.id === id)
  }
  const get = async (key: string, id: string): Promise<number> => (await tenant.api('GET', `${path}/${id}`, { key, mayFail: true })).status

  it('that are personal do not exist for colleagues, whatever the operation', async () => {
    const id = await create(personal)
    expect(onRow.length).toBeGreaterThanOrEqual(3)
    for (const endpoint of onRow) {
      const { body } = await requestsOf(tenant).prepare(endpoint)
      // A version error would reveal that the row exists.
      for (const headers of endpoint.method === 'GET' ? [{}] : [{}, { 'if-match': '"never"' }]) {
        const refused = await tenant.api(endpoint.method, fillPath(endpoint, { id }), { key: colleaguesKey, body, headers, mayFail: true })
        expect([refused.status, refused.body.error?.code], `${endpoint.operationId} ${refused.text}`).toEqual([404, notFound.code])
      }
    }
    expect(await isListed(colleaguesKey, id)).toBe(false)
  })
  it('that are personal are shown to their owner and to callers with the scope for all', async () => {
    const id = await create(personal)
    for (const key of [ownersKey, (await tenant.keyFor([owned.all])).key]) {
      expect(await get(key, id)).toBe(200)
      expect(await isListed(key, id)).toBe(true)
    }
    expect((await tenant.api('DELETE', `${path}/${id}`, { key: tenant.key })).status).toBe(200)
  })
  it('that are shared can be read and changed by colleagues', async () => {
    const id = await create(owned.value ?? true)
    expect(await get(colleaguesKey, id)).toBe(200)
    expect(await isListed(colleaguesKey, id)).toBe(true)
    await tenant.api('PATCH', `${path}/${id}`, { key: colleaguesKey, body: { [owned.field]: personal } })
    expect(await get(colleaguesKey, id)).toBe(404)
    expect(await isListed(colleaguesKey, id)).toBe(false)
  })
})
