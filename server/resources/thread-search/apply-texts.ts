/** Updates the index to the current texts of some threads. */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { applyGrams, type Revision } from './apply-grams.ts'
import { BlockChanges, runInBatches, type WriteOptions } from './block-changes.ts'
import { deleteTexts, findHeads, findTexts, headPart, putTexts } from './queries.ts'
import { distinctWords } from './texts.ts'

/**
 * Texts of a thread as lines of words, by part: the head or a message. `isWhole` is true when the thread has no other texts; otherwise its
 * other indexed texts stay.
 */
export type ThreadTexts = { number: number; isWhole: boolean; parts: Map<Uuid, { at: string; words: string }> }

/** Writes the texts, their words and their grams. The caller's transaction must hold the lock on the tenant's index. */
export async function applyTexts(tx: Queryable, tenantId: Uuid, threads: readonly ThreadTexts[], options: WriteOptions): Promise<void> {
  const stored = await readStored(tx, tenantId, threads)
  const revisions: Revision[] = []
  const put: { number: number; part: Uuid; at: string; words: string }[] = []
  const removed: { number: number; part: Uuid }[] = []
  for (const { number, isWhole, parts } of threads) {
    const before = stored.get(number) ?? new Map<Uuid, string>()
    for (const [part, { at, words }] of parts) if (before.get(part) !== words) put.push({ number, part, at, words })
    if (isWhole) for (const part of before.keys()) if (!parts.has(part)) removed.push({ number, part })
    const head = parts.get(headPart)
    if (head || isWhole) revisions.push({ number, field: 'head', before: before.get(headPart) ?? null, after: head?.words ?? null })
    const after = joinBody([...parts].map(([part, { words }]) => [part, words]))
    revisions.push({ number, field: 'body', before: isWhole ? joinBody(before) : '', after })
    await options.pauser.pause()
  }
  await runInBatches(put, (rows) => tx.rows(putTexts, { tenantId, rows }))
  await runInBatches(removed, (batch) =>
    tx.rows(deleteTexts, { tenantId, numbers: batch.map(({ number }) => number), parts: batch.map(({ part }) => part) }),
  )
  const changes = new BlockChanges()
  for (const { number, field, before, after } of revisions) {
    changes.add(field, number, fieldWords(field, before), fieldWords(field, after))
    await options.pauser.pause()
  }
  await applyGrams(tx, tenantId, revisions, await changes.write(tx, tenantId, options), options)
}

/** Reads the indexed texts: all texts of whole threads, and the heads of the others. */
async function readStored(tx: Queryable, tenantId: Uuid, threads: readonly ThreadTexts[]): Promise<Map<number, Map<Uuid, string>>> {
  const numbersWith = (isWhole: boolean): number[] => threads.filter((thread) => thread.isWhole === isWhole).map(({ number }) => number)
  const rows = [
    ...(await runInBatches(numbersWith(true), (numbers) => tx.rows(findTexts, { tenantId, numbers }))),
    ...(await runInBatches(numbersWith(false), (numbers) => tx.rows(findHeads, { tenantId, numbers, part: headPart }))),
  ]
  const stored = new Map<number, Map<Uuid, string>>()
  for (const { number, part, words } of rows) {
    const parts = stored.get(number) ?? new Map<Uuid, string>()
    stored.set(number, parts.set(part, words))
  }
  return stored
}

function joinBody(parts: Iterable<[Uuid, string]>): string {
  return [...parts].flatMap(([part, words]) => (part === headPart ? [] : [words])).join('\n')
}

/** Returns the words of a field. Every head also has the empty word, whose set is therefore that of all threads. */
function fieldWords(field: Revision['field'], text: string | null): Set<string> {
  const words = distinctWords(text ?? '')
  return field === 'head' && text !== null ? words.add('') : words
}
