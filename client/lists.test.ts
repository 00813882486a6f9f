/** Lists of the client: `await` returns a page, `for await` every item. */
import { expect, it } from 'vitest'
import { createSkeinClient, type SkeinClient } from './index.ts'

/** A fake list of `size` threads; `asked` collects the queries. */
function listOf(size: number, pageMax = 3): { skein: SkeinClient; asked: string[] } {
  const asked: string[] = []
  const skein = createSkeinClient({
    baseUrl: 'http://localhost',
    apiKey: null,
    async fetch(url) {
      const { search, searchParams } = new URL(url)
      asked.push(search)
      if (searchParams.get('cursor') === '')
        return Response.json({ data: null, error: { code: 'SVC-PAGINATION-INVALID_CURSOR' } }, { status: 400 })
      const from = Number(searchParams.get('cursor') ?? 0)
      const to = Math.min(size, from + Math.min(pageMax, Number(searchParams.get('limit') ?? 2)))
      const data = Array.from({ length: to - from }, (_, i) => ({ id: `thr_${from + i}` }))
      return Response.json({ data, meta: { cursor: to < size ? String(to) : '', hasMore: to < size, total: size } })
    },
  })
  return { skein, asked }
}

it('an awaited list resolves to the requested page', async () => {
  const { skein, asked } = listOf(5)
  const page = await skein.listThreads({ query: { status: 'open', limit: 1, cursor: '2' } })
  expect([page.data.map(({ id }) => id), page.meta, page.status]).toEqual([['thr_2'], { cursor: '3', hasMore: true, total: 5 }, 200])
  expect(asked).toEqual(['?status=open&limit=1&cursor=2'])
})

it('a loop over a list yields every item once, with the filters on each call', async () => {
  const { skein, asked } = listOf(7)
  const ids: string[] = []
  for await (const { id } of skein.listThreads({ query: { status: 'open' } })) ids.push(id)
  expect(ids).toEqual(Array.from({ length: 7 }, (_, i) => `thr_${i}`))
  expect(asked).toEqual(['?limit=100&status=open', '?limit=100&status=open&cursor=3', '?limit=100&status=open&cursor=6'])
})

it('a loop continues from the given cursor, with the given limit', async () => {
  const { skein, asked } = listOf(5)
  expect((await skein.listThreads({ query: { cursor: '1', limit: 2 } }).toArray()).map(({ id }) => id)).toEqual([
    'thr_1',
    'thr_2',
    'thr_3',
    'thr_4',
  ])
  expect(asked).toEqual(['?limit=2&cursor=1', '?limit=2&cursor=3'])
})

it('toArray with a maximum returns so many items, and requests no more pages', async () => {
  const { skein, asked } = listOf(9)
  expect((await skein.listThreads().toArray({ max: 4 })).map(({ id }) => id)).toEqual(['thr_0', 'thr_1', 'thr_2', 'thr_3'])
  expect(asked).toEqual(['?limit=4', '?limit=4&cursor=3'])
  expect(await skein.listThreads().toArray({ max: 0 })).toEqual([])
  expect(await skein.listThreads().toArray({ max: 1.5 })).toHaveLength(1)
  expect(await skein.listThreads().toArray({ max: 100 })).toHaveLength(9)
  await expect(skein.listThreads().toArray({ max: -1 })).rejects.toThrow('max is the number of items')
  await expect(skein.listThreads().toArray({ max: NaN })).rejects.toThrow(TypeError)
})

it('a list requests only pages that are needed, and none before it is used', async () => {
  const { skein, asked } = listOf(7)
  skein.listThreads()
  for await (const { id } of skein.listThreads()) if (id === 'thr_1') break
  expect(asked).toHaveLength(1)
  const totals: number[] = []
  for await (const { meta } of skein.listThreads().pages()) totals.push(meta.total)
  expect(totals).toEqual([7, 7, 7])
})

it('a list sends one request, however often it is used', async () => {
  const { skein, asked } = listOf(2)
  const request = skein.listThreads()
  const ended: string[] = []
  const [page, other] = await Promise.all([request, request.finally(() => ended.push('ended'))])
  expect(page).toBe(other)
  expect([asked, ended]).toEqual([[''], ['ended']])
})

it('a list fails like a call, on any page', async () => {
  const { skein } = listOf(2)
  const wrong = { query: { cursor: '' } }
  const failure = expect.objectContaining({ code: 'SVC-PAGINATION-INVALID_CURSOR' })
  await expect(skein.listThreads(wrong)).rejects.toEqual(failure)
  await expect(skein.listThreads(wrong).toArray()).rejects.toEqual(failure)
  expect(await skein.listThreads(wrong).catch((error: unknown) => error)).toEqual(failure)
})

it('ifChanged returns one page, or no data when the page is unchanged', async () => {
  const tags: (string | null)[] = []
  const skein = createSkeinClient({
    baseUrl: 'http://localhost',
    apiKey: null,
    async fetch(_, { headers }) {
      const tag = new Headers(headers).get('if-none-match')
      tags.push(tag)
      if (tag === '"a"') return new Response(null, { status: 304, headers: { ETag: '"a"', 'X-Request-Id': 'r-1' } })
      return Response.json({ data: [], meta: { cursor: '', hasMore: false, total: 0 } }, { headers: { ETag: '"a"' } })
    },
  })
  const first = await skein.listThreads().ifChanged(null)
  expect(first).toMatchObject({ status: 200, data: [], meta: { total: 0 }, etag: '"a"' })
  const second = await skein.listThreads().ifChanged(first.etag)
  expect(second).toMatchObject({ status: 304, data: null, etag: '"a"', requestId: 'r-1', replayed: false })
  expect(tags).toEqual([null, '"a"'])
  await expect(skein.listThreads({ headers: { 'If-None-Match': '"a"' } })).rejects.toMatchObject({
    status: 304,
    summary: expect.stringContaining('ifChanged()'),
  })
})
