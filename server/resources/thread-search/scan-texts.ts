/** Scans texts for phrases that the index cannot decide. Each search has a limit on texts, so that it ends in time. */
import { maxGramWords } from './grams.ts'
import { toNeedle, type Term } from '../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { headPart } from './queries.ts'
import { verifyPhrase, type ScannedThread } from './search-queries.ts'
import { createRefusal } from './refusal.ts'

type Amount = { texts: number; bytes: number }
/** Maximum amounts of text for a search, for one statement, and for the first statement, before the size of the texts is known. */
export type Limits = { search: Amount; statement: Amount; firstTexts: number }
/** Default limits, with which a search takes some tenths of a second. */
const defaultLimits: Limits = {
  search: { texts: 200_000, bytes: 200_000_000 },
  statement: { texts: 20_000, bytes: 20_000_000 },
  firstTexts: 200,
}

export class TextScanner {
  readonly #db: Queryable
  readonly #tenantId: Uuid
  readonly #field: string
  readonly #limits: Limits
  #left: Amount
  /** Number of texts for the next statement. */
  #limit: number
  /** Average of the last statement. */
  #textsPerThread = 1

  /** `field` is the request's search field, for errors. */
  constructor(db: Queryable, tenantId: Uuid, field: string, limits = defaultLimits) {
    this.#limits = limits
    this.#left = limits.search
    this.#limit = limits.firstTexts
    this.#db = db
    this.#tenantId = tenantId
    this.#field = field
  }

  /**
   * Calls `onFound` for each given thread that contains the phrase, in ascending order. Throws SVC-VALIDATION-FAILED when the search has
   * reached its limit of texts or bytes.
   */
  async find(term: Term, threads: readonly number[], onFound: (thread: ScannedThread) => void): Promise<void> {
    let numbers = threads
    let after: Uuid | null = null
    while (numbers.length > 0) {
      const limit = this.#limit
      const batch = numbers.slice(0, Math.ceil(limit / this.#textsPerThread))
      const rows: ScannedThread[] = await this.#db.rows(verifyPhrase, {
        tenantId: this.#tenantId,
        numbers: batch,
        first: batch[0] ?? 0,
        after,
        limit,
        needle: toNeedle(term),
        head: headPart,
      })
      for (const row of rows) if (row.inHead || row.inBody) onFound(row)
      const texts = rows.reduce((sum, row) => sum + row.texts, 0)
      const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
      this.#textsPerThread = Math.max(1, texts / Math.max(1, rows.length))
      this.#spend(term, texts, bytes)
      const last = rows.at(-1)
      const isCut = texts === limit && last !== undefined
      numbers = isCut ? numbers.filter((number) => number >= last.number) : numbers.slice(batch.length)
      after = isCut ? last.last : null
    }
  }

  #spend({ raw, isPrefix }: Term, texts: number, bytes: number): void {
    this.#left = { texts: this.#left.texts - texts, bytes: this.#left.bytes - bytes }
    const { statement, firstTexts } = this.#limits
    if (texts > 0) this.#limit = Math.max(firstTexts, Math.min(statement.texts, Math.floor((statement.bytes * texts) / Math.max(1, bytes))))
    if (this.#left.texts >= 0 && this.#left.bytes >= 0) return
    const cure = isPrefix ? 'write out its last word' : `shorten it to ${maxGramWords} words, or add a rarer word to the search`
    throw createRefusal(this.#field, 'PHRASE_TOO_COMMON', `too many threads have the words of “${raw}”; ${cure}`)
  }
}
