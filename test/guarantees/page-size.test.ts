/** A page is limited in bytes: it ends early with a valid cursor, and paging still shows everything once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService, type TestTenant } from '../support/service.ts'

const pageBytesMax = 4 * 1024 * 1024

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startTestService()
  tenant = await service.createTenant()
})
afterAll(() => service.stop())

async function pages(path: string): Promise<{ ids: string[]; sizes: number[]; totals: Set<number> }> {
  const seen = { ids: [] as string[], sizes: [] as number[], totals: new Set<number>() }
  for (let cursor = ''; ; ) {
    const { text, body } = await tenant.api<{ id: string }[]>('GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    seen.ids.push(...body.data.map(({ id }) => id))
    seen.sizes.push(Buffer.byteLength(text))
    seen.totals.add(body.meta.total)
    if (!body.meta.hasMore) return seen
    cursor = body.meta.cursor
  }
}

it.each([
  ['plain letters', 'x'.repeat(260_000), 20],
  ['letters that JSON writes with six', '\u0001'.repeat(120_000), 8],
  ['letters of three bytes', '\u20ac'.repeat(250_000), 8],
])('long messages fit the maximum page size: %s', async (_, text, count) => {
  const { body } = await tenant.api<{ threadId: string }>('POST', '/threads', {
    body: { title: 'Long', body: 'Hello', requester: { email: 'ada@example.com' } },
  })
  const path = `/threads/${body.data.threadId}/messages`
  for (let i = 0; i < count; i++) await tenant.api('POST', path, { body: { body: text } })
  const { ids, sizes, totals } = await pages(path)
  expect([ids.length, new Set(ids).size, [...totals]]).toEqual([count + 1, count + 1, [count + 1]])
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(pageBytesMax + 1000)
})

it('custom fields have at most 32 KiB of JSON', async () => {
  const large = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`field_${i}`, 'x'.repeat(4000)]))
  const refused = await tenant.api('POST', '/customers', { body: { email: 'large@example.com', customFields: large } })
  expect([refused.status, refused.body.error?.details?.[0]?.field]).toEqual([400, 'customFields'])
  const half = Object.fromEntries(Object.entries(large).slice(0, 5))
  expect((await tenant.api('POST', '/customers', { body: { email: 'large@example.com', customFields: half } })).status).toBe(201)
  const rest = Object.fromEntries(Object.entries(large).slice(5))
  expect((await tenant.api('POST', '/customers', { body: { email: 'large@example.com', customFields: rest } })).status).toBe(400)
})
