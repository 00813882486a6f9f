/**
 * Threads that are alike: those that have the same rare words. They are found by the sets of the search index, corrected by what the index
 * has not read yet, so that a thread is a neighbour of others from the commit that creates it.
 */
import { blockSize, NumberSet, type Queryable, type Uuid } from '../../kit/index.ts'
import { beginningsOf, sizesOfWords } from './alike-queries.ts'
import { readLive, type Live } from './live.ts'
import { findWords, headPart, indexState } from './queries.ts'
import { distinctWords } from './texts.ts'

/** Words that are looked up of a thread, the rarest first, and bytes of what the index has of them: a run costs the same in any tenant. */
const wordsMax = 40
const bytesMax = 400_000
const partsMax = 16
const charactersMax = 4_000
/** Of very long texts the first words say what they are about. */
const distinctMax = 400

/** How rare words are; 0 for what is in no thread. */
export type Weights = (word: string) => number
export type Neighbour = { number: number; score: number }

export class AlikeThreads {
  readonly #db: Queryable
  readonly #tenantId: Uuid
  readonly #live: ReadonlyMap<number, Live>
  readonly #lastNumber: number

  private constructor(db: Queryable, tenantId: Uuid, live: ReadonlyMap<number, Live>, lastNumber: number) {
    this.#db = db
    this.#tenantId = tenantId
    this.#live = live
    this.#lastNumber = lastNumber
  }

  /** What is not indexed yet is read once, for everything that is asked of the result. */
  static async open(db: Queryable, tenantId: Uuid): Promise<AlikeThreads> {
    const state = await db.first(indexState, { tenantId })
    if (!state) throw new Error('A tenant has a row of counters')
    return new AlikeThreads(db, tenantId, await readLive(db, tenantId, state), state.lastNumber)
  }

  /** The threads with the most of these words in common, best first, without `except`. */
  async nearest(words: ReadonlySet<string>, limit: number, except: number | null): Promise<{ neighbours: Neighbour[]; weights: Weights }> {
    const sets = await this.#setsOf(words)
    const total = Math.max(1, this.#lastNumber)
    const weightOf = new Map([...sets].map(([word, set]) => [word, Math.log((total + 1) / Math.max(1, set.size))]))
    const scores = new Float32Array(this.#lastNumber + 1)
    for (const [word, set] of sets) {
      const weight = weightOf.get(word) ?? 0
      set.forEachDescending((number) => (scores[number] = (scores[number] ?? 0) + weight))
    }
    if (except !== null) scores[except] = 0
    return { neighbours: highest(scores, limit), weights: (word) => weightOf.get(word) ?? 0 }
  }

  /** The distinct words of subjects and messages, by number of the thread. Names and addresses of customers are left out. */
  async wordsOf(numbers: readonly number[]): Promise<Map<number, Set<string>>> {
    const rows = await this.#db.rows(beginningsOf, {
      tenantId: this.#tenantId,
      numbers: [...numbers],
      parts: partsMax,
      characters: charactersMax,
    })
    const texts = new Map<number, { head: string; body: string }>(numbers.map((number) => [number, { head: '', body: '' }]))
    for (const { number, part, words } of rows) {
      const text = texts.get(number)
      if (text && part === headPart) text.head = words
      else if (text) text.body += `${words}\n`
    }
    for (const [number, text] of texts) {
      const live = this.#live.get(number)
      if (!live) continue
      if (live.head !== null) text.head = live.head
      text.body = live.bodyIsWhole ? live.body : text.body + live.body
    }
    const subjectOf = (head: string): string => head.split('\n', 1)[0] ?? ''
    return new Map(
      [...texts].map(([number, { head, body }]) => [
        number,
        new Set([...distinctWords(`${subjectOf(head)}\n${body}`)].slice(0, distinctMax)),
      ]),
    )
  }

  async #setsOf(words: ReadonlySet<string>): Promise<Map<string, NumberSet>> {
    const sizes = await this.#db.rows(sizesOfWords, { tenantId: this.#tenantId, words: [...words] })
    const wanted = new Map([...words].map((word) => [word, 0]))
    for (const { word, bytes } of sizes) wanted.set(word, bytes)
    const sets = new Map<string, NumberSet>()
    let bytes = 0
    for (const [word, size] of [...wanted].toSorted((a, b) => a[1] - b[1])) {
      // What the index does not have may be in what it has not read.
      if (size === 0 && ![...this.#live.values()].some((live) => has(live, word))) continue
      if (sets.size === wordsMax || (bytes += size) > bytesMax) break
      sets.set(word, new NumberSet(Math.max(this.#lastNumber, blockSize - 1)))
    }
    for (const { word, block, head, body } of await this.#db.rows(findWords, { tenantId: this.#tenantId, words: [...sets.keys()] })) {
      sets.get(word)?.addBlock(block, head)
      sets.get(word)?.addBlock(block, body)
    }
    for (const [word, set] of sets) {
      for (const [number, live] of this.#live) {
        if (has(live, word)) set.add(number)
        else if (live.bodyIsWhole) set.remove(number)
      }
    }
    return sets
  }
}

function has({ head, body }: Live, word: string): boolean {
  const needle = ` ${word} `
  return body.includes(needle) || (head?.includes(needle) ?? false)
}

/** The numbers with the highest scores above 0, best first, then the newer. Scores are counted in classes first, so that few are sorted. */
function highest(scores: Float32Array, limit: number): Neighbour[] {
  let top = 0
  for (const score of scores) if (score > top) top = score
  if (top === 0) return []
  const classes = new Uint32Array(1_001)
  for (const score of scores) {
    const place = Math.floor((score / top) * 1_000)
    if (score > 0) classes[place] = (classes[place] ?? 0) + 1
  }
  let least = 1_000
  for (let sum = 0; least >= 0; least--) if ((sum += classes[least] ?? 0) >= limit) break
  const found: Neighbour[] = []
  for (const [number, score] of scores.entries()) if (score > 0 && Math.floor((score / top) * 1_000) >= least) found.push({ number, score })
  return found.toSorted((a, b) => b.score - a.score || b.number - a.number).slice(0, limit)
}
