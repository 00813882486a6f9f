/** Finds labels by the ids or names in a request. */
import { nameKey } from '#kit/name-key.ts'
import { updateResource, insertResource, lockResource } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { parseTypeId, type Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { label } from './label.ts'
import { lockLabels, type NamedLabel } from './queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }
type ErrorDetail = NonNullable<ApiError['details']>[number]

/** Label references in a request. `field` is the list's path in the body. With `createsMissing`, unknown names become labels. */
export type LabelReferences = { field: string; references: readonly string[]; createsMissing?: boolean }

/**
 * Returns the labels of each list in order, locked so that none is archived before the commit. A reference is a label's id or its name,
 * ignoring letter case and surrounding spaces. Throws SVC-VALIDATION-UNKNOWN_REFERENCE with the path of each reference that matches no
 * label. New labels get their audit rows and events.
 */
export async function findLabels(context: Context, lists: readonly LabelReferences[]): Promise<(NamedLabel & { byName: boolean })[][]> {
  const parsed = lists.map(({ field, references, createsMissing = false }) =>
    references.map((reference, i) => ({
      path: `${field}[${i}]`,
      createsMissing,
      name: reference.trim(),
      key: nameKey(reference.trim()),
      id: parseTypeId('lbl', reference.trim()),
    })),
  )
  const allReferences = parsed.flat()
  const { tenantId } = context.principal
  const ids = allReferences.flatMap(({ id }) => (id === null ? [] : [id]))
  const locked = await context.tx.rows(lockLabels, { tenantId, ids, keys: allReferences.map(({ key }) => key) })
  const byId = new Map(locked.map((row) => [row.id, row]))
  const byKey = new Map(locked.map((row) => [row.nameKey, row]))
  const findLabel = ({ id, key }: (typeof allReferences)[number]) => {
    const named = id === null ? undefined : byId.get(id)
    const either = named ?? byKey.get(key)
    return either && { ...either, byName: !named }
  }

  const unknown = allReferences.filter((reference) => !findLabel(reference))
  const details: ErrorDetail[] = unknown.flatMap(({ path, createsMissing, name }) =>
    createsMissing && !name.startsWith('lbl_') ? [] : [{ field: path, code: 'UNKNOWN', message: 'is not a label of this tenant' }],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
  // Create labels in name order, as all other code does, so that two requests cannot deadlock. If a name occurs in several spellings, the
  // first wins.
  const missing = new Map(unknown.toReversed().map(({ key, name }) => [key, name]))
  for (const [key, name] of [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { record } = await insertResource(context, label, { ...label.defaults, name })
    byKey.set(key, { id: record.id, name: record.name, nameKey: key, archivedAt: null })
  }
  // Safe because every reference has a label now.
  return parsed.map((list) => list.map((reference) => findLabel(reference) as NamedLabel & { byName: boolean }))
}

/** Restores an archived label, with its audit row and event. */
export async function restoreLabel(context: Context, id: Uuid): Promise<void> {
  const current = await lockResource({ ...context, params: { id }, ifMatch: null }, label)
  await updateResource(context, label, current, { archivedAt: null })
}
