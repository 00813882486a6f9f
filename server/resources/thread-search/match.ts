/** Finds and scores the threads that match a query: combines the index's sets of thread numbers with texts that are not indexed yet. */
import { blockSize, NumberSet } from './number-set.ts'
import { type Group, toNeedle, type Query, type Term, allTerms, wantedTerms } from '../text-search/index.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { readUnindexed, type UnindexedThread } from './unindexed.ts'
import { type FieldSets, findPhrases, type PhraseSets } from './phrases.ts'
import { findByPrefix, findWords, indexState } from './queries.ts'
import { findNamed } from './search-queries.ts'
import { createRefusal } from './refusal.ts'
import { TextScanner } from './scan-texts.ts'

/** Maximum number of words that a search's prefixes may match. */
const maxPrefixWords = 20_000

/** Points of a thread for a term in any text, for one in its head in addition, and for its own number or reference. */
const points = { found: 1, inHead: 3, named: 1000 }

export type Matches = {
  hits: NumberSet
  /** Points by thread number. They depend only on the thread and the query, so that writes to other threads do not move it to another page. */
  points: Uint16Array
  unindexed: ReadonlyMap<number, UnindexedThread>
}

/** Finds and scores the threads that match a query. `field` is the request's search field, for errors. */
export async function findMatches(db: Queryable, tenantId: Uuid, query: Query, text: string, field: string): Promise<Matches> {
  const state = await db.first(indexState, { tenantId })
  if (!state) throw new Error('The tenant has no row in tenant_counters')
  const unindexed = await readUnindexed(db, tenantId, state)
  const search = new Search(db, tenantId, state.lastNumber, unindexed, field)
  await search.load(query, text)
  const hits = search.empty()
  for (const group of query.groups) hits.unite(await search.matchGroup(group))
  return { hits, points: search.score(query, hits), unindexed }
}

class Search {
  readonly #db: Queryable
  readonly #tenantId: Uuid
  readonly #max: number
  readonly #unindexed: ReadonlyMap<number, UnindexedThread>
  /** Sets of the index, by word and by prefix. */
  readonly #words = new Map<string, FieldSets>()
  readonly #prefixes = new Map<string, FieldSets>()
  #phrases: ReadonlyMap<Term, PhraseSets> = new Map()
  readonly #field: string
  readonly #scanner: TextScanner
  readonly #terms = new Map<Term, FieldSets>()
  /** Threads by number or reference, as in the query. */
  readonly #named = new Map<string, number[]>()
  #namedByWholeQuery: number[] = []

  constructor(db: Queryable, tenantId: Uuid, max: number, unindexed: ReadonlyMap<number, UnindexedThread>, field: string) {
    this.#field = field
    this.#scanner = new TextScanner(db, tenantId, field)
    this.#db = db
    this.#tenantId = tenantId
    this.#max = max
    this.#unindexed = unindexed
  }

