import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { coverPhrase, GramReader, maxGramWords, possibleGrams, toGram } from './grams.ts'

const word = fc.constantFrom('a', 'b', 'c')
const line = fc.array(word, { maxLength: 12 })
const has = (text: readonly string[], phrase: readonly string[]): boolean =>
  text.some((_, i) => phrase.every((each, k) => text[i + k] === each))

it('a text with a phrase has all grams of its cover, and a whole cover is exact', () => {
  fc.assert(
    fc.property(line, fc.array(word, { minLength: 2, maxLength: 9 }), fc.infiniteStream(fc.boolean()), (text, phrase, coins) => {
      const flags = new Map<string, boolean>()
      // Only a gram of the index can be common, and the index has a gram if both shorter grams are common.
      const isCommon = (gram: string): boolean => {
        const words = gram.trim().split(' ')
        const isIndexed = words.length === 1 || (isCommon(toGram(words.slice(0, -1))) && isCommon(toGram(words.slice(1))))
        const known = flags.get(gram) ?? (isIndexed && coins.next().value === true)
        flags.set(gram, known)
        return known
      }
      const indexed = new Set<string>()
      const reader = new GramReader(text.join(' '))
      for (let length = 1; length <= maxGramWords; length++, reader.lengthen(isCommon)) for (const gram of reader.grams()) indexed.add(gram)
      const { grams, isWhole } = coverPhrase(phrase, isCommon)
      if (has(text, phrase)) expect(indexed).toEqual(new Set([...indexed, ...grams]))
      if (isWhole) expect(indexed.has(toGram(phrase))).toBe(has(text, phrase))
      for (const gram of grams) expect(possibleGrams(phrase)).toContain(gram)
    }),
    { numRuns: 500 },
  )
})

it('no gram spans two lines of a text', () => {
  const reader = new GramReader(' a b \n c ')
  reader.lengthen(() => true)
  expect(reader.grams()).toEqual(new Set([' a b']))
})

it('a phrase is one gram if its parts are common, several if it is long, else words', () => {
  const words = [...'abcdefgh']
  expect(coverPhrase(words.slice(0, 6), () => true)).toEqual({ grams: [' a b c d e f'], isWhole: true })
  expect(coverPhrase(words, () => true)).toEqual({ grams: [' a b c d e f', ' b c d e f g', ' c d e f g h'], isWhole: false })
  expect(coverPhrase(words, () => false)).toEqual({ grams: words, isWhole: false })
})
