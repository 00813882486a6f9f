import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { KeptResponses, type KeptLimits } from './kept-responses.ts'
import type { Endpoint } from './declared-endpoint.ts'
import type { Call } from './call.ts'

/** Opens kept responses, and a function that requests a URL. `made` and `reads` count responses and reads of the revision. */
function open({ bytes = 1_000_000, ...limits }: Partial<KeptLimits> = {}, body = () => 'body') {
  const counts = { made: 0, reads: 0, revision: 1 }
  const kept = new KeptResponses(
    async () => {
      counts.reads++
      return counts.revision
    },
    { bytes, ...limits },
  )
  const declared = { etag: false, keeping: { keeps: () => true, isOfCaller: () => false, isLasting: () => true } }
  // Safe because only these fields of an operation are used.
  const handler = kept.handler(declared as unknown as Endpoint, async () => {
    counts.made++
    return { response: { status: 200, headers: {}, body: body() }, isLasting: true }
  })
  const get = (url: string, tenantId = 'a', ifNoneMatch?: string) => {
    const req = { url, headers: { 'if-none-match': ifNoneMatch } }
    // Safe because only these fields of a call are used.
    const principal = { tenantId, user: { id: 'user' } } as unknown as Call['principal']
    return handler({ req: req as unknown as IncomingMessage, res: {} as ServerResponse, principal, query: {}, body: undefined })
  }
  return { kept, counts, get }
}

it('a response is kept from the second request on, while the revision stays', async () => {
  const { counts, get } = open()
  for (let i = 0; i < 5; i++) expect(String((await get('/list')).body)).toBe('body')
  expect(counts).toMatchObject({ made: 2, reads: 4 })
  counts.revision++
  for (let i = 0; i < 5; i++) await get('/list')
  expect(counts).toMatchObject({ made: 3, reads: 9 })
})

it('requests that never come twice read no revision', async () => {
  const { counts, get } = open()
  for (let i = 0; i < 100; i++) await get(`/list?${i}`)
  expect(counts).toMatchObject({ made: 100, reads: 0 })
})

it('if every response is outdated before its next use, few revisions are read', async () => {
  const { counts, get } = open()
  for (let i = 0; i < 1000; i++) {
    counts.revision++
    await get('/list')
  }
  expect(counts.reads).toBeLessThan(80)
  for (let i = 0; i < 100; i++) await get('/list')
  const { made } = counts
  for (let i = 0; i < 100; i++) await get('/list')
  expect(counts.made, 'kept again once nothing changes').toBe(made)
})

it('the bytes of a tenant and of all tenants are limited, and the latest stay', async () => {
  const { kept, counts, get } = open({ bytes: 40_000 }, () => 'x'.repeat(900))
  for (const tenant of ['a', 'b', 'c', 'd', 'e']) for (let i = 0; i < 50; i++) for (let n = 0; n < 2; n++) await get(`/list?${i}`, tenant)
  expect(kept.bytes).toBeLessThanOrEqual(40_000)
  expect(kept.bytes).toBeGreaterThan(35_000)
  const { made } = counts
  await get('/list?49', 'e')
  expect(counts.made).toBe(made)
  await get('/list?0', 'a')
  expect(counts.made).toBe(made + 1)
})

it('requests are counted by their outcome', async () => {
  const { kept, counts, get } = open()
  for (let i = 0; i < 5; i++) await get('/list')
  counts.revision++
  for (let i = 0; i < 2; i++) await get('/list')
  counts.revision++
  await get('/list')
  counts.revision++
  for (let i = 0; i < 2; i++) await get('/list')
  expect(kept.counts).toEqual({ hit: 4, miss: 3, outdated: 3 })
})

it('without memory nothing is kept, and no revision is read', async () => {
  const { kept, counts, get } = open({ bytes: 0 })
  for (let i = 0; i < 5; i++) await get('/list')
  expect([counts.made, counts.reads, kept.bytes]).toEqual([5, 0, 0])
  expect(kept.counts).toEqual({ hit: 0, miss: 0, outdated: 0 })
})

it('a response is not used for longer than its time', async () => {
  const { counts, get } = open({ seconds: 0 })
  for (let i = 0; i < 3; i++) await get('/list')
  expect(counts.made).toBe(3)
})

it('a caller with the current content gets 304, whether the response is kept or not', async () => {
  const { counts, get } = open()
  const first = await get('/list', 'a', '"none"')
  const tag = first.headers['ETag'] ?? ''
  expect(first).toMatchObject({ status: 200, headers: { 'Cache-Control': 'private, no-cache' } })
  for (let i = 0; i < 3; i++) expect(await get('/list', 'a', `W/"other", W/${tag}`)).toMatchObject({ status: 304, body: '' })
  expect(counts.made).toBe(2)
  expect(await get('/list', 'a', '"none"')).toMatchObject({ status: 200, headers: { ETag: tag } })
})
