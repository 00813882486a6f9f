import { expect, it } from 'vitest'
import { formatLines, readLines } from './fields-json-input.tsx'

it('values of custom fields keep their type when they are formatted and read back', () => {
  const values = { plan: 'pro', seats: 5, tags: ['a', 'b'], note: 'a = b', number: '5', none: null, yes: true, empty: '' }
  expect(readLines(formatLines(values))).toEqual(values)
  expect(readLines('plan = pro\n\n = x\nhalf')).toEqual({ plan: 'pro' })
})
