import { expect, test } from 'vitest'
import { toOneLine } from './one-line.ts'

test('a text becomes one line, cut between characters', () => {
  expect(toOneLine('  Hello,\r\n\n\tthe\u00a0export  is empty \n', 140)).toBe('Hello, the export is empty')
  expect(toOneLine(' \n ', 140)).toBe('')
  expect(toOneLine('👍👍👍', 3)).toBe('👍👍👍')
  expect(toOneLine('👍👍👍👍', 3)).toBe('👍👍…')
  expect(toOneLine('one two', 5)).toBe('one…')
})
