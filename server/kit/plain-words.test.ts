import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { maxPlainWords, toPlainWords } from './plain-words.ts'

it.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Dr. Ada L. Lovelace-Byron', 'Dr. Ada L. Lovelace-Byron'],
  ['J.R.R. Tolkien', 'J. R. R. Tolkien'],
  ['Re: Empty export', 'Re: Empty export'],
  ['http://evil.example/login', 'evil. example/ login'],
  ['Pay at HTTPS://evil.example', 'Pay at evil. example'],
  ['//evil.example\\login', 'evil. example\\ login'],
  ['www.evil.example', 'www. evil. example'],
  ['javascript:alert(1)', 'alert 1'],
  ['eve@evil.example', 'eve at evil. example'],
  ['mailto:eve@evil.example', 'eve at evil. example'],
  ['[click](http://evil.example)', 'click evil. example'],
  ['<a href="http://evil.example">', 'a href= evil. example'],
  ['evil。example', 'evil。 example'],
  ['evil.\u200bexample', 'evil. example'],
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['\u202eelpmaxe.live', 'elpmaxe. live'],
  ['', ''],
])('%j becomes %j', (text, expected) => expect(toPlainWords(text)).toBe(expected))

it('has sixty characters at most, and ends with a whole one', () => {
  expect(toPlainWords('a'.repeat(60))).toBe('a'.repeat(60))
  expect(toPlainWords('a'.repeat(61))).toBe(`${'a'.repeat(59)}…`)
  expect([...toPlainWords('👩'.repeat(61))]).toHaveLength(60)
})

it('never has a link, whatever the text is', () => {
  const piece = constantFrom(
    'http',
    'https',
    '://',
    ':',
    '/',
    '\\',
    '.',
    '@',
    'evil',
    'example',
    'com',
    'www',
    ' ',
    '\u200b',
    '。',
    'mailto:',
    '<',
    'x',
  )
  assert(
    property(array(piece, { maxLength: 20 }), string({ unit: 'grapheme' }), (pieces, more) => {
      for (const text of [pieces.join(''), pieces.join('') + more]) {
        const plain = toPlainWords(text)
        expect(plain).not.toMatch(/:\/\/|\/\/|[\p{L}\p{N}][.。．｡](?=[\p{L}\p{N}])|@|\bmailto:\S|[<>\n]/u)
        expect([...plain].length).toBeLessThanOrEqual(maxPlainWords)
      }
    }),
    { numRuns: 2_000, seed: 3 },
  )
})
