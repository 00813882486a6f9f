/** Finds phrases in the index: threads that contain a phrase, and candidates whose texts the search has to scan. */
import { coverPhrase, type IsCommon, possibleGrams } from './grams.ts'
import { blockSize, NumberSet } from './number-set.ts'
import type { Term } from '../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findBlocks, findCommon } from './queries.ts'

/** Threads that contain something in the head (subject, reference and customer) or in the body (messages). */
export type FieldSets = { head: NumberSet; body: NumberSet }

/** Threads that contain a phrase, and candidates, which have all of its words and may contain it. */
export type PhraseSets = { found: FieldSets; candidates: FieldSets }

/** Finds phrases in the index. Ignores the last word of a phrase if it is a prefix, so that all threads are candidates. */
export async function findPhrases(
  db: Queryable,
  tenantId: Uuid,
  terms: readonly Term[],
  createEmpty: () => FieldSets,
  blocks: number,
): Promise<Map<Term, PhraseSets>> {
  const phrases = new Map<Term, PhraseSets>(terms.map((term) => [term, { found: createEmpty(), candidates: createEmpty() }]))
  if (phrases.size === 0) return phrases
  const words = [...new Set(terms.flatMap((term) => possibleGrams(wholeWords(term))))]
  const common = new Set((await db.rows(findCommon, { tenantId, words })).map(({ word, block }) => `${block} ${word}`))
  const covers = terms.flatMap((term) =>
    Array.from({ length: blocks }, (_, block) => {
      const isCommon: IsCommon = (gram) => common.has(`${block} ${gram}`)
      return { term, block, ...coverPhrase(wholeWords(term), isCommon) }
    }),
  )
  const wanted = new Map(covers.flatMap(({ block, grams }) => grams.map((word) => [`${block} ${word}`, { word, block }] as const)))
  const rows = await db.rows(findBlocks, {
    tenantId,
    words: [...wanted.values()].map(({ word }) => word),
    blocks: [...wanted.values()].map(({ block }) => block),
  })
  const stored = new Map(rows.map((row) => [`${row.block} ${row.word}`, row]))
  for (const { term, block, grams, isWhole } of covers) {
    const phrase = phrases.get(term)
    if (!phrase) continue
    const sets = isWhole && !term.isPrefix ? phrase.found : phrase.candidates
    for (const field of ['head', 'body'] as const) {
      let withAll: NumberSet | null = null
      for (const gram of grams) {
        const withGram = new NumberSet(blockSize - 1)
        withGram.addBlock(0, stored.get(`${block} ${gram}`)?.[field] ?? Buffer.alloc(0))
        withAll = withAll ? withAll.intersect(withGram) : withGram
      }
      if (withAll) sets[field].addBlock(block, Buffer.from(withAll.bytes))
    }
  }
  return phrases
}

function wholeWords({ words, isPrefix }: Term): readonly string[] {
  return isPrefix ? words.slice(0, -1) : words
}
