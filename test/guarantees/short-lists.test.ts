/** Short lists that predate pagination: complete without `limit`, with pages and exact totals with it. */
import { beforeAll, expect, it } from 'vitest'
import { setUpTenant } from '../support/service.ts'

const { tenant } = await setUpTenant()
beforeAll(async () => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await tenant.skein.createView({ body: { name, filters: {} } })
  await tenant.skein.createThread({ body: { title: 'a', body: 'b', requester: { email: 'ada@example.com' } } })
  const { data } = (await tenant.skein.listThreads()) as { data: { id: string }[] }
  for (const path of ['/ai/summarize', '/ai/classify', '/ai/suggest-labels'])
    await tenant.api('POST', path, { body: { threadId: data[0]?.id } })
})

it.each(['/reports/metrics', '/views/counts', '/ai/usage'])('%s has all entries by default, and pages with limit', async (path) => {
  const whole = (await tenant.api<unknown[]>('GET', path)).body
  expect(whole.data.length).toBeGreaterThan(2)
  expect([whole.error, whole.meta]).toEqual([null, { cursor: '', hasMore: false, total: whole.data.length }])
  const found: unknown[] = []
  for (let cursor = ''; ; ) {
    const { data, meta } = (await tenant.api<unknown[]>('GET', `${path}?limit=2${cursor}`)).body
    expect([data.length <= 2, meta.total]).toEqual([true, whole.data.length])
    found.push(...data)
    if (!meta.hasMore) break
    cursor = `&cursor=${meta.cursor}`
  }
  expect(found).toEqual(whole.data)
  expect((await tenant.api('GET', `${path}?limit=0`)).body.error?.code).toBe('SVC-PAGINATION-INVALID_LIMIT')
  expect((await tenant.api('GET', `${path}?cursor=x`)).body.error?.code).toBe('SVC-PAGINATION-INVALID_CURSOR')
})
