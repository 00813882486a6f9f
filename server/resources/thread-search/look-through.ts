/** Looks through texts for phrases that the index does not have: a limited number of them for a search, so that each is answered in time. */
import { maxGramWords, toNeedle, type Queryable, type Term, type Uuid } from '../../kit/index.ts'
import { headPart, verifyPhrase, type LookedThrough } from './queries.ts'
import { refused } from './refusal.ts'

type Amount = { texts: number; bytes: number }
/** How much is looked through for a whole search, for a statement, and by the first one, which learns how long the texts are. */
export type Limits = { search: Amount; statement: Amount; firstTexts: number }
/** Some tenths of a second for a search. */
const limitsDefault: Limits = {
  search: { texts: 200_000, bytes: 200_000_000 },
  statement: { texts: 20_000, bytes: 20_000_000 },
  firstTexts: 200,
}

export class TextLooker {
  readonly #db: Queryable
  readonly #tenantId: Uuid
  readonly #field: string
  readonly #limits: Limits
  #left: Amount
  #limit: number
  /** As the last statement had them. */
  #textsPerThread = 1

  /** `field`: where the search stands in the request. */
  constructor(db: Queryable, tenantId: Uuid, field: string, limits = limitsDefault) {
    this.#limits = limits
    this.#left = limits.search
    this.#limit = limits.firstTexts
    this.#db = db
    this.#tenantId = tenantId
    this.#field = field
  }

  /** Calls with the threads, of those given (in order), that have a phrase. Throws SVC-VALIDATION-FAILED when that takes too long. */
  async find(term: Term, threads: readonly number[], call: (found: LookedThrough) => void): Promise<void> {
    let numbers = threads
    let after: Uuid | null = null
    while (numbers.length > 0) {
      const limit = this.#limit
      const portion = numbers.slice(0, Math.ceil(limit / this.#textsPerThread))
      const rows: LookedThrough[] = await this.#db.rows(verifyPhrase, {
        tenantId: this.#tenantId,
        numbers: portion,
        first: portion[0] ?? 0,
        after,
        limit,
        needle: toNeedle(term),
        head: headPart,
      })
      for (const row of rows) if (row.inHead || row.inBody) call(row)
      const texts = rows.reduce((sum, row) => sum + row.texts, 0)
      this.#textsPerThread = Math.max(1, texts / Math.max(1, rows.length))
      this.#spend(
        term,
        texts,
        rows.reduce((sum, row) => sum + row.bytes, 0),
      )
      const last = rows.at(-1)
      const isCut = texts === limit && last !== undefined
      numbers = isCut ? numbers.filter((number) => number >= last.number) : numbers.slice(portion.length)
      after = isCut ? last.last : null
    }
  }

  #spend({ raw, isPrefix }: Term, texts: number, bytes: number): void {
    this.#left = { texts: this.#left.texts - texts, bytes: this.#left.bytes - bytes }
    const { statement, firstTexts } = this.#limits
    if (texts > 0) this.#limit = Math.max(firstTexts, Math.min(statement.texts, Math.floor((statement.bytes * texts) / Math.max(1, bytes))))
    if (this.#left.texts >= 0 && this.#left.bytes >= 0) return
    const cure = isPrefix
      ? 'write its last word to the end'
      : `leave words out until it has ${maxGramWords}, or add a rarer word to the search`
    throw refused(this.#field, 'PHRASE_TOO_COMMON', `too many threads have the words of “${raw}”; ${cure}`)
  }
}
