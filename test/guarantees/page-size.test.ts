/** Pages of a list are cut at 512 KiB with a valid cursor, and paging through them returns every item once. */
import { beforeAll, expect, it } from 'vitest'
import type { CreatedThread } from '../../client/index.ts'
import { setUpService, type TestTenant } from '../support/service.ts'

const maxPageBytes = 512 * 1024

let tenant: TestTenant
const service = await setUpService()
beforeAll(async () => {
  tenant = await service.createTenant()
})

type ReadPage = { ids: string[]; bytes: number; total: number }

async function readPages(path: string): Promise<ReadPage[]> {
  const pages: ReadPage[] = []
  for (let cursor = ''; ; ) {
    const { text, body } = await tenant.api<Record<string, string>[]>('GET', `${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    const ids = body.data.map((item) => item['id'] ?? item['threadId'] ?? '')
    pages.push({ ids, bytes: Buffer.byteLength(text), total: body.meta.total })
    if (!body.meta.hasMore) return pages
    cursor = body.meta.cursor
  }
}

/** Expects every item once, and several items on the largest page. */
async function expectWholeList(path: string, count: number): Promise<void> {
  const pages = await readPages(path)
  const ids = pages.flatMap((page) => page.ids)
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
  expect(pages.every(({ total }) => total === count)).toBe(true)
  expect(pages.length).toBeGreaterThan(1)
  const several = pages.filter((page) => page.ids.length > 1)
  expect(several.length).toBeGreaterThan(0)
  expect(Math.max(...several.map(({ bytes }) => bytes))).toBeLessThanOrEqual(maxPageBytes)
}

async function makeThread(): Promise<string> {
  const { body } = await tenant.api<CreatedThread>('POST', '/threads', {
    body: { title: 'Long', body: 'Hello', requester: { email: 'ada@example.com' } },
  })
  return body.data.threadId
}

const largeFields = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`field_${i}`, 'x'.repeat(3_900)]))

it.each([
  ['plain letters', 'x'.repeat(60_000), 20],
  ['letters that JSON writes with six', '\u0001'.repeat(20_000), 12],
  ['letters of three bytes', '\u20ac'.repeat(40_000), 8],
  ['letters of which one message fills a page', '\u20ac'.repeat(250_000), 3],
])('a page of long messages ends at 512 KiB: %s', async (_, text, count) => {
  const path = `/threads/${await makeThread()}/messages`
  for (let i = 0; i < count; i++) await tenant.api('POST', path, { body: { body: text } })
  for (const short of ['Nearly the end', 'The end']) await tenant.api('POST', path, { body: { body: short } })
  await expectWholeList(path, count + 3)
})

it('a page of threads with large custom fields ends at 512 KiB', async () => {
  tenant = await service.createTenant()
  for (let i = 0; i < 40; i++) {
    const changed = await tenant.api('PATCH', `/threads/${await makeThread()}`, { body: { customFields: largeFields } })
    expect(changed.status, changed.text).toBe(200)
  }
  await expectWholeList('/threads', 40)
  await expectWholeList('/events', (await tenant.api('GET', '/events?limit=1')).body.meta.total)
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
