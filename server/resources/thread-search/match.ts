/** Which threads match a query, and how well: sets of thread numbers from the index, corrected by what the index has not read yet. */
import {
  blockSize,
  type Group,
  toNeedle,
  NumberSet,
  type Query,
  type Queryable,
  type Term,
  allTerms,
  type Uuid,
  wantedTerms,
} from '../../kit/index.ts'
import { readLive, type Live } from './live.ts'
import { TextLooker } from './look-through.ts'
import { findPhrases, type PhraseSets, type Sets } from './phrases.ts'
import { findBeginnings, findNamed, findWords, indexState } from './queries.ts'
import { refused } from './refusal.ts'

/** Words that the beginnings of a search may stand for, all together. */
const beginningsMax = 20_000

/** What a thread gains for a term found in it, in its head besides, and for being named by it. */
const points = { found: 1, inHead: 3, named: 1000 }

export type Matches = {
  hits: NumberSet
  /** Points by thread number. They depend on the thread and the query alone, so that pages follow each other whatever else is written. */
  points: Uint16Array
  live: ReadonlyMap<number, Live>
}

/** `field`: where the search stands in the request, for refusals. */
export async function findMatches(db: Queryable, tenantId: Uuid, query: Query, text: string, field: string): Promise<Matches> {
  const state = await db.first(indexState, { tenantId })
  if (!state) throw new Error('A tenant has a row of counters')
  const live = await readLive(db, tenantId, state)
  const search = new Search(db, tenantId, state.lastNumber, live, field)
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
  #phrases: ReadonlyMap<Term, PhraseSets> = new Map()
  readonly #field: string
  readonly #texts: TextLooker
  readonly #terms = new Map<Term, Sets>()
  /** Threads by what names them. */
  readonly #named = new Map<string, number[]>()
  #namedByAll: number[] = []

  constructor(db: Queryable, tenantId: Uuid, max: number, live: ReadonlyMap<number, Live>, field: string) {
    this.#field = field
    this.#texts = new TextLooker(db, tenantId, field)
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
    const terms = allTerms(query)
    const whole = text.trim().replace(/^"(.*)"$/, '$1')
    const words = new Set([''])
    for (const term of terms) if (!isPhrase(term) && !term.isPrefix) words.add(lastOf(term))
    for (const word of words) this.#words.set(word, this.#none())
    for (const { word, block, head, body } of await this.#db.rows(findWords, { tenantId: this.#tenantId, words: [...words] })) {
      const sets = this.#words.get(word)
      sets?.head.addBlock(block, head)
      sets?.body.addBlock(block, body)
    }
    const phrases = terms.filter(isPhrase)
    this.#phrases = await findPhrases(this.#db, this.#tenantId, phrases, () => this.#none(), Math.floor(this.#max / blockSize) + 1)
    let beginnings = 0
    for (const beginning of new Set(terms.filter(({ isPrefix }) => isPrefix).map(lastOf)))
      beginnings += await this.#loadBeginning(beginning, beginningsMax - beginnings)
    await this.#loadNamed([...terms.map(({ raw }) => raw), whole], whole)
  }

  async #loadBeginning(from: string, most: number): Promise<number> {
    const sets = this.#none()
    const rows = await this.#db.rows(findBeginnings, { tenantId: this.#tenantId, from, end: `${from}\u{10ffff}`, limit: most + 1 })
    if (rows.length > most) throw refused(this.#field, 'TOO_MANY_WORDS', `too many words begin with “${from}”; use a longer prefix`)
    for (const { block, head, body } of rows) {
      sets.head.addBlock(block, head)
      sets.body.addBlock(block, body)
    }
    this.#beginnings.set(from, sets)
    return rows.length
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

  /** The threads of a group. Phrases that texts are looked through for come last: only those of threads that have all the rest. */
  async group({ all, none }: Group): Promise<NumberSet> {
    const unsure = (term: Term): number => {
      const { head, body } = this.#phrases.get(term)?.candidates ?? this.#none()
      return head.size + body.size
    }
    let found: NumberSet | null = null
    for (const term of all.toSorted((a, b) => unsure(a) - unsure(b))) {
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
        .forEachDescending((n) => (scores[n] = (scores[n] ?? 0) + more))
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

  /** Where a term occurs. A phrase is looked for among `candidates` alone. */
  async #term(term: Term, candidates: NumberSet | null): Promise<Sets> {
    const phrase = this.#phrases.get(term)
    const sets = phrase ? await this.#phrase(term, phrase, candidates) : this.#copy(this.#indexed(term))
    const needle = toNeedle(term)
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

  async #phrase(term: Term, { found, candidates: { head, body } }: PhraseSets, candidates: NumberSet | null): Promise<Sets> {
    const among = head.copy().unite(body)
    if (term.isPrefix) {
      const ending = this.#indexed(term)
      among.intersect(ending.head.copy().unite(ending.body))
    }
    if (candidates) among.intersect(candidates)
    await this.#texts.find(term, among.numbers(), ({ number, inHead, inBody }) => {
      if (inHead) found.head.add(number)
      if (inBody) found.body.add(number)
    })
    return found
  }

  /** All threads. */
  #all(): NumberSet {
    const all = this.#copy(this.#words.get('') ?? this.#none()).head
    for (const [n, { isGone }] of this.#live) put(all, n, !isGone)
    return all
  }

  #none(): Sets {
    return { head: this.empty(), body: this.empty() }
  }
  #copy({ head, body }: Sets): Sets {
    return { head: head.copy(), body: body.copy() }
  }
}

function isPhrase({ words }: Term): boolean {
  return words.length > 1
}

function lastOf({ words }: Term): string {
  return words.at(-1) ?? ''
}

function put(set: NumberSet, n: number, isIn: boolean): void {
  if (isIn) set.add(n)
  else set.remove(n)
}
