/** Concurrent writes to one object: no write is lost, and every response was true when it was committed. */
import { describe, expect, it } from 'vitest'
import { setUpTenant } from '../support/service.ts'
import { heldAtOnce, whileHeld } from './held-writes.ts'
import { isPersonal, mutations, named, operations, requestsOf } from './operations.ts'
import { getFields, isUnmakeable, valuesOf } from './values.ts'

type Item = Record<string, unknown>

// Each waiting write holds a connection, and a tenant gets about half of the pool (decision 59).
const { service, tenant } = await setUpTenant({ config: { databasePoolSize: 2 * heldAtOnce + 2 } })
const requests = requestsOf(tenant)

/**
 * Operations with several fields, an operation that reads them, and a version. Preferences have no version; me/get-me.test.ts tests them.
 */
const patches = mutations.filter(
  (endpoint) =>
    endpoint.method === 'PATCH' &&
    endpoint.etag === true &&
    getFields(endpoint).length > 1 &&
    operations.some((other) => other.method === 'GET' && other.path === endpoint.path),
)
/** Idempotent operations. */
const repeatable = mutations.filter(({ method, params }) => method !== 'POST' && Object.keys(params).length > 0)

it('the list of these operations is not empty', () => {
  expect(patches.length).toBeGreaterThan(4)
  expect(repeatable.length).toBeGreaterThan(patches.length)
})

describe.each(named(patches))('%s', (_, endpoint) => {
  it('keeps every concurrent change of a field, and the version counts all', async () => {
    const { path } = await requests.prepare(endpoint)
    const before = await tenant.api<Item>('GET', path)
    const bodies: Item[] = []
    for (const [name, schema] of getFields(endpoint)) {
      // The format of a text is derived from the text if its format field is missing, so the two fields are not independent.
      const isFormat = getFields(endpoint).some(([other]) => name === `${other}Format`)
      if (isUnmakeable(schema) || isFormat || bodies.length === heldAtOnce) continue
      const values = await valuesOf(name, schema, requests.make)
      const value = values.find((candidate) => !(name in before.body.data) || text(candidate) !== text(before.body.data[name]))
      // A write-only field, such as a secret, has no value to compare.
      if (value !== undefined) bodies.push({ [name]: value })
    }
    expect(bodies.length).toBeGreaterThan(1)
    const responses = await whileHeld(
      service,
      tenant.tenantId,
      bodies.map((body) => () => tenant.api<Item>('PATCH', path, { body })),
    )
    expect(responses.map((response) => (response.status === 200 ? 200 : response.text))).toEqual(bodies.map(() => 200))
    const after = await tenant.api<Item>('GET', path)
    // The write that commits last returns the result of all writes.
    const last = responses.toSorted((a, b) => getVersion(a) - getVersion(b)).at(-1)
    expect(last?.body.data).toEqual(after.body.data)
    for (const body of bodies) {
      const [[name = '', value] = []] = Object.entries(body)
      // The response contains the complete object even if the request contained only a part.
      if (name in after.body.data)
        expect(JSON.parse(text(after.body.data))).toMatchObject({ [name.toLowerCase()]: JSON.parse(text(value)) })
    }
    expect(new Set(responses.map(getVersion)).size).toBe(bodies.length)
    expect(getVersion(after)).toBe(getVersion(before) + bodies.length)
  })
})

function text(value: unknown): string {
  return JSON.stringify(value).toLowerCase()
}

function getVersion({ headers }: { headers: Readonly<Record<string, string>> }): number {
  return Number(headers.etag?.replaceAll('"', ''))
}

describe.each(named(repeatable))('%s', (_, endpoint) => {
  it('happens once when the same request arrives several times concurrently', async () => {
    const { path, body } = await requests.prepare(endpoint)
    // Audit rows of the first object in the path. A write may leave the row of another object, whose history it belongs to.
    const target = path.split('/').find((part) => /^[a-z]{3}_/.test(part)) ?? ''
    const countAuditRows = async () => (await tenant.api('GET', `/audit-logs?limit=1${target && `&targetId=${target}`}`)).body.meta.total
    const before = await countAuditRows()
    const responses = await whileHeld(
      service,
      tenant.tenantId,
      Array.from({ length: 4 }, () => () => tenant.api(endpoint.method, path, { body })),
    )
    expect(await countAuditRows()).toBe(before + (isPersonal(endpoint) ? 0 : 1))
    const gone = endpoint.deletion === 'final'
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(3).fill(gone ? 404 : 200)])
    if (gone) return
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1)
    for (const response of responses) expect(response.body.data).toEqual(responses[0]?.body.data)
  })
})
