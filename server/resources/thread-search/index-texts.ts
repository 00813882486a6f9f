/** Writes the search index: follows the events of each tenant, and reads what was there before it looked for the first time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, job, type Queryable, startBackgroundTurns, startTurns, type Turns, type Uuid } from '../../kit/index.ts'
import { applyTexts, type Fresh } from './apply-texts.ts'
import type { Writing } from './block-changes.ts'
import {
  beginIndex,
  deleteEmptied,
  headPart,
  headsAfter,
  headsOf,
  headsOfCustomersAfter,
  indexState,
  isMarked,
  lockIndex,
  markedThreads,
  messagesAfter,
  messagesOf,
  moveIndex,
  stretchEnd,
  tenantsToIndex,
  threadsByNumber,
  unmark,
  type HeadText,
  type MessageText,
} from './queries.ts'
import { customerEvents, followedEvents, headWords, messageWords } from './texts.ts'

/** What one transaction reads at most, so that it takes a fraction of a second. */
export type Portion = { events: number; threads: number; messages: number }
const portionDefault: Portion = { events: 1_000, threads: 500, messages: 2_000 }
/**
 * A word that so many threads of a block have is common: rows of common words are in the index, too. So many threads have to be looked through
 * for a phrase at most, in each block. Fewer make more rows, which every text writes.
 */
const commonMinDefault = 1_000
const marksMax = 200
/** A thread's messages, and a customer's threads, are read at once. */
const all = 1_000_000
const allBytes = Number.MAX_SAFE_INTEGER

/**
 * Words are rather written for many texts at once: until then searches read the texts themselves, which is why there are not more. A common word
 * is in nearly every portion, and each portion writes its whole block.
 */
export const waiting = { events: 1_000, seconds: 40 }
const tenantsPerLook = 100

export type IndexOptions = { eager?: boolean; pace?: boolean; portion?: Portion; commonMin?: number; signal?: AbortSignal }

/** Brings the index of all tenants up to date, a portion of each in turn. `eager`: of those too that have little to read; `pace`: beside others. */
export async function indexTexts(
  db: Database,
  { eager = false, pace = false, portion = portionDefault, commonMin = commonMinDefault, signal }: IndexOptions = {},
): Promise<void> {
  const due = eager ? { events: 1, seconds: 0 } : waiting
  const look = (): Promise<{ tenantId: Uuid }[]> => db.rows(tenantsToIndex, { ...due, limit: tenantsPerLook })
  for (let tenants = await look(); tenants.length > 0; tenants = await look()) {
    let moved = false
    for (const { tenantId } of tenants) {
      if (signal?.aborted) return
      const turns = pace ? startBackgroundTurns(() => awaitedBy > 0) : startTurns()
      moved = (await indexPortion(db, tenantId, portion, { commonMin, turns })) || moved
    }
    // What is left is in the hands of another worker.
    if (!moved) return
  }
}

/** Erasures of this process that wait for a portion which is being written: meanwhile it does not rest. */
let awaitedBy = 0
/** Asking all the time would take it from what is awaited. */
const askedAgainMs = 200

/** Waits a moment for the worker that holds the index. */
export async function awaitIndex(): Promise<void> {
  awaitedBy++
  await sleep(askedAgainMs)
  awaitedBy--
}

/** Brings the index of one tenant up to date with these threads, which were changed or deleted. Answers whether it is. */
export async function indexThreadsNow(db: Database, tenantId: Uuid, threadIds: Uuid[], signal: AbortSignal): Promise<boolean> {
  const isDue = async (): Promise<boolean> => threadIds.length > 0 && (await db.first(isMarked, { tenantId, threadIds })) !== null
  while (await isDue()) {
    const writing = { commonMin: commonMinDefault, turns: startTurns() }
    if (signal.aborted || !(await indexPortion(db, tenantId, portionDefault, writing))) return false
  }
  // Common words keep their rows when no thread has them any more. What was erased must not be found even there.
  return db.transaction(async (tx) => {
    const isLocked = (await tx.first(lockIndex, { tenantId })) !== null
    if (isLocked) await tx.rows(deleteEmptied, { tenantId })
    return isLocked
  })
}

/**
 * Reads a portion of a tenant's texts. Whether it could: another worker may be at it. The cursor of a new tenant is committed first: inserted
 * in the transaction, it would make the other workers wait for the whole portion instead of going on to something else.
 */
async function indexPortion(db: Database, tenantId: Uuid, portion: Portion, writing: Writing): Promise<boolean> {
  await db.rows(beginIndex, { tenantId })
  return db.transaction((tx) => indexTenant(tx, tenantId, portion, writing))
}

