/** Collects which threads gained or lost which words, and writes each block of a word once. */
import { blockSize, countBlock, readBlock, updateBlock } from './number-set.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Pauser } from '#platform/turns.ts'
import { deleteEmptyBlocks, findBlocks, putBlocks, type WordRow } from './queries.ts'

/** Maximum number of rows per statement. Building a larger statement would delay this process's requests. */
const rowsPerStatement = 300

/** `minCommonThreads`: number of a block's threads with a word from which the word is common. */
export type WriteOptions = { minCommonThreads: number; pauser: Pauser }

export type Field = 'head' | 'body'
type Change = { word: string; block: number } & Record<Field, { added: Set<number>; removed: Set<number> }>

/** Grams (including single words) that became common, and the threads that contain one of them. */
export type BecameCommon = { grams: Set<string>; threads: Set<number> }

export class BlockChanges {
  readonly #byKey = new Map<string, Change>()

  /** Adds the difference between a field's old and new words in a thread. */
  add(field: Field, number: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const word of after) if (!before.has(word)) this.#getChange(word, number)[field].added.add(number % blockSize)
    for (const word of before) if (!after.has(word)) this.#getChange(word, number)[field].removed.add(number % blockSize)
  }

  #getChange(word: string, number: number): Change {
    const block = toBlock(number)
    const key = `${block} ${word}`
    const known = this.#byKey.get(key)
    if (known) return known
    const none = () => ({ added: new Set<number>(), removed: new Set<number>() })
    const change = { word, block, head: none(), body: none() }
    this.#byKey.set(key, change)
    return change
  }

  /** Writes the changes. Returns the words that became common. */
  async write(tx: Queryable, tenantId: Uuid, { minCommonThreads, pauser }: WriteOptions): Promise<BecameCommon> {
    const becameCommon: BecameCommon = { grams: new Set(), threads: new Set() }
    await runInBatches([...this.#byKey.values()], async (changes) => {
      const rows = await readChangedRows(tx, tenantId, changes)
      await pauser.pause()
      for (const row of rows) {
        if (row.common || row.word === '' || countBlock(row.head) + countBlock(row.body) < minCommonThreads) continue
        row.common = true
        becameCommon.grams.add(row.word)
        for (const field of [row.head, row.body]) for (const n of readBlock(field)) becameCommon.threads.add(row.block * blockSize + n)
      }
      await storeRows(tx, tenantId, rows)
      await pauser.pause()
      return []
    })
    return becameCommon
  }
}

/** Returns the block of a thread's number. */
export function toBlock(number: number): number {
  return Math.floor(number / blockSize)
}

export async function runInBatches<Item, Found>(
  items: readonly Item[],
  work: (items: Item[]) => Promise<Found[]>,
  batchSize = rowsPerStatement,
): Promise<Found[]> {
  const found: Found[] = []
  for (let i = 0; i < items.length; i += batchSize) found.push(...(await work(items.slice(i, i + batchSize))))
  return found
}

/** Reads the affected rows and applies the changes to them. */
async function readChangedRows(tx: Queryable, tenantId: Uuid, changes: readonly Change[]): Promise<WordRow[]> {
  const words = changes.map(({ word }) => word)
  const blocks = changes.map(({ block }) => block)
  const stored = new Map((await tx.rows(findBlocks, { tenantId, words, blocks })).map((row) => [`${row.block} ${row.word}`, row]))
  const nothing = Buffer.alloc(0)
  return changes.map(({ word, block, head, body }) => {
    const before = stored.get(`${block} ${word}`) ?? { head: nothing, body: nothing, common: false }
    return { word, block, head: applyChange(before.head, head), body: applyChange(before.body, body), common: before.common }
  })
}

/** Stores rows, and deletes those without threads. Keeps the row of a common word, so that the word stays common. */
async function storeRows(tx: Queryable, tenantId: Uuid, rows: readonly WordRow[]): Promise<void> {
  await tx.rows(putBlocks, {
    tenantId,
    rows: rows.map((row) => ({ ...row, head: row.head.toString('base64'), body: row.body.toString('base64') })),
  })
  const empty = rows.filter(({ head, body, common }) => !common && head.length + body.length === 0)
  if (empty.length > 0)
    await tx.rows(deleteEmptyBlocks, { tenantId, words: empty.map(({ word }) => word), blocks: empty.map(({ block }) => block) })
}

function applyChange(stored: Buffer, { added, removed }: Change[Field]): Buffer {
  return added.size + removed.size === 0 ? stored : updateBlock(stored, added, removed)
}
