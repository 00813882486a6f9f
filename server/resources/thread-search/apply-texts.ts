/** Brings what the index says of some threads to what their texts say now. */
import type { Queryable, Uuid } from '../../kit/index.ts'
import { applyGrams, type Revision } from './apply-grams.ts'
import { BlockChanges, inPortions, type Writing } from './block-changes.ts'
import { deleteTexts, findHeads, findTexts, headPart, putTexts } from './queries.ts'
import { distinctWords } from './texts.ts'

/** Texts of a thread as rows of words. `isWhole`: these are all it has; else what the index has besides stays. */
export type Fresh = { number: number; isWhole: boolean; parts: Map<Uuid, { at: string; words: string }> }

/** In a transaction that holds the lock of the tenant's index. */
export async function applyTexts(tx: Queryable, tenantId: Uuid, texts: readonly Fresh[], writing: Writing): Promise<void> {
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
  const revisions: Revision[] = []
  const put: { number: number; part: Uuid; at: string; words: string }[] = []
  const gone: { number: number; part: Uuid }[] = []
  for (const { number, isWhole, parts } of texts) {
    const before = known.get(number) ?? new Map<Uuid, string>()
    for (const [part, { at, words }] of parts) if (before.get(part) !== words) put.push({ number, part, at, words })
    if (isWhole) for (const part of before.keys()) if (!parts.has(part)) gone.push({ number, part })
    const head = parts.get(headPart)
    if (head) revisions.push({ number, field: 'head', before: before.get(headPart) ?? null, after: head.words })
    else if (isWhole) revisions.push({ number, field: 'head', before: before.get(headPart) ?? null, after: null })
    const bodyOf = (rowsOf: Iterable<[Uuid, string]>): string =>
      [...rowsOf].flatMap(([part, words]) => (part === headPart ? [] : [words])).join('\n')
    const after = bodyOf([...parts].map(([part, { words }]) => [part, words]))
    revisions.push({ number, field: 'body', before: isWhole ? bodyOf(before) : '', after })
    await writing.turns.rest()
  }
  await inPortions(put, (rowsOfIt) => tx.rows(putTexts, { tenantId, rows: rowsOfIt }))
  await inPortions(gone, (of) =>
    tx.rows(deleteTexts, { tenantId, numbers: of.map(({ number }) => number), parts: of.map(({ part }) => part) }),
  )
  const changes = new BlockChanges()
  for (const { number, field, before, after } of revisions) {
    changes.note(field, number, wordsIn(field, before), wordsIn(field, after))
    await writing.turns.rest()
  }
  await applyGrams(tx, tenantId, revisions, await changes.write(tx, tenantId, writing), writing)
}

/** The empty word stands for the thread itself, and is in the head of each. */
function wordsIn(field: Revision['field'], text: string | null): Set<string> {
  const words = distinctWords(text ?? '')
  return field === 'head' && text !== null ? words.add('') : words
}