  empty(): NumberSet {
    return new NumberSet(this.#max)
  }

  /** Reads the sets of all terms in a query. */
  async load(query: Query, text: string): Promise<void> {
    const terms = allTerms(query)
    const whole = text.trim().replace(/^"(.*)"$/, '$1')
    const words = new Set([''])
    for (const term of terms) if (!isPhrase(term) && !term.isPrefix) words.add(lastWord(term))
    for (const word of words) this.#words.set(word, this.#createEmpty())
    for (const { word, block, head, body } of await this.#db.rows(findWords, { tenantId: this.#tenantId, words: [...words] })) {
      const sets = this.#words.get(word)
      sets?.head.addBlock(block, head)
      sets?.body.addBlock(block, body)
    }
    const phrases = terms.filter(isPhrase)
    this.#phrases = await findPhrases(this.#db, this.#tenantId, phrases, () => this.#createEmpty(), Math.floor(this.#max / blockSize) + 1)
    let prefixWords = 0
    for (const prefix of new Set(terms.filter(({ isPrefix }) => isPrefix).map(lastWord)))
      prefixWords += await this.#loadPrefix(prefix, maxPrefixWords - prefixWords)
    await this.#loadNamed([...terms.map(({ raw }) => raw), whole], whole)
  }

  /** Reads the sets of all words with a prefix. Returns the number of words. */
  async #loadPrefix(prefix: string, maxWords: number): Promise<number> {
    const sets = this.#createEmpty()
    const rows = await this.#db.rows(findByPrefix, {
      tenantId: this.#tenantId,
      from: prefix,
      end: `${prefix}\u{10ffff}`,
      limit: maxWords + 1,
    })
    if (rows.length > maxWords)
      throw createRefusal(this.#field, 'TOO_MANY_WORDS', `too many words begin with “${prefix}”; use a longer prefix`)
    for (const { block, head, body } of rows) {
      sets.head.addBlock(block, head)
      sets.body.addBlock(block, body)
    }
    this.#prefixes.set(prefix, sets)
    return rows.length
  }

  /** Finds the threads whose number or reference equals a term or the whole query. Reads `threads` rather than the index. */
  async #loadNamed(raws: readonly string[], whole: string): Promise<void> {
    const parseNumber = (raw: string): number | null => {
      const digits = /^(?:#|[A-Z][A-Z0-9]{1,7}-\d{4}-)?(\d{1,9})$/i.exec(raw)?.[1]
      return digits === undefined ? null : Number(digits)
    }
    const numbers = raws.flatMap((raw) => parseNumber(raw) ?? [])
    const rows = await this.#db.rows(findNamed, { tenantId: this.#tenantId, numbers: [...new Set(numbers)], refs: [...new Set(raws)] })
    for (const raw of raws) {
      const matches = rows.filter(
        ({ number, ticketNumber, externalRef }) =>
          externalRef === raw || (parseNumber(raw) === number && (/^#?\d+$/.test(raw) || raw.toUpperCase() === ticketNumber.toUpperCase())),
      )
      this.#named.set(
        raw,
        matches.map(({ number }) => number),
      )
    }
    this.#namedByWholeQuery = this.#named.get(whole) ?? []
  }

  /** Returns the threads that match a group. Evaluates phrases with the most candidates last, when few threads are left to scan. */
  async matchGroup({ all, none }: Group): Promise<NumberSet> {
    const countCandidates = (term: Term): number => {
      const { head, body } = this.#phrases.get(term)?.candidates ?? this.#createEmpty()
      return head.size + body.size
    }
    let found: NumberSet | null = null
    for (const term of all.toSorted((a, b) => countCandidates(a) - countCandidates(b))) {
      const { head, body } = await this.#matchTerm(term, found)
      const either = head.copy().unite(body)
      found = found ? found.intersect(either) : either
    }
    found ??= this.#allThreads()
    for (const term of none) {
      const { head, body } = await this.#matchTerm(term, found)
      found.subtract(head).subtract(body)
    }
    return found
  }

  /** Adds up the points of each hit. Adds threads whose number or reference is the whole query to `hits`. */
  score(query: Query, hits: NumberSet): Uint16Array {
    const scores = new Uint16Array(this.#max + 1)
    const addPoints = (set: NumberSet, more: number): void =>
      set
        .copy()
        .intersect(hits)
        .forEachDescending((n) => (scores[n] = (scores[n] ?? 0) + more))
    for (const n of this.#namedByWholeQuery) hits.add(n)
    for (const term of new Set(wantedTerms(query))) {
      const sets = this.#terms.get(term)
      if (!sets) continue
      addPoints(sets.head.copy().unite(sets.body), points.found)
      addPoints(sets.head, points.inHead)
    }
    const named = new Set([...this.#namedByWholeQuery, ...wantedTerms(query).flatMap(({ raw }) => this.#named.get(raw) ?? [])])
    for (const n of named) if (hits.has(n)) scores[n] = (scores[n] ?? 0) + points.named
    return scores
  }

  /** Returns the threads that contain a term. If `among` is given, only scans its texts. */
  async #matchTerm(term: Term, among: NumberSet | null): Promise<FieldSets> {
    const phrase = this.#phrases.get(term)
    const sets = phrase ? await this.#matchPhrase(term, phrase, among) : this.#copy(this.#lastWordSets(term))
    const needle = toNeedle(term)
    for (const [n, { head, body, bodyIsWhole }] of this.#unindexed) {
      if (head !== null) setMember(sets.head, n, head.includes(needle))
      if (bodyIsWhole || body.includes(needle)) setMember(sets.body, n, body.includes(needle))
    }
    for (const n of this.#named.get(term.raw) ?? []) sets.head.add(n)
    this.#terms.set(term, sets)
    return sets
  }

  /** Returns the sets of a term's last word, which may be a prefix. */
  #lastWordSets(term: Term): FieldSets {
    return (term.isPrefix ? this.#prefixes : this.#words).get(lastWord(term)) ?? this.#createEmpty()
  }

  async #matchPhrase(term: Term, { found, candidates: { head, body } }: PhraseSets, among: NumberSet | null): Promise<FieldSets> {
    const candidates = head.copy().unite(body)
    if (term.isPrefix) {
      const ending = this.#lastWordSets(term)
      candidates.intersect(ending.head.copy().unite(ending.body))
    }
    if (among) candidates.intersect(among)
    await this.#scanner.find(term, candidates.numbers(), ({ number, inHead, inBody }) => {
      if (inHead) found.head.add(number)
      if (inBody) found.body.add(number)
    })
    return found
  }

  #allThreads(): NumberSet {
    const all = this.#copy(this.#words.get('') ?? this.#createEmpty()).head
    for (const [n, { isGone }] of this.#unindexed) setMember(all, n, !isGone)
    return all
  }

  #createEmpty(): FieldSets {
    return { head: this.empty(), body: this.empty() }
  }
  #copy({ head, body }: FieldSets): FieldSets {
    return { head: head.copy(), body: body.copy() }
  }
}

function isPhrase({ words }: Term): boolean {
  return words.length > 1
}

function lastWord({ words }: Term): string {
  return words.at(-1) ?? ''
}

function setMember(set: NumberSet, n: number, isMember: boolean): void {
  if (isMember) set.add(n)
  else set.remove(n)
}
