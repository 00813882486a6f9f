import { expect, it } from 'vitest'
import { begins, fold, hasWord, matches, matchesWords } from './fold-words.ts'

it('texts are compared without letter case and accents', () => {
  expect(['Zürich', 'GARCÍA', 'Łukasz', 'Straße', 'Ørsted'].map(fold)).toEqual(['zurich', 'garcia', 'lukasz', 'strasse', 'orsted'])
})

it.each([
  ['Straße', 'STRASSE'],
  ['Strasse', 'straß'],
  ['İstanbul Kadıköy', 'istanbul kadikoy'],
  ['ISPARTA', 'ısparta'],
  ['Zu\u0308rich', 'Zürich'],
  ['Zürich', 'Zu\u0308rich'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['Þór', 'thor'],
  ['Ångström', ' angstrom '],
])('%j contains %j', (text, typed) => {
  expect(matches(text, typed)).toBe(true)
})

it('words may be typed in any order, and nothing matches everything', () => {
  expect([matchesWords('Émile Zola', 'zola emi'), matchesWords('Émile Zola', 'zola x'), matchesWords('x', ' ')]).toEqual([
    true,
    false,
    true,
  ])
  expect([begins('Émile', 'emi'), begins('Émile', 'mile'), matches('x', '')]).toEqual([true, false, true])
})

it.each([
  ['Zürich', 'zur', true],
  ['Old Zürich', 'ZÜR', true],
  ['José García', 'garcia', true],
  ['jose@example.com', 'example', true],
  ['Jean-Luc', 'luc', true],
  ['Zürich', 'rich', false],
])('a word of %j begins with %j: %j', (text, typed, expected) => {
  expect(hasWord(text, typed)).toBe(expected)
})
