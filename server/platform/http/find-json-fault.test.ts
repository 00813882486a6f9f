import { assert, constantFrom, json, nat, property, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import { describeJsonFault, findJsonFault } from './find-json-fault.ts'

const describe = (text: string): string | null => {
  const fault = findJsonFault(text)
  return fault && describeJsonFault(text, fault)
}

it.each([
  ['hello', 'line 1, column 1: expected a value, found "h"'],
  ['', 'line 1, column 1: expected a value, found the end of the body'],
  ['{"title": "a",}', 'line 1, column 15: expected a name in double quotes, found "}"'],
  ["{'title': 1}", 'line 1, column 2: expected a name in double quotes or }, found "\'"'],
  ['{\n  "title": "a"\n  "body": "b"\n}', 'line 3, column 3: expected , or }, found "\\""'],
  ['{"title": NaN}', 'line 1, column 11: expected a value, found "N"'],
  ['{"title" "a"}', 'line 1, column 10: expected :, found "\\""'],
  ['[1, 2', 'line 1, column 6: expected , or ], found the end of the body'],
  ['{"title": "a', 'line 1, column 13: expected the closing double quote, found the end of the body'],
  ['{"a": "b\nc"}', 'line 1, column 9: expected an escape sequence such as \\n, found "\\n"'],
  ['{"a": "\\x"}', 'line 1, column 8: expected a valid escape sequence, found "\\\\"'],
  ['{} {}', 'line 1, column 4: expected the end, found "{"'],
  ['[01]', 'line 1, column 3: expected , or ], found "1"'],
  ['["😀" 😀]', 'line 1, column 7: expected , or ], found "😀"'],
])('%j', (text, words) => {
  expect(describe(text)).toBe(words)
})

it('the parser agrees with JSON.parse about every text', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  const broken = tuple(json(), nat(), nat(), constantFrom('', ',', '}', ']', '"', '\\', '-', '.', 'e', '0', ':', ' ', '\n', 'u')).map(
    ([text, from, length, put]) => text.slice(0, from % (text.length + 1)) + put + text.slice((from % (text.length + 1)) + (length % 3)),
  )
  assert(
    property(broken, (text) => {
      expect(findJsonFault(text) === null).toBe(isJson(text))
    }),
    { numRuns: 2_000 },
  )
})

it('a megabyte of brackets does not overflow the stack', () => {
  expect(findJsonFault('['.repeat(1_000_000))).toEqual({ at: 1_000_000, expected: 'a value or ]' })
})
