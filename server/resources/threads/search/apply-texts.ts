/** Brings what the index says of some threads to what their texts say now. */
import type { Queryable } from '../../../kit/db.ts'
import type { Uuid } from '../../../kit/ids.ts'
import { blockSize, changedBlock } from '../../../kit/search/number-set.ts'
import { deleteEmptyBlocks, deleteTexts, findBlocks, findHeads, findTexts, headPart, putBlocks, putTexts } from './queries.ts'
import { distinctWords } from './texts.ts'

/** Texts of a thread as rows of words. `isWhole`: these are all it has; else what the index has besides stays. */
export type Fresh = { number: number; isWhole: boolean; parts: Map<Uuid, { at: string; words: string }> }

/** Rows that a statement reads or writes. */
const rowsPerStatement = 1_000

type Field = 'head' | 'body'
type BlockChange = { word: string; block: number } & Record<Field, { added: Set<number>; removed: Set<number> }>

/** In a transaction that holds the lock of the tenant's index. */
export async function applyTexts(tx: Queryable, tenantId: Uuid, texts: readonly Fresh[]): Promise<void> {
  const known = new Map<number, Map<Uuid, string>>()
  const numbersOf = (isWhole: boolean): number[] => texts.filter((text) => text.isWhole === isWhole).map(({ number }) => number)
  const rows = [
    ...(await inPortions(numbersOf(true), (numbers) => tx.rows(findTexts, { tenantId, numbers }))),
    ...(await inPortions(numbersOf(false), (numbers) => tx.rows(findHeads, { tenantId, numbers, part: headPart }))),
  ]
  for (const { number, part, words } of rows) {
    const parts = known.get(number) ?? new Map<Uuid, string>()
    known.set(number, parts.set(part, words))
  }
  const changes = new Changes()
  const put: { number: number; part: Uuid; at: string; words: string }[] = []
  const gone: { number: number; part: Uuid }[] = []
  for (const { number, isWhole, parts } of texts) {
    const before = known.get(number) ?? new Map<Uuid, string>()
    for (const [part, { at, words }] of parts) if (before.get(part) !== words) put.push({ number, part, at, words })
    if (isWhole) for (const part of before.keys()) if (!parts.has(part)) gone.push({ number, part })
    const head = parts.get(headPart)
    // The empty word stands for the thread itself.
    if (head) changes.note('head', number, withThread(before.get(headPart)), withThread(head.words))
    const own = (rowsOf: Iterable<[Uuid, string]>): Set<string> =>
      distinctWords([...rowsOf].flatMap(([part, words]) => (part === headPart ? [] : [words])).join('\n'))
    changes.note('body', number, isWhole ? own(before) : new Set(), own([...parts].map(([part, { words }]) => [part, words])))
  }
  await inPortions(put, (rowsOfIt) => tx.rows(putTexts, { tenantId, rows: rowsOfIt }))
  await inPortions(gone, (of) =>
    tx.rows(deleteTexts, { tenantId, numbers: of.map(({ number }) => number), parts: of.map(({ part }) => part) }),
  )
  await inPortions(changes.all, async (of) => {
    await applyBlocks(tx, tenantId, of)
    return []
  })
}

function withThread(head: string | undefined): Set<string> {
  return head === undefined ? new Set() : distinctWords(head).add('')
}

class Changes {
  readonly #byKey = new Map<string, BlockChange>()

  get all(): BlockChange[] {
    return [...this.#byKey.values()]
  }

  note(field: Field, number: number, before: ReadonlySet<string>, after: ReadonlySet<string>): void {
    for (const word of after) if (!before.has(word)) this.#of(word, number)[field].added.add(number % blockSize)
    for (const word of before) if (!after.has(word)) this.#of(word, number)[field].removed.add(number % blockSize)
  }

  #of(word: string, number: number): BlockChange {
    const block = Math.floor(number / blockSize)
    const key = `${block} ${word}`
    const known = this.#byKey.get(key)
    if (known) return known
    const none = () => ({ added: new Set<number>(), removed: new Set<number>() })
    const change = { word, block, head: none(), body: none() }
    this.#byKey.set(key, change)
    return change
  }
}

async function applyBlocks(tx: Queryable, tenantId: Uuid, changes: readonly BlockChange[]): Promise<void> {
  const words = changes.map(({ word }) => word)
  const blocks = changes.map(({ block }) => block)
  const stored = new Map((await tx.rows(findBlocks, { tenantId, words, blocks })).map((row) => [`${row.block} ${row.word}`, row]))
  const nothing = Buffer.alloc(0)
  const rows = changes.map(({ word, block, head, body }) => {
    const before = stored.get(`${block} ${word}`)
    return {
      word,
      block,
      head: changed(before?.head ?? nothing, head).toString('base64'),
      body: changed(before?.body ?? nothing, body).toString('base64'),
    }
  })
  await tx.rows(putBlocks, { tenantId, rows })
  const emptied = rows.filter(({ head, body }) => head === '' && body === '')
  if (emptied.length > 0)
    await tx.rows(deleteEmptyBlocks, { tenantId, words: emptied.map(({ word }) => word), blocks: emptied.map(({ block }) => block) })
}

function changed(stored: Buffer, { added, removed }: BlockChange[Field]): Buffer {
  return added.size + removed.size === 0 ? stored : changedBlock(stored, added, removed)
}

async function inPortions<Item, Found>(items: readonly Item[], work: (items: Item[]) => Promise<Found[]>): Promise<Found[]> {
  const found: Found[] = []
  for (let i = 0; i < items.length; i += rowsPerStatement) found.push(...(await work(items.slice(i, i + rowsPerStatement))))
  return found
}
