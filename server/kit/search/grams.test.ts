import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { coverOf, gramOf, GramReader, gramsOfPhrase, gramWordsMax } from './grams.ts'

const word = fc.constantFrom('a', 'b', 'c')
const line = fc.array(word, { maxLength: 12 })
const has = (text: readonly string[], phrase: readonly string[]): boolean =>
  text.some((_, i) => phrase.every((each, k) => text[i + k] === each))

it('a text with a phrase has all rows of its cover, and a whole cover is exact', () => {
  fc.assert(
    fc.property(line, fc.array(word, { minLength: 2, maxLength: 9 }), fc.infiniteStream(fc.boolean()), (text, phrase, coins) => {
      const flags = new Map<string, boolean>()
      // A row can be common if it is in the index, which its parts decide.
      const isCommon = (gram: string): boolean => {
        const row = gram.trim().split(' ')
        const isIndexed = row.length === 1 || (isCommon(gramOf(row.slice(0, -1))) && isCommon(gramOf(row.slice(1))))
        const known = flags.get(gram) ?? (isIndexed && coins.next().value === true)
        flags.set(gram, known)
        return known
      }
      const indexed = new Set<string>()
      const reader = new GramReader(text.join(' '))
      for (let length = 1; length <= gramWordsMax; length++, reader.lengthen(isCommon)) for (const gram of reader.grams()) indexed.add(gram)
      const { grams, isWhole } = coverOf(phrase, isCommon)
      if (has(text, phrase)) expect(indexed).toEqual(new Set([...indexed, ...grams]))
      if (isWhole) expect(indexed.has(gramOf(phrase))).toBe(has(text, phrase))
      for (const gram of grams) expect(gramsOfPhrase(phrase)).toContain(gram)
    }),
    { numRuns: 500 },
  )
})

it('no row spans two lines of a text', () => {
  const reader = new GramReader(' a b \n c ')
  reader.lengthen(() => true)
  expect(reader.grams()).toEqual(new Set([' a b']))
})

it('a phrase is one row if its parts are common, several if it is long, else words', () => {
  const words = [...'abcdefgh']
  expect(coverOf(words.slice(0, 6), () => true)).toEqual({ grams: [' a b c d e f'], isWhole: true })
  expect(coverOf(words, () => true)).toEqual({ grams: [' a b c d e f', ' b c d e f g', ' c d e f g h'], isWhole: false })
  expect(coverOf(words, () => false)).toEqual({ grams: words, isWhole: false })
})
