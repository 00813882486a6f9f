import { expect, it } from 'vitest'
import { staticResponse } from '#platform/http/static-response.ts'
import { createPageCache } from './kept-pages.ts'

it('the cache has a maximum size, evicts unused pages first, and stores no failures', async () => {
  const pages = createPageCache(1_000)
  const made: string[] = []
  const ask = (key: string, bytes = 100, status = 200) =>
    pages(key, async () => {
      made.push(key)
      if (status === 0) throw new Error('No database')
      return staticResponse('text/html', 'x'.repeat(bytes), { status })
    }).catch(() => null)
  for (const key of ['a', 'b', 'a', 'c', 'd', 'e', 'a', 'f']) await ask(key)
  expect(made.join('')).toBe('abcdef')
  // Five pages fit, so `f` evicted `b`, which had not been requested for the longest time.
  await ask('a')
  await ask('b')
  expect(made.join('')).toBe('abcdefb')
  made.length = 0
  for (const [key, status] of [
    ['none', 404],
    ['broken', 0],
  ] as const)
    for (let i = 0; i < 2; i++) await ask(key, 10_000, status)
  expect(made).toEqual(['none', 'none', 'broken', 'broken'])
  made.length = 0
  await ask('vast', 10_000)
  await ask('a')
  await ask('a')
  expect(made).toEqual(['vast', 'a'])
})
