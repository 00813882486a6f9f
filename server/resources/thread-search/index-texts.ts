/**
 * Writes the search index: follows each tenant's events, and backfills threads that are older than the index. Works in batches, each of one
 * tenant and in one transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { job } from '#platform/jobs/job.ts'
import { createBackgroundPauser, createPauser, type Pauser } from '#platform/turns.ts'
import { applyTexts, type ThreadTexts } from './apply-texts.ts'
import type { WriteOptions } from './block-changes.ts'
import {
  beginIndex,
  deleteEmptied,
  headPart,
  headsAfter,
  headsOf,
  headsOfCustomersAfter,
  headsOfFieldsAfter,
  headsWithFields,
  indexState,
  isMarked,
  lockIndex,
  markedThreads,
  messagesAfter,
  messagesOf,
  moveIndex,
  optionChangesAfter,
  batchEnd,
  tenantsToIndex,
  threadsByNumber,
  unmark,
  type HeadText,
  type IndexCursor,
  type MessageText,
} from './queries.ts'
import { customerEvents, followedEvents, headWords, isRelabelled, messageWords, readOptionLabels, type OptionLabels } from './texts.ts'

/** Read limits of a transaction, so that it takes a fraction of a second. */
export type BatchSize = { events: number; threads: number; messages: number }
const defaultBatchSize: BatchSize = { events: 1_000, threads: 500, messages: 2_000 }
/**
 * Number of a block's threads from which a word is common there, so that its grams are indexed. Also bounds the texts of a block that a
 * phrase search scans. A smaller number makes more grams, which every new text has to write.
 */
const defaultMinCommonThreads = 1_000
const maxMarks = 200
/** No limit: reads a thread's messages, or a customer's threads, in one statement. */
const all = 1_000_000
const allBytes = Number.MAX_SAFE_INTEGER

/**
 * Thresholds from which a tenant is due: the number of waiting events, or the age of the oldest. Each batch rewrites whole blocks, and
 * nearly every batch contains the common words, so few large batches are cheaper. More events must not wait, because every search scans
 * their texts.
 */
export const dueAfter = { events: 1_000, seconds: 40 }
const tenantsPerQuery = 100

export type IndexOptions = { eager?: boolean; pace?: boolean; batchSize?: BatchSize; minCommonThreads?: number; signal?: AbortSignal }

/**
 * Updates the index of all due tenants, round robin with one batch each. `eager`: every tenant with unread events is due. `pace`: yields
 * between texts, so that this process's requests are not delayed.
 */
export async function indexTexts(
  db: Database,
  { eager = false, pace = false, batchSize = defaultBatchSize, minCommonThreads = defaultMinCommonThreads, signal }: IndexOptions = {},
): Promise<void> {
  const due = eager ? { events: 1, seconds: 0 } : dueAfter
  const findTenants = (): Promise<{ tenantId: Uuid }[]> => db.rows(tenantsToIndex, { ...due, limit: tenantsPerQuery })
  for (let tenants = await findTenants(); tenants.length > 0; tenants = await findTenants()) {
    let isAnyIndexed = false
    for (const { tenantId } of tenants) {
      if (signal?.aborted) return
      const pauser = pace ? createBackgroundPauser(() => waitingErasures > 0) : createPauser()
      isAnyIndexed = (await indexBatch(db, tenantId, batchSize, { minCommonThreads, pauser })) || isAnyIndexed
    }
    // Other workers hold the locks of all remaining tenants.
    if (!isAnyIndexed) return
  }
}

/** Number of this process's erasures that wait for an index lock. Meanwhile, indexing does not yield. */
let waitingErasures = 0
const retryMs = 200

/** Waits briefly for the worker that holds the index lock. */
export async function awaitIndex(): Promise<void> {
  waitingErasures++
  await sleep(retryMs)
  waitingErasures--
}

/**
 * Updates a tenant's index until it includes the latest state of these threads, which were changed or deleted. Returns false when another
 * worker holds the lock or `signal` is aborted.
 */
export async function indexThreadsNow(db: Database, tenantId: Uuid, threadIds: Uuid[], signal: AbortSignal): Promise<boolean> {
  const isDue = async (): Promise<boolean> => threadIds.length > 0 && (await db.first(isMarked, { tenantId, threadIds })) !== null
  while (await isDue()) {
    const options = { minCommonThreads: defaultMinCommonThreads, pauser: createPauser() }
    if (signal.aborted || !(await indexBatch(db, tenantId, defaultBatchSize, options))) return false
  }
  // The rows of common words stay when no thread contains them any more. Such a row must not keep an erased word.
  return db.transaction(async (tx) => {
    const isLocked = (await tx.first(lockIndex, { tenantId })) !== null
    if (isLocked) await tx.rows(deleteEmptied, { tenantId })
    return isLocked
  })
}

/**
 * Indexes a batch of a tenant's texts. Returns false when another worker holds the lock. Commits the cursor of a new tenant first: if the
 * batch's transaction inserted it, other workers would wait for that transaction instead of moving on to another tenant.
 */
async function indexBatch(db: Database, tenantId: Uuid, batchSize: BatchSize, options: WriteOptions): Promise<boolean> {
  await db.rows(beginIndex, { tenantId })
  return db.background(tenantId, (tx) => indexTenant(tx, tenantId, batchSize, options))
}

