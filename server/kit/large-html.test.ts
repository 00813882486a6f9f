import { expect, it } from 'vitest'
import { prepareLargeHtml } from './large-html.ts'
import { toSafeHtml } from './safe-html.ts'

const large = `<p onclick="x()">${'Where is it? '.repeat(2_000)}</p><script>x()</script>`

it('large HTML anywhere in a body is sanitised ahead, until the request is done', async () => {
  const prepared = await prepareLargeHtml({ changes: [{ note: large }] }, 'tenant')
  const ahead = toSafeHtml(large)
  expect(prepared?.usedMs).toBeGreaterThan(0)
  prepared?.release()
  expect(ahead).toBe(toSafeHtml(large))
  expect(ahead).toBe(`<p>${'Where is it? '.repeat(2_000)}</p>`)
})

it('a request keeps its result while another one with the same HTML ends', async () => {
  const [one, other] = await Promise.all([prepareLargeHtml({ body: large }, 'one'), prepareLargeHtml({ body: large }, 'other')])
  one?.release()
  const startedAt = performance.now()
  toSafeHtml(large)
  const keptMs = performance.now() - startedAt
  other?.release()
  expect(keptMs).toBeLessThan(other?.usedMs ?? 0)
})

it('small texts, other texts and HTML with too many tags are not sanitised ahead', () => {
  expect(prepareLargeHtml({ body: '<p>Hello</p>' }, 'tenant')).toBeUndefined()
  expect(prepareLargeHtml({ body: 'Where is it? '.repeat(2_000) }, 'tenant')).toBeUndefined()
  expect(prepareLargeHtml({ body: '<b>x</b>'.repeat(10_000) }, 'tenant')).toBeUndefined()
  expect(prepareLargeHtml(undefined, 'tenant')).toBeUndefined()
})
