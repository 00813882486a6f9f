/** Keeps the rows of words of the index (kit/search/grams.ts) as texts change and words become common. */
import {
  shortenGram,
  GramReader,
  maxGramWords,
  type IsCommon,
  toGramNeedle,
  type Queryable,
  type Turns,
  type Uuid,
} from '../../kit/index.ts'
import { BlockChanges, blockOf, inPortions, type Field, type Grown, type Writing } from './block-changes.ts'
import { findCommonOf, headPart, readTexts, type TextRow } from './queries.ts'

/** A field of a thread as rows of words, as the index had it (of a body, what was taken out) and as it is; `null`: not at all. */
export type Revision = { number: number; field: Field; before: string | null; after: string | null }

/** Texts that are read at once. */
const textsPerStatement = 500

/** After the words were written. `grown`: those that have become common with them. */
export async function applyGrams(
  tx: Queryable,
  tenantId: Uuid,
  revisions: readonly Revision[],
  grown: Grown,
  { commonMin, turns }: Writing,
): Promise<void> {
  const common = new Common(tx, tenantId, turns)
  let revised: { field: Field; before: Text; after: Text }[] = []
  for (const { number, field, before, after } of revisions) {
    revised.push({ field, before: new Text(number, before ?? ''), after: new Text(number, after ?? '') })
    await turns.rest()
  }
  const lengthen = async (texts: readonly Text[]): Promise<void> => {
    await common.learn(texts)
    for (const { block, reader } of texts) {
      reader.lengthen(common.in(block))
      await turns.rest()
    }
  }
  let complete = grown
  for (let length = 2; length <= maxGramWords; length++) {
    await lengthen(revised.flatMap(({ before, after }) => [before, after]))
    // Most texts have few common words beside each other. Without a row of this length they have no longer one either.
    revised = revised.filter(({ before, after }) => before.reader.grams().size + after.reader.grams().size > 0)
    if (revised.length === 0 && complete.words.size === 0) return
    const changes = new BlockChanges()
    for (const { field, before, after } of revised) {
      changes.note(field, after.number, before.reader.grams(), after.reader.grams())
      await turns.rest()
    }
    // What has become common was in these threads without longer rows.
    const needles = [...complete.words].map(toGramNeedle)
    const isNew = (gram: string): boolean => shortenGram(gram).some((part) => complete.words.has(part))
    for await (const rows of textsOf(tx, tenantId, complete.threads)) {
      const texts: { field: Field; text: Text }[] = []
      for (const { number, part, words } of rows) {
        if (needles.some((needle) => words.includes(needle)))
          texts.push({ field: part === headPart ? 'head' : 'body', text: new Text(number, words) })
        await turns.rest()
      }
      for (let known = 1; known < length; known++) await lengthen(texts.map(({ text }) => text))
      for (const { field, text } of texts) {
        changes.note(field, text.number, new Set(), new Set([...text.reader.grams()].filter(isNew)))
        await turns.rest()
      }
    }
    complete = await changes.write(tx, tenantId, { commonMin, turns })
  }
}

/** A text of a thread. */
class Text {
  readonly number: number
  readonly block: number
  readonly reader: GramReader

  constructor(number: number, words: string) {
    this.number = number
    this.block = blockOf(number)
    this.reader = new GramReader(words)
  }
}

/** Which words, and rows of them, are common: asked of the index once. A row is asked about when its length has been written. */
class Common {
  readonly #tx: Queryable
  readonly #tenantId: Uuid
  readonly #turns: Turns
  readonly #asked = new Map<number, Map<string, boolean>>()

  constructor(tx: Queryable, tenantId: Uuid, turns: Turns) {
    this.#tx = tx
    this.#tenantId = tenantId
    this.#turns = turns
  }

  in(block: number): IsCommon {
    const asked = this.#of(block)
    return (gram) => asked.get(gram) === true
  }

  /** Asks about the rows that texts have of their present length. */
  async learn(texts: readonly Text[]): Promise<void> {
    const asking: { word: string; block: number }[] = []
    for (const { block, reader } of texts) {
      const asked = this.#of(block)
      for (const word of reader.grams()) {
        if (asked.has(word)) continue
        asked.set(word, false)
        asking.push({ word, block })
      }
      await this.#turns.rest()
    }
    const found = await inPortions(asking, (of) =>
      this.#tx.rows(findCommonOf, { tenantId: this.#tenantId, words: of.map(({ word }) => word), blocks: of.map(({ block }) => block) }),
    )
    for (const { word, block } of found) this.#of(block).set(word, true)
  }

  #of(block: number): Map<string, boolean> {
    const known = this.#asked.get(block)
    if (known) return known
    const asked = new Map<string, boolean>()
    this.#asked.set(block, asked)
    return asked
  }
}

/** All texts of some threads, a portion at a time. */
async function* textsOf(tx: Queryable, tenantId: Uuid, threads: ReadonlySet<number>): AsyncGenerator<TextRow[]> {
  let numbers = [...threads].toSorted((a, b) => a - b)
  let after: Uuid | null = null
  while (numbers.length > 0) {
    const portion = numbers.slice(0, textsPerStatement)
    const texts: TextRow[] = await tx.rows(readTexts, {
      tenantId,
      numbers: portion,
      first: portion[0] ?? 0,
      after,
      limit: textsPerStatement,
    })
    yield texts
    const last = texts.at(-1)
    const isCut = texts.length === textsPerStatement && last
    numbers = isCut ? numbers.filter((number) => number >= last.number) : numbers.slice(portion.length)
    after = isCut ? last.part : null
  }
}
