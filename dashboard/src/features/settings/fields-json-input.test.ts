import { expect, it } from 'vitest'
import { linesOf, readLines } from './fields-json-input.tsx'

it('values of custom fields are written as they are read, whatever their type', () => {
  const values = { plan: 'pro', seats: 5, tags: ['a', 'b'], note: 'a = b', number: '5', none: null, yes: true, empty: '' }
  expect(readLines(linesOf(values))).toEqual(values)
  expect(readLines('plan = pro\n\n = x\nhalf')).toEqual({ plan: 'pro' })
})
