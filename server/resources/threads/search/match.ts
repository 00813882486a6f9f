/** Which threads match a query, and how well: sets of thread numbers from the index, corrected by what the index has not read yet. */
import type { Queryable } from '../../../kit/db.ts'
import { ApiError, validationFailed } from '../../../kit/errors.ts'
import type { Uuid } from '../../../kit/ids.ts'
import { NumberSet } from '../../../kit/search/number-set.ts'
import { needleOf, termsOf, wantedTerms, type Group, type Query, type Term } from '../../../kit/search/query.ts'
import { readLive, type Live } from './live.ts'
import { findBeginnings, findNamed, findWords, headPart, indexState, verifyPhrase } from './queries.ts'

/** Words that one beginning may stand for. */
const beginningsMax = 20_000
/** Candidates for a phrase that are verified by one statement. */
const portion = 20_000

/** What a thread gains for a term found in it, in its head besides, and for being named by it. */
const points = { found: 1, inHead: 3, named: 1000 }

export type Matches = {
  hits: NumberSet
  /** Points by thread number. They depend on the thread and the query alone, so that pages follow each other whatever else is written. */
  points: Uint16Array
  live: ReadonlyMap<number, Live>
}

type Sets = { head: NumberSet; body: NumberSet }

export async function findMatches(db: Queryable, tenantId: Uuid, query: Query, text: string): Promise<Matches> {
  const state = await db.first(indexState, { tenantId })
  if (!state) throw new Error('A tenant has a row of counters')
  const live = await readLive(db, tenantId, state)
  const search = new Search(db, tenantId, state.lastNumber, live)
  await search.load(query, text)
  const hits = search.empty()
  for (const group of query.groups) hits.unite(await search.group(group))
  return { hits, points: search.score(query, hits), live }
}

class Search {
  readonly #db: Queryable
  readonly #tenantId: Uuid
  readonly #max: number
  readonly #live: ReadonlyMap<number, Live>
  /** What the index says of each word, and of each beginning (by its Term). */
  readonly #words = new Map<string, Sets>()
  readonly #beginnings = new Map<string, Sets>()
  readonly #terms = new Map<Term, Sets>()
  /** Threads by what names them. */
  readonly #named = new Map<string, number[]>()
  #namedByAll: number[] = []

  constructor(db: Queryable, tenantId: Uuid, max: number, live: ReadonlyMap<number, Live>) {
    this.#db = db
    this.#tenantId = tenantId
    this.#max = max
    this.#live = live
  }

  empty(): NumberSet {
    return new NumberSet(this.#max)
  }

  /** Reads what the index has of all words of a query. */
  async load(query: Query, text: string): Promise<void> {
    const terms = termsOf(query)
    const whole = text.trim().replace(/^"(.*)"$/, '$1')
    const words = new Set([''])
    for (const { words: row, isPrefix } of terms) for (const word of isPrefix ? row.slice(0, -1) : row) words.add(word)
    for (const word of words) this.#words.set(word, this.#none())
    for (const { word, block, head, body } of await this.#db.rows(findWords, { tenantId: this.#tenantId, words: [...words] })) {
      const sets = this.#words.get(word)
      sets?.head.addBlock(block, head)
      sets?.body.addBlock(block, body)
    }
    for (const beginning of new Set(terms.filter(({ isPrefix }) => isPrefix).map(lastOf))) await this.#loadBeginning(beginning)
    await this.#loadNamed([...terms.map(({ raw }) => raw), whole], whole)
  }

  async #loadBeginning(from: string): Promise<void> {
    const sets = this.#none()
    const rows = await this.#db.rows(findBeginnings, { tenantId: this.#tenantId, from, end: `${from}\u{10ffff}`, limit: beginningsMax + 1 })
    if (rows.length > beginningsMax)
      throw new ApiError(validationFailed, {
        details: [{ field: 'q', code: 'TOO_MANY_WORDS', message: `too many words begin with “${from}”; write more of it` }],
      })
    for (const { block, head, body } of rows) {
      sets.head.addBlock(block, head)
      sets.body.addBlock(block, body)
    }
    this.#beginnings.set(from, sets)
  }

