/** Where phrases occur: as far as the index says so, and for the rest by looking through texts. */
import { blockSize, coverPhrase, possibleGrams, type IsCommon, NumberSet, type Queryable, type Term, type Uuid } from '../../kit/index.ts'
import { findBlocks, findCommon } from './queries.ts'

/** Threads by where in them something is: subject, reference and customer, or messages. */
export type Sets = { head: NumberSet; body: NumberSet }

/** Threads that have a phrase, and others that have all its words and may have it. */
export type PhraseSets = { found: Sets; candidates: Sets }

/** What the index says of phrases. Of one that ends with the beginning of a word, it says nothing of that last word. */
export async function findPhrases(
  db: Queryable,
  tenantId: Uuid,
  terms: readonly Term[],
  none: () => Sets,
  blocks: number,
): Promise<Map<Term, PhraseSets>> {
  const phrases = new Map<Term, PhraseSets>(terms.map((term) => [term, { found: none(), candidates: none() }]))
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
  const asked = [...wanted.values()]
  const rows = await db.rows(findBlocks, { tenantId, words: asked.map(({ word }) => word), blocks: asked.map(({ block }) => block) })
  const stored = new Map(rows.map((row) => [`${row.block} ${row.word}`, row]))
  for (const { term, block, grams, isWhole } of covers) {
    const phrase = phrases.get(term)
    if (!phrase) continue
    const into = isWhole && !term.isPrefix ? phrase.found : phrase.candidates
    for (const field of ['head', 'body'] as const) {
      let having: NumberSet | null = null
      for (const gram of grams) {
        const set = new NumberSet(blockSize - 1)
        set.addBlock(0, stored.get(`${block} ${gram}`)?.[field] ?? Buffer.alloc(0))
        having = having ? having.intersect(set) : set
      }
      if (having) into[field].addBlock(block, Buffer.from(having.bytes))
    }
  }
  return phrases
}

function wholeWords({ words, isPrefix }: Term): readonly string[] {
  return isPrefix ? words.slice(0, -1) : words
}