async function indexTenant(tx: Queryable, tenantId: Uuid, batchSize: BatchSize, options: WriteOptions): Promise<boolean> {
  const cursor = await tx.first(lockIndex, { tenantId })
  const state = cursor && (await tx.first(indexState, { tenantId }))
  if (!cursor || !state) return false
  const { sequence, built, upto } = cursor
  const texts = new TextsByThread(options.pauser, await readOptionLabels(tx, tenantId))
  if (built < upto) {
    await tx.rows(moveIndex, { ...cursor, tenantId, built: await readOldThreads(tx, tenantId, { built, upto }, batchSize, texts) })
  } else {
    const end =
      (await tx.first(batchEnd, { tenantId, after: sequence, head: state.head, limit: batchSize.events, types: followedEvents }))
        ?.sequence ?? state.head
    const heads = await readOldHeads(tx, tenantId, cursor, batchSize, texts)
    const isStale = await readEvents(tx, tenantId, { after: sequence, end }, batchSize, texts)
    await tx.rows(moveIndex, { tenantId, sequence: end, built, ...(isStale ? { headsBuilt: 0, headsUpto: state.lastNumber } : heads) })
  }
  const marks = state.marked ? await tx.rows(markedThreads, { tenantId, limit: maxMarks }) : []
  const changed = [...new Set(marks.map(({ threadId }) => threadId))]
  await readWhole(tx, tenantId, changed, texts)
  for (const { number } of marks) if (number !== null) texts.removeAll(number)
  await applyTexts(tx, tenantId, texts.threads, options)
  if (marks.length > 0) await tx.rows(unmark, { tenantId, threadIds: changed, marks: marks.map(({ mark }) => mark) })
  return true
}

/** Reads the next threads that are older than the index, by number. Returns the last one's number. */
async function readOldThreads(
  tx: Queryable,
  tenantId: Uuid,
  { built, upto }: { built: number; upto: number },
  batchSize: BatchSize,
  texts: TextsByThread,
): Promise<number> {
  const found = await tx.rows(threadsByNumber, { tenantId, after: built, upto, limit: batchSize.threads })
  let messages = 0
  const taken = found.filter(({ messageCount }, i) => (messages += messageCount) <= batchSize.messages || i === 0)
  await readWhole(
    tx,
    tenantId,
    taken.map(({ threadId }) => threadId),
    texts,
  )
  const last = taken.at(-1)
  return taken.length === found.length && found.length < batchSize.threads ? upto : (last?.number ?? upto)
}

/** Reads the next heads that must be read again, by number. Returns how far they have been read. */
async function readOldHeads(
  tx: Queryable,
  tenantId: Uuid,
  { headsBuilt, headsUpto }: IndexCursor,
  batchSize: BatchSize,
  texts: TextsByThread,
): Promise<Pick<IndexCursor, 'headsBuilt' | 'headsUpto'>> {
  if (headsBuilt >= headsUpto) return { headsBuilt, headsUpto }
  const through = Math.min(headsUpto, headsBuilt + batchSize.threads)
  await texts.addHeads(await tx.rows(headsWithFields, { tenantId, after: headsBuilt, through }))
  return { headsBuilt: through, headsUpto }
}

/** Reads the texts of events. Returns true when an option of a custom field got another label, so that all heads must be read again. */
async function readEvents(
  tx: Queryable,
  tenantId: Uuid,
  { after, end }: { after: number; end: number },
  { events: limit }: BatchSize,
  texts: TextsByThread,
): Promise<boolean> {
  if (after >= end) return false
  const since = { tenantId, after, limit }
  const inTime = ({ sequence }: { sequence: number }): boolean => sequence <= end
  await texts.addHeads((await tx.rows(headsAfter, since)).filter(inTime))
  await texts.addHeads(await tx.rows(headsOfCustomersAfter, { ...since, types: customerEvents, each: all }))
  await texts.addHeads(await tx.rows(headsOfFieldsAfter, since))
  await texts.addMessages((await tx.rows(messagesAfter, { ...since, bytes: allBytes })).filter(inTime))
  return (await tx.rows(optionChangesAfter, since)).some((change) => inTime(change) && isRelabelled(change))
}

async function readWhole(tx: Queryable, tenantId: Uuid, threadIds: Uuid[], texts: TextsByThread): Promise<void> {
  if (threadIds.length === 0) return
  const heads = await tx.rows(headsOf, { tenantId, threadIds })
  for (const { number } of heads) texts.ofThread(number).isWhole = true
  await texts.addHeads(heads)
  await texts.addMessages(await tx.rows(messagesOf, { tenantId, threadIds, limit: all, bytes: allBytes }))
}

/** Texts read by a batch, as lines of words. */
class TextsByThread {
  readonly #byNumber = new Map<number, ThreadTexts>()
  readonly #pauser: Pauser
  readonly #labels: OptionLabels

  constructor(pauser: Pauser, labels: OptionLabels) {
    this.#pauser = pauser
    this.#labels = labels
  }

  get threads(): ThreadTexts[] {
    return [...this.#byNumber.values()]
  }

  ofThread(number: number): ThreadTexts {
    const known = this.#byNumber.get(number)
    if (known) return known
    const added: ThreadTexts = { number, isWhole: false, parts: new Map() }
    this.#byNumber.set(number, added)
    return added
  }

  /** Removes all texts of a deleted thread from the index. */
  removeAll(number: number): void {
    this.#byNumber.set(number, { number, isWhole: true, parts: new Map() })
  }

  async addHeads(heads: readonly HeadText[]): Promise<void> {
    for (const head of heads) {
      const words = headWords(head, this.#labels)
      this.ofThread(head.number).parts.set(headPart, { at: head.createdAt, words })
      await this.#pauser.pause()
    }
  }

  async addMessages(messages: readonly MessageText[]): Promise<void> {
    for (const message of messages) {
      const { number, id, at } = message
      this.ofThread(number).parts.set(id, { at, words: messageWords(message) })
      await this.#pauser.pause()
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
