import { expect, it } from 'vitest'
import { fold, hasWord } from './fold-words.ts'

it('texts are compared without letter case and accents', () => {
  expect(['Zürich', 'GARCÍA', 'Łukasz', 'Straße', 'Ørsted'].map(fold)).toEqual(['zurich', 'garcia', 'lukasz', 'strasse', 'orsted'])
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
