/** Updates the index's grams (grams.ts) when texts change and when words become common. */
import { GramReader, type IsCommon, maxGramWords, shortenGram, toGramNeedle } from './grams.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Pauser } from '#platform/turns.ts'
import { type BecameCommon, BlockChanges, type Field, runInBatches, toBlock, type WriteOptions } from './block-changes.ts'
import { findCommonOf, headPart, type TextRow } from './queries.ts'
import { readTexts } from './search-queries.ts'

/**
 * A field of a thread before and after a change, as lines of words. Null if the thread has no such field. The `before` of a body has only
 * the removed or replaced messages.
 */
export type Revision = { number: number; field: Field; before: string | null; after: string | null }

/** Maximum number of texts per statement. */
const textsPerStatement = 500

/** Updates grams after the single words were written. `becameCommon` has the words that became common in the process. */
export async function applyGrams(
  tx: Queryable,
  tenantId: Uuid,
  revisions: readonly Revision[],
  becameCommon: BecameCommon,
  { minCommonThreads, pauser }: WriteOptions,
): Promise<void> {
  const common = new CommonGrams(tx, tenantId, pauser)
  let revised: { field: Field; before: Text; after: Text }[] = []
  for (const { number, field, before, after } of revisions) {
    revised.push({ field, before: new Text(number, before ?? ''), after: new Text(number, after ?? '') })
    await pauser.pause()
  }
  const lengthen = async (texts: readonly Text[]): Promise<void> => {
    await common.load(texts)
    for (const { block, reader } of texts) {
      reader.lengthen(common.isCommonIn(block))
      await pauser.pause()
    }
  }
  let newlyCommon = becameCommon
  for (let length = 2; length <= maxGramWords; length++) {
    await lengthen(revised.flatMap(({ before, after }) => [before, after]))
    // Most texts have few adjacent common words. A text without grams of this length has no longer ones either.
    revised = revised.filter(({ before, after }) => before.reader.grams().size + after.reader.grams().size > 0)
    if (revised.length === 0 && newlyCommon.grams.size === 0) return
    const changes = new BlockChanges()
    for (const { field, before, after } of revised) {
      changes.add(field, after.number, before.reader.grams(), after.reader.grams())
      await pauser.pause()
    }
    // Threads that had a gram before it became common have no longer grams with it in the index, so read their texts again.
    const needles = [...newlyCommon.grams].map(toGramNeedle)
    const isNew = (gram: string): boolean => shortenGram(gram).some((part) => newlyCommon.grams.has(part))
    for await (const rows of readTextsInBatches(tx, tenantId, newlyCommon.threads)) {
      const texts: { field: Field; text: Text }[] = []
      for (const { number, part, words } of rows) {
        if (needles.some((needle) => words.includes(needle)))
          texts.push({ field: part === headPart ? 'head' : 'body', text: new Text(number, words) })
        await pauser.pause()
      }
      for (let known = 1; known < length; known++) await lengthen(texts.map(({ text }) => text))
      for (const { field, text } of texts) {
        changes.add(field, text.number, new Set(), new Set([...text.reader.grams()].filter(isNew)))
        await pauser.pause()
      }
    }
    newlyCommon = await changes.write(tx, tenantId, { minCommonThreads, pauser })
  }
}

/** A text of a thread, with a reader of its grams. */
class Text {
  readonly number: number
  readonly block: number
  readonly reader: GramReader

  constructor(number: number, words: string) {
    this.number = number
    this.block = toBlock(number)
    this.reader = new GramReader(words)
  }
}

/**
 * Caches which grams are common. Looks up each gram once, after grams of its length were written: from then on it cannot become common in
 * this transaction.
 */
class CommonGrams {
  readonly #tx: Queryable
  readonly #tenantId: Uuid
  readonly #pauser: Pauser
  /** By block, then by gram. */
  readonly #known = new Map<number, Map<string, boolean>>()

  constructor(tx: Queryable, tenantId: Uuid, pauser: Pauser) {
    this.#tx = tx
    this.#tenantId = tenantId
    this.#pauser = pauser
  }

  isCommonIn(block: number): IsCommon {
    const known = this.#inBlock(block)
    return (gram) => known.get(gram) === true
  }

  /** Looks up the texts' grams of the current length. */
  async load(texts: readonly Text[]): Promise<void> {
    const wanted: { word: string; block: number }[] = []
    for (const { block, reader } of texts) {
      const known = this.#inBlock(block)
      for (const word of reader.grams()) {
        if (known.has(word)) continue
        known.set(word, false)
        wanted.push({ word, block })
      }
      await this.#pauser.pause()
    }
    const found = await runInBatches(wanted, (batch) =>
      this.#tx.rows(findCommonOf, {
        tenantId: this.#tenantId,
        words: batch.map(({ word }) => word),
        blocks: batch.map(({ block }) => block),
      }),
    )
    for (const { word, block } of found) this.#inBlock(block).set(word, true)
  }

  #inBlock(block: number): Map<string, boolean> {
    const known = this.#known.get(block)
    if (known) return known
    const added = new Map<string, boolean>()
    this.#known.set(block, added)
    return added
  }
}

/** Reads all texts of some threads in batches. */
async function* readTextsInBatches(tx: Queryable, tenantId: Uuid, threads: ReadonlySet<number>): AsyncGenerator<TextRow[]> {
  let numbers = [...threads].toSorted((a, b) => a - b)
  let after: Uuid | null = null
  while (numbers.length > 0) {
    const batch = numbers.slice(0, textsPerStatement)
    const texts: TextRow[] = await tx.rows(readTexts, { tenantId, numbers: batch, first: batch[0] ?? 0, after, limit: textsPerStatement })
    yield texts
    const last = texts.at(-1)
    const isCut = texts.length === textsPerStatement && last
    numbers = isCut ? numbers.filter((number) => number >= last.number) : numbers.slice(batch.length)
    after = isCut ? last.part : null
  }
}