async function indexTenant(tx: Queryable, tenantId: Uuid, portion: Portion, writing: Writing): Promise<boolean> {
  const cursor = await tx.first(lockIndex, { tenantId })
  const state = cursor && (await tx.first(indexState, { tenantId }))
  if (!cursor || !state) return false
  const { sequence, built, upto } = cursor
  const texts = new Texts(writing.turns)
  if (built < upto) {
    await tx.rows(moveIndex, { tenantId, sequence, built: await readBuilt(tx, tenantId, { built, upto }, portion, texts) })
  } else {
    const end =
      (await tx.first(stretchEnd, { tenantId, after: sequence, head: state.head, limit: portion.events, types: followedEvents }))
        ?.sequence ?? state.head
    await readEvents(tx, tenantId, { after: sequence, end }, portion, texts)
    await tx.rows(moveIndex, { tenantId, sequence: end, built })
  }
  const marks = state.marked ? await tx.rows(markedThreads, { tenantId, limit: marksMax }) : []
  const changed = [...new Set(marks.map(({ threadId }) => threadId))]
  await readWhole(tx, tenantId, changed, texts)
  for (const { number } of marks) if (number !== null) texts.forget(number)
  await applyTexts(tx, tenantId, texts.fresh, writing)
  if (marks.length > 0) await tx.rows(unmark, { tenantId, threadIds: changed, marks: marks.map(({ mark }) => mark) })
  return true
}

/** The next threads by number. Answers the number of the last one. */
async function readBuilt(
  tx: Queryable,
  tenantId: Uuid,
  { built, upto }: { built: number; upto: number },
  portion: Portion,
  texts: Texts,
): Promise<number> {
  const found = await tx.rows(threadsByNumber, { tenantId, after: built, upto, limit: portion.threads })
  let messages = 0
  const taken = found.filter(({ messageCount }, i) => (messages += messageCount) <= portion.messages || i === 0)
  await readWhole(
    tx,
    tenantId,
    taken.map(({ threadId }) => threadId),
    texts,
  )
  const last = taken.at(-1)
  return taken.length === found.length && found.length < portion.threads ? upto : (last?.number ?? upto)
}

async function readEvents(
  tx: Queryable,
  tenantId: Uuid,
  { after, end }: { after: number; end: number },
  { events: limit }: Portion,
  texts: Texts,
): Promise<void> {
  if (after >= end) return
  const since = { tenantId, after, limit }
  const inTime = ({ sequence }: { sequence: number }): boolean => sequence <= end
  await texts.addHeads((await tx.rows(headsAfter, since)).filter(inTime))
  await texts.addHeads(await tx.rows(headsOfCustomersAfter, { ...since, types: customerEvents, each: all }))
  await texts.addMessages((await tx.rows(messagesAfter, { ...since, bytes: allBytes })).filter(inTime))
}

async function readWhole(tx: Queryable, tenantId: Uuid, threadIds: Uuid[], texts: Texts): Promise<void> {
  if (threadIds.length === 0) return
  const heads = await tx.rows(headsOf, { tenantId, threadIds })
  for (const { number } of heads) texts.of(number).isWhole = true
  await texts.addHeads(heads)
  await texts.addMessages(await tx.rows(messagesOf, { tenantId, threadIds, limit: all, bytes: allBytes }))
}

/** Rows of words by thread. */
class Texts {
  readonly #byNumber = new Map<number, Fresh>()
  readonly #turns: Turns

  constructor(turns: Turns) {
    this.#turns = turns
  }

  get fresh(): Fresh[] {
    return [...this.#byNumber.values()]
  }

  of(number: number): Fresh {
    const known = this.#byNumber.get(number)
    if (known) return known
    const fresh: Fresh = { number, isWhole: false, parts: new Map() }
    this.#byNumber.set(number, fresh)
    return fresh
  }

  /** The thread was deleted: nothing is to be left of it. */
  forget(number: number): void {
    this.#byNumber.set(number, { number, isWhole: true, parts: new Map() })
  }

  async addHeads(heads: readonly HeadText[]): Promise<void> {
    for (const head of heads) {
      const words = headWords(head)
      this.of(head.number).parts.set(headPart, { at: head.createdAt, words })
      await this.#turns.rest()
    }
  }

  async addMessages(messages: readonly MessageText[]): Promise<void> {
    for (const message of messages) {
      const { number, id, at } = message
      this.of(number).parts.set(id, { at, words: messageWords(message) })
      await this.#turns.rest()
    }
  }
}

export const indexThreads = job({
  name: 'index-threads',
  description: 'Writes the search index of threads. Searches also read what is not indexed yet, which makes them slower.',
  every: { seconds: 5, for: 'service' },
  leaseSeconds: 600,
  outside: ({ db, signal }) => indexTexts(db, { pace: true, signal }),
})
