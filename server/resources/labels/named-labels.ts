/** Finds the labels that callers refer to by id or by name. */
import {
  ApiError,
  updateResource,
  type Effects,
  insertResource,
  lockResource,
  nameKey,
  parseTypeId,
  type Queryable,
  unknownReference,
  type Uuid,
} from '../../kit/index.ts'
import { label } from './label.ts'
import { findNamedLabels, type NamedLabel } from './queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }
type ErrorDetail = NonNullable<ApiError['details']>[number]

/** `field` is the path of the list in the body. With `makes`, an unknown name is created as a label. */
export type Wording = { field: string; words: readonly string[]; makes?: boolean }

/**
 * The labels of each list, in its order, locked against being archived until the commit. A word is a label's id, or its name, ignoring
 * letter case and surrounding spaces. Throws SVC-VALIDATION-UNKNOWN_REFERENCE with the path of each word that matches no label. New
 * labels get their audit rows and events.
 */
export async function namedLabels(context: Context, wordings: readonly Wording[]): Promise<(NamedLabel & { byName: boolean })[][]> {
  const asked = wordings.map(({ field, words, makes = false }) =>
    words.map((word, i) => ({
      place: `${field}[${i}]`,
      makes,
      name: word.trim(),
      key: nameKey(word.trim()),
      id: parseTypeId('lbl', word.trim()),
    })),
  )
  const all = asked.flat()
  const { tenantId } = context.principal
  const ids = all.flatMap(({ id }) => (id === null ? [] : [id]))
  const held = await context.tx.rows(findNamedLabels, { tenantId, ids, keys: all.map(({ key }) => key) })
  const byId = new Map(held.map((row) => [row.id, row]))
  const byKey = new Map(held.map((row) => [row.nameKey, row]))
  const found = ({ id, key }: (typeof all)[number]) => {
    const named = id === null ? undefined : byId.get(id)
    const either = named ?? byKey.get(key)
    return either && { ...either, byName: !named }
  }

  const unknown = all.filter((word) => !found(word))
  const details: ErrorDetail[] = unknown.flatMap(({ place, makes, name }) =>
    makes && !name.startsWith('lbl_') ? [] : [{ field: place, code: 'UNKNOWN', message: 'is not a label of this tenant' }],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
  // Created in the order of their names, like everywhere else, so that two requests cannot deadlock. Of several spellings the first one
  // is used.
  const missing = new Map(unknown.toReversed().map(({ key, name }) => [key, name]))
  for (const [key, name] of [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { record } = await insertResource(context, label, { ...label.defaults, name })
    byKey.set(key, { id: record.id, name: record.name, nameKey: key, archivedAt: null })
  }
  // Safe because every word has a label now.
  return asked.map((words) => words.map((word) => found(word) as NamedLabel & { byName: boolean }))
}

/** Brings an archived label back, with its audit row and event. */
export async function reviveLabel(context: Context, id: Uuid): Promise<void> {
  const current = await lockResource({ ...context, params: { id }, ifMatch: null }, label)
  await updateResource(context, label, current, { archivedAt: null })
}