  /** Threads whose number or reference was written: asked of the threads themselves. */
  async #loadNamed(raws: readonly string[], whole: string): Promise<void> {
    const numberOf = (raw: string): number | null => {
      const digits = /^(?:#|[A-Z][A-Z0-9]{1,7}-\d{4}-)?(\d{1,9})$/i.exec(raw)?.[1]
      return digits === undefined ? null : Number(digits)
    }
    const numbers = raws.flatMap((raw) => numberOf(raw) ?? [])
    const rows = await this.#db.rows(findNamed, { tenantId: this.#tenantId, numbers: [...new Set(numbers)], refs: [...new Set(raws)] })
    for (const raw of raws) {
      const matches = rows.filter(
        ({ number, ticketNumber, externalRef }) =>
          externalRef === raw || (numberOf(raw) === number && (/^#?\d+$/.test(raw) || raw.toUpperCase() === ticketNumber.toUpperCase())),
      )
      this.#named.set(
        raw,
        matches.map(({ number }) => number),
      )
    }
    this.#namedByAll = this.#named.get(whole) ?? []
  }

  /** The threads of a group. Phrases come last: only threads that have all the rest are read for them. */
  async group({ all, none }: Group): Promise<NumberSet> {
    const isLong = ({ words }: Term): number => (words.length > 1 ? 1 : 0)
    let found: NumberSet | null = null
    for (const term of all.toSorted((a, b) => isLong(a) - isLong(b))) {
      const { head, body } = await this.#term(term, found)
      const either = head.copy().unite(body)
      found = found ? found.intersect(either) : either
    }
    found ??= this.#all()
    for (const term of none) {
      const { head, body } = await this.#term(term, found)
      found.subtract(head).subtract(body)
    }
    return found
  }

  /** Adds up the points of what was found, with what is named by the whole query. */
  score(query: Query, hits: NumberSet): Uint16Array {
    const scores = new Uint16Array(this.#max + 1)
    const give = (set: NumberSet, more: number): void =>
      set
        .copy()
        .intersect(hits)
        .forEachDown((n) => (scores[n] = (scores[n] ?? 0) + more))
    for (const n of this.#namedByAll) hits.add(n)
    for (const term of new Set(wantedTerms(query))) {
      const sets = this.#terms.get(term)
      if (!sets) continue
      give(sets.head.copy().unite(sets.body), points.found)
      give(sets.head, points.inHead)
    }
    const named = new Set([...this.#namedByAll, ...wantedTerms(query).flatMap(({ raw }) => this.#named.get(raw) ?? [])])
    for (const n of named) if (hits.has(n)) scores[n] = (scores[n] ?? 0) + points.named
    return scores
  }

  /** Where a term occurs. Of a phrase: among `candidates`. */
  async #term(term: Term, candidates: NumberSet | null): Promise<Sets> {
    const sets = term.words.length === 1 ? this.#copy(this.#indexed(term)) : await this.#phrase(term, candidates)
    const needle = needleOf(term)
    for (const [n, { head, body, bodyIsWhole }] of this.#live) {
      if (head !== null) put(sets.head, n, head.includes(needle))
      if (bodyIsWhole || body.includes(needle)) put(sets.body, n, body.includes(needle))
    }
    for (const n of this.#named.get(term.raw) ?? []) sets.head.add(n)
    this.#terms.set(term, sets)
    return sets
  }

  /** What the index says of the last word of a term. */
  #indexed(term: Term): Sets {
    return (term.isPrefix ? this.#beginnings : this.#words).get(lastOf(term)) ?? this.#none()
  }

  async #phrase(term: Term, candidates: NumberSet | null): Promise<Sets> {
    const found = this.#none()
    const last = this.#indexed(term)
    const among = last.head.copy().unite(last.body)
    for (const word of term.words.slice(0, -1)) {
      const { head, body } = this.#words.get(word) ?? found
      among.intersect(head.copy().unite(body))
    }
    if (candidates) among.intersect(candidates)
    const numbers = among.numbers()
    for (let i = 0; i < numbers.length; i += portion) {
      const rows = await this.#db.rows(verifyPhrase, {
        tenantId: this.#tenantId,
        numbers: numbers.slice(i, i + portion),
        needle: needleOf(term),
        part: headPart,
      })
      for (const { number, inHead, inBody } of rows) {
        if (inHead) found.head.add(number)
        if (inBody) found.body.add(number)
      }
    }
    return found
  }

  /** All threads. */
  #all(): NumberSet {
    const all = this.#copy(this.#words.get('') ?? this.#none()).head
    for (const n of this.#live.keys()) all.add(n)
    return all
  }

  #none(): Sets {
    return { head: this.empty(), body: this.empty() }
  }
  #copy({ head, body }: Sets): Sets {
    return { head: head.copy(), body: body.copy() }
  }
}

function lastOf({ words }: Term): string {
  return words.at(-1) ?? ''
}

function put(set: NumberSet, n: number, isIn: boolean): void {
  if (isIn) set.add(n)
  else set.remove(n)
}
