/**
 * Finds similar threads: those with the same rare words. Combines the index's sets with texts that the index has not read yet, so that a
 * thread can be found as soon as it is committed.
 */
import { blockSize, NumberSet } from './number-set.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { findFirstTexts, findWordSizes } from './alike-queries.ts'
import { findWords, headPart, indexState } from './queries.ts'
import { distinctWords } from './texts.ts'
import { readUnindexed, type UnindexedThread } from './unindexed.ts'

/**
 * Maximum number of words of a thread to look up, rarest first, and bytes of their sets. The limits make the cost independent of the
 * tenant's size.
 */
const maxWords = 40
const maxBytes = 400_000
/** Maximum number of texts of a thread to compare, and of characters of each. */
const maxParts = 16
const maxCharacters = 4_000
/** Maximum number of distinct words of a thread to compare: the first ones, which usually state the topic of a long text. */
const maxDistinctWords = 400

/** Weight of a word: higher for rare words, 0 for words that no thread contains. */
export type Weights = (word: string) => number
export type Neighbour = { number: number; score: number }

export class AlikeThreads {
  readonly #db: Queryable
  readonly #tenantId: Uuid
  readonly #unindexed: ReadonlyMap<number, UnindexedThread>
  readonly #lastNumber: number

  private constructor(db: Queryable, tenantId: Uuid, unindexed: ReadonlyMap<number, UnindexedThread>, lastNumber: number) {
    this.#db = db
    this.#tenantId = tenantId
    this.#unindexed = unindexed
    this.#lastNumber = lastNumber
  }

  /** Reads the texts that are not indexed yet, once for all methods of the result. */
  static async open(db: Queryable, tenantId: Uuid): Promise<AlikeThreads> {
    const state = await db.first(indexState, { tenantId })
    if (!state) throw new Error('The tenant has no row in tenant_counters')
    return new AlikeThreads(db, tenantId, await readUnindexed(db, tenantId, state), state.lastNumber)
  }

  /** Finds the threads that share the most of these words, best first. `except` is the number of a thread to exclude. */
  async findNearest(
    words: ReadonlySet<string>,
    limit: number,
    except: number | null,
  ): Promise<{ neighbours: Neighbour[]; weights: Weights }> {
    const sets = await this.#readSets(words)
    const total = Math.max(1, this.#lastNumber)
    const weightOf = new Map([...sets].map(([word, set]) => [word, Math.log((total + 1) / Math.max(1, set.size))]))
    const scores = new Float32Array(this.#lastNumber + 1)
    for (const [word, set] of sets) {
      const weight = weightOf.get(word) ?? 0
      set.forEachDescending((number) => (scores[number] = (scores[number] ?? 0) + weight))
    }
    if (except !== null) scores[except] = 0
    return { neighbours: findHighest(scores, limit), weights: (word) => weightOf.get(word) ?? 0 }
  }

  /** Returns the distinct words of subjects and messages by thread number, without customers' names and addresses. */
  async readWords(numbers: readonly number[]): Promise<Map<number, Set<string>>> {
    const rows = await this.#db.rows(findFirstTexts, {
      tenantId: this.#tenantId,
      numbers: [...numbers],
      parts: maxParts,
      characters: maxCharacters,
    })
    const texts = new Map<number, { head: string; body: string }>(numbers.map((number) => [number, { head: '', body: '' }]))
    for (const { number, part, words } of rows) {
      const text = texts.get(number)
      if (text && part === headPart) text.head = words
      else if (text) text.body += `${words}\n`
    }
    for (const [number, text] of texts) {
      const unindexed = this.#unindexed.get(number)
      if (!unindexed) continue
      if (unindexed.head !== null) text.head = unindexed.head
      text.body = unindexed.bodyIsWhole ? unindexed.body : text.body + unindexed.body
    }
    const getSubject = (head: string): string => head.split('\n', 1)[0] ?? ''
    return new Map(
      [...texts].map(([number, { head, body }]) => [
        number,
        new Set([...distinctWords(`${getSubject(head)}\n${body}`)].slice(0, maxDistinctWords)),
      ]),
    )
  }

  async #readSets(words: ReadonlySet<string>): Promise<Map<string, NumberSet>> {
    const sizes = await this.#db.rows(findWordSizes, { tenantId: this.#tenantId, words: [...words] })
    const wanted = new Map([...words].map((word) => [word, 0]))
    for (const { word, bytes } of sizes) wanted.set(word, bytes)
    const sets = new Map<string, NumberSet>()
    let bytes = 0
    for (const [word, size] of [...wanted].toSorted((a, b) => a[1] - b[1])) {
      // A word that is missing from the index can occur in an unread text.
      if (size === 0 && ![...this.#unindexed.values()].some((thread) => hasWord(thread, word))) continue
      if (sets.size === maxWords || (bytes += size) > maxBytes) break
      sets.set(word, new NumberSet(Math.max(this.#lastNumber, blockSize - 1)))
    }
    for (const { word, block, head, body } of await this.#db.rows(findWords, { tenantId: this.#tenantId, words: [...sets.keys()] })) {
      sets.get(word)?.addBlock(block, head)
      sets.get(word)?.addBlock(block, body)
    }
    for (const [word, set] of sets) {
      for (const [number, thread] of this.#unindexed) {
        if (hasWord(thread, word)) set.add(number)
        else if (thread.bodyIsWhole) set.remove(number)
      }
    }
    return sets
  }
}

function hasWord({ head, body }: UnindexedThread, word: string): boolean {
  const needle = ` ${word} `
  return body.includes(needle) || (head?.includes(needle) ?? false)
}

/**
 * Returns the numbers with the highest scores above 0, best first, then newest. A histogram finds the cutoff score, so that few numbers are
 * sorted.
 */
function findHighest(scores: Float32Array, limit: number): Neighbour[] {
  let top = 0
  for (const score of scores) if (score > top) top = score
  if (top === 0) return []
  const histogram = new Uint32Array(1_001)
  for (const score of scores) {
    const place = Math.floor((score / top) * 1_000)
    if (score > 0) histogram[place] = (histogram[place] ?? 0) + 1
  }
  let least = 1_000
  for (let sum = 0; least >= 0; least--) if ((sum += histogram[least] ?? 0) >= limit) break
  const found: Neighbour[] = []
  for (const [number, score] of scores.entries()) if (score > 0 && Math.floor((score / top) * 1_000) >= least) found.push({ number, score })
  return found.toSorted((a, b) => b.score - a.score || b.number - a.number).slice(0, limit)
}
