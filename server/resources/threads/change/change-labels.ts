/** Computes a thread's labels after labels were added, removed or set. Every operation that changes labels uses it. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, unknownReference, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Effects } from '#platform/outbox/effects.ts'
import { findLabels, restoreLabel, type NamedLabel } from '../../labels/index.ts'
import type { ThreadRecord } from '../record/queries.ts'

type Context = { readonly tx: Queryable; readonly effects: Effects; readonly principal: { readonly tenantId: Uuid } }

/** Requested labels. Each word is a label's id or name. */
export type LabelWords = {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
  readonly set?: readonly string[] | undefined
  readonly createMissing?: boolean | undefined
}

const maxLabels = 100

/**
 * Returns the new labels of a locked thread, for `applyThreadChange`. With `createMissing`, unknown names become labels and archived labels
 * that are named are restored. Throws SVC-VALIDATION-UNKNOWN_REFERENCE for words that match no label and for other archived labels that the
 * thread does not have yet, and SVC-VALIDATION-FAILED for contradictory words.
 */
export async function computeLabels(
  context: Context,
  current: Pick<ThreadRecord, 'labels'>,
  { add = [], remove = [], set, createMissing = false }: LabelWords,
): Promise<ThreadRecord['labels']> {
  if (set && (add.length > 0 || remove.length > 0))
    throw labelError(validationFailed, 'set', 'AMBIGUOUS', 'cannot be combined with add and remove')
  const carried = set ? [] : current.labels
  const [wanted = [], dropped = []] = await findLabels(context, [
    { field: set ? 'set' : 'add', references: set ?? add, createsMissing: createMissing },
    { field: 'remove', references: remove },
  ])
  const kept = new Set(current.labels.map(({ id }) => id))
  const isNew = ({ id, archivedAt }: NamedLabel): boolean => archivedAt !== null && !kept.has(id)
  const archived = wanted.findIndex((label) => isNew(label) && !(createMissing && label.byName))
  if (archived >= 0)
    throw labelError(unknownReference, `${set ? 'set' : 'add'}[${archived}]`, 'ARCHIVED', 'is archived and cannot be added')
  const gone = new Set(dropped.map(({ id }) => id))
  const contradiction = wanted.findIndex(({ id }) => gone.has(id))
  if (contradiction >= 0) throw labelError(validationFailed, `add[${contradiction}]`, 'AMBIGUOUS', 'is both added and removed')
  for (const id of new Set(wanted.filter(isNew).map((label) => label.id))) await restoreLabel(context, id)
  const next = new Map([...carried, ...wanted].map(({ id, name }) => [id, { id, name }]))
  for (const id of gone) next.delete(id)
  if (next.size > Math.max(maxLabels, current.labels.length))
    throw labelError(validationFailed, set ? 'set' : 'add', 'TOO_LARGE', `a thread has at most ${maxLabels} labels`)
  return hasSameLabels(current.labels, next) ? current.labels : [...next.values()]
}

/** True when the thread already has exactly these labels, in any order. */
function hasSameLabels(labels: readonly Pick<NamedLabel, 'id'>[], next: ReadonlyMap<Uuid, unknown>): boolean {
  return labels.length === next.size && labels.every(({ id }) => next.has(id))
}

function labelError(declaration: typeof validationFailed, field: string, code: string, message: string): ApiError {
  return new ApiError(declaration, { details: [{ field, code, message }] })
}
