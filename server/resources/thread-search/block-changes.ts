/** Changes to which threads have which words, and how they are written: each word's block once. */
import { blockSize, updateBlock, readBlock, type Queryable, countBlock, type Turns, type Uuid } from '../../kit/index.ts'
import { deleteEmptyBlocks, findBlocks, putBlocks, type WordRow } from './queries.ts'

/** Rows that a statement reads or writes: making one of more would keep requests of this process waiting. */
const rowsPerStatement = 300

/** How the index is written. `commonMin`: threads of a block that have a word that is called common. */
export type Writing = { commonMin: number; turns: Turns }

export type Field = 'head' | 'body'
type Change = { word: string; block: number } & Record<Field, { added: Set<number>; removed: Set<number> }>

/** Words, and rows of them, that have become common, and the threads that have one. */
export type Grown = { words: Set<string>; threads: Set<number> }

export class BlockChanges {
  readonly #byKey = new Map<string, Change>()

  /** Says which words a field of a thread had and has. */
  note(field: Field, number: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const word of after) if (!before.has(word)) this.#of(word, number)[field].added.add(number % blockSize)
    for (const word of before) if (!after.has(word)) this.#of(word, number)[field].removed.add(number % blockSize)
  }

  #of(word: string, number: number): Change {
    const block = blockOf(number)
    const key = `${block} ${word}`
    const known = this.#byKey.get(key)
    if (known) return known
    const none = () => ({ added: new Set<number>(), removed: new Set<number>() })
    const change = { word, block, head: none(), body: none() }
    this.#byKey.set(key, change)
    return change
  }

  /** Writes them. Answers the words that `commonMin` threads of a block have now, for the first time. */
  async write(tx: Queryable, tenantId: Uuid, { commonMin, turns }: Writing): Promise<Grown> {
    const grown: Grown = { words: new Set(), threads: new Set() }
    await inPortions([...this.#byKey.values()], async (changes) => {
      const rows = await changedRows(tx, tenantId, changes)
      await turns.rest()
      for (const row of rows) {
        if (row.common || row.word === '' || countBlock(row.head) + countBlock(row.body) < commonMin) continue
        row.common = true
        grown.words.add(row.word)
        for (const field of [row.head, row.body]) for (const n of readBlock(field)) grown.threads.add(row.block * blockSize + n)
      }
      await putRows(tx, tenantId, rows)
      await turns.rest()
      return []
    })
    return grown
  }
}

export function blockOf(number: number): number {
  return Math.floor(number / blockSize)
}

export async function inPortions<Item, Found>(
  items: readonly Item[],
  work: (items: Item[]) => Promise<Found[]>,
  most = rowsPerStatement,
): Promise<Found[]> {
  const found: Found[] = []
  for (let i = 0; i < items.length; i += most) found.push(...(await work(items.slice(i, i + most))))
  return found
}

async function changedRows(tx: Queryable, tenantId: Uuid, changes: readonly Change[]): Promise<WordRow[]> {
  const words = changes.map(({ word }) => word)
  const blocks = changes.map(({ block }) => block)
  const stored = new Map((await tx.rows(findBlocks, { tenantId, words, blocks })).map((row) => [`${row.block} ${row.word}`, row]))
  const nothing = Buffer.alloc(0)
  return changes.map(({ word, block, head, body }) => {
    const before = stored.get(`${block} ${word}`) ?? { head: nothing, body: nothing, common: false }
    return { word, block, head: changed(before.head, head), body: changed(before.body, body), common: before.common }
  })
}

async function putRows(tx: Queryable, tenantId: Uuid, rows: readonly WordRow[]): Promise<void> {
  await tx.rows(putBlocks, {
    tenantId,
    rows: rows.map((row) => ({ ...row, head: row.head.toString('base64'), body: row.body.toString('base64') })),
  })
  const emptied = rows.filter(({ head, body, common }) => !common && head.length + body.length === 0)
  if (emptied.length > 0)
    await tx.rows(deleteEmptyBlocks, { tenantId, words: emptied.map(({ word }) => word), blocks: emptied.map(({ block }) => block) })
}

function changed(stored: Buffer, { added, removed }: Change[Field]): Buffer {
  return added.size + removed.size === 0 ? stored : updateBlock(stored, added, removed)
}
