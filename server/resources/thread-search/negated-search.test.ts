/** Searches that nearly all threads match cost more than others, so a tenant makes one page of them at a time. */
import { beforeAll, expect, it } from 'vitest'
import type { Queryable } from '#platform/db.ts'
import { setUpTenant } from '../../../test/support/service.ts'
import { fetchThreads } from '../threads/list/search-threads.ts'

const { service, tenant } = await setUpTenant()
beforeAll(async () => {
  for (const title of ['Kettle', 'Teapot'])
    await tenant.skein.createThread({ body: { title, body: 'It leaks.', requester: { email: 'ada@example.com' } } })
})

/** Makes eight pages at once and returns how many were made at the same time, at most. */
async function searchAtOnce(q: string): Promise<{ atOnce: number; totals: number[] }> {
  const { db } = service
  let [begun, ended, atOnce] = [0, 0, 0]
  const watched: Queryable = {
    rows: (statement, params) => db.rows(statement, params),
    first(statement, params) {
      // Each search begins with how far the index is.
      if (statement.text.includes('search_cursors')) atOnce = Math.max(atOnce, ++begun - ended)
      return db.first(statement, params)
    },
    script: (sql) => db.script(sql),
    isCluster: false,
    together: (_tenantId, work) => work(watched),
  }
  const pages = Array.from({ length: 8 }, async () => {
    const { total } = await fetchThreads(watched, tenant.tenantId, { limit: 20, after: null }, { q }, undefined)
    ended++
    return total
  })
  return { totals: await Promise.all(pages), atOnce }
}

it.each(['-kettle', 'teapot OR -kettle'])('“%s” finds the rest, one search at a time', async (q) => {
  const { totals, atOnce } = await searchAtOnce(q)
  expect(totals).toEqual(Array.from({ length: 8 }, () => 1))
  // The next one begins just before the caller of the last one gets its page.
  expect(atOnce).toBeLessThanOrEqual(2)
})

it.each(['teapot', 'leaks -kettle'])('“%s”, which has a positive word, does not wait for others', async (q) => {
  const { totals, atOnce } = await searchAtOnce(q)
  expect(totals).toEqual(Array.from({ length: 8 }, () => 1))
  expect(atOnce).toBe(8)
})
