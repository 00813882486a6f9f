import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeJson } from './page.ts'

it('an item that is written in pieces is the same JSON, and its time is counted', async () => {
  const rows = fc.array(fc.jsonValue(), { minLength: 95, maxLength: 320 })
  const item = fc.record({ rows, name: fc.string(), nothing: fc.constant(undefined), totals: fc.jsonValue() })
  await fc.assert(
    fc.asyncProperty(item, async (value) => {
      expect(await writeJson(value, { usedMs: 0 })).toBe(JSON.stringify(value))
    }),
    { numRuns: 50 },
  )
  const state = { usedMs: 0 }
  await writeJson({ rows: Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'Ada Lovelace', more: 'x'.repeat(40) })) }, state)
  expect(state.usedMs).toBeGreaterThan(2)
})
