/**
 * References between resources: `references: { teamId: team }`. From each declaration the kit derives two checks and their tests: the
 * referenced row must exist (otherwise 422 with the field), and a row that is still referenced cannot be deleted (409 with the
 * referencing resources and counts).
 *
 * Each write locks the rows that it references (for key share) until the commit, so a reference can never point to a deleted row.
 */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import { ApiError, unknownReference, type ErrorDetail } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'

/** A resource that fields can reference. */
export type ReferenceTarget = {
  noun: string
  table: string
  /** A condition that a row must satisfy to be referenced, such as `active`. */
  only?: string
  /** Adjective for a row that satisfies `only`, for error messages. Defaults to `only`. */
  state?: string
  /** Keywords that the field accepts in place of an id. They reference nothing. */
  keywords?: readonly string[]
}

/** References by their path in the body (see `namedAt`). */
export type References = Readonly<Record<string, ReferenceTarget>>

/** A table whose rows reference others. `plural` is its public name. */
export type Referrer = { plural: string; table: string; references: References }

const referrers: Referrer[] = []

/** Registers the references of a table, so that deleting a referenced row can be refused. */
export function declareReferences(referrer: Referrer): Referrer {
  referrers.push(referrer)
  return referrer
}

export function declaredReferrers(): readonly Referrer[] {
  return referrers
}

/**
 * Throws SVC-VALIDATION-UNKNOWN_REFERENCE listing each of `fields` with an unknown id. Locks the rows that exist against deletion until the
 * commit.
 */
export async function checkReferences(tx: Queryable, tenantId: Uuid, references: References, fields: object): Promise<void> {
  const named = Object.entries(references).flatMap(([path, target]) =>
    namedAt(fields, path).flatMap(({ field, id }) => (target.keywords?.includes(id) ? [] : [{ field, target, id }])),
  )
  await checkNamed(tx, tenantId, named)
}

/** An id in a body. `field` is its path, for errors. */
export type NamedReference = { field: string; target: ReferenceTarget; id: Uuid }

/** Like `checkReferences`, for ids that the caller has already collected. Locks the rows target by target, in the order of `named`. */
export async function checkNamed(tx: Queryable, tenantId: Uuid, named: readonly NamedReference[]): Promise<void> {
  const details: ErrorDetail[] = []
  for (const [target, places] of Map.groupBy(named, (each) => each.target)) {
    const ids = [...new Set(places.map(({ id }) => id))]
    const found = new Set((await tx.rows(lockStatement(target), { tenantId, ids })).map(({ id }) => id))
    for (const { field, id } of places) if (!found.has(id)) details.push({ field, code: 'UNKNOWN', message: getMessage(target) })
  }
  if (details.length > 0) throw new ApiError(unknownReference, { details })
}

/**
 * Returns the ids at a path of a body. The path is a field (`teamId`), each entry of a list (`memberIds`), a field of each entry
 * (`attachments[].uploadId`), a list in each entry (`actions[].userIds`), or a field of an object (`filters.teamId`).
 */
function namedAt(fields: object, path: string): { field: string; id: Uuid }[] {
  const [name = '', inner] = path.split('[].')
  // Safe because any field may be read; an absent field references nothing.
  const value = name.split('.').reduce<unknown>((part, field) => (part as Record<string, unknown> | null | undefined)?.[field], fields)
  if (value === undefined || value === null) return []
  // Safe because the shape of a field with references allows only an id, ids, or objects that contain one.
  if (!Array.isArray(value)) return [{ field: name, id: value as Uuid }]
  return value.flatMap((entry: unknown, i) => {
    const id = inner ? (entry as Record<string, unknown>)[inner] : entry
    const field = `${name}[${i}]${inner ? `.${inner}` : ''}`
    if (Array.isArray(id)) return id.map((each, k) => ({ field: `${field}[${k}]`, id: each as Uuid }))
    return id === undefined || id === null ? [] : [{ field, id: id as Uuid }]
  })
}

function getMessage({ noun, only, state = only }: ReferenceTarget): string {
  return state ? `is not an ${state} ${noun.replaceAll('_', ' ')} of this tenant` : 'does not exist in this tenant'
}

/** Locks a row against deletion until the commit. Returns whether it exists. */
export async function lockReference(tx: Queryable, tenantId: Uuid, target: ReferenceTarget, id: Uuid): Promise<boolean> {
  return (await tx.first(lockStatement(target), { tenantId, ids: [id] })) !== null
}

/**
 * Counts the rows that reference the row, keyed by the plural noun of their resource. Leaves out resources without any. With `only`, counts
 * the references that were declared with this condition: those that break when the row no longer satisfies it.
 */
export async function findUses(
  tx: Queryable,
  tenantId: Uuid,
  target: { table: string; only?: string },
  id: Uuid,
): Promise<Readonly<Record<string, number>>> {
  const uses = usesStatement(target)
  if (!uses) return {}
  const counts = (await tx.first(uses, { tenantId, id })) ?? {}
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
}

const lockStatements = new Map<string, Statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid }>>()

function lockStatement({ table, only }: ReferenceTarget): Statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid }> {
  const key = `${table} ${only ?? ''}`
  const known = lockStatements.get(key)
  if (known) return known
  const made = statement<{ tenantId: Uuid; ids: Uuid[] }, { id: Uuid }>(
    `select id from ${table} where tenant_id = :tenantId::uuid and id = any(:ids::uuid[])${only ? ` and ${only}` : ''} order by id for key share`,
  )
  lockStatements.set(key, made)
  return made
}

const usesStatements = new Map<string, Statement<{ tenantId: Uuid; id: Uuid }, Record<string, number>>>()

/** Returns null if no table references this one. */
function usesStatement({
  table,
  only,
}: {
  table: string
  only?: string
}): Statement<{ tenantId: Uuid; id: Uuid }, Record<string, number>> | null {
  const key = `${table} ${only ?? ''}`
  const known = usesStatements.get(key)
  if (known) return known
  const counts = referrers.flatMap((referrer) => {
    const columns = Object.entries(referrer.references).flatMap(([field, target]) =>
      target.table === table && (only === undefined || target.only === only) ? [getCondition(field)] : [],
    )
    if (columns.length === 0) return []
    return [
      `(select count(*) from ${referrer.table} where tenant_id = :tenantId::uuid and (${columns.join(' or ')})) as "${referrer.plural}"`,
    ]
  })
  if (counts.length === 0) return null
  const made = statement<{ tenantId: Uuid; id: Uuid }, Record<string, number>>(`select ${counts.join(', ')}`)
  usesStatements.set(key, made)
  return made
}

/**
 * Returns the SQL condition for a path: `teamId` is a column, `inboxIds` an array, `actions[].teamId` a field of the objects in a JSON
 * array, `actions[].userIds` a list in those objects, `conditions.inboxIds` a list in a JSON object, `widget.continuity.inboxId` a field in
 * one.
 */
function getCondition(field: string): string {
  const [list = '', inner] = field.split('[].')
  const value = inner?.endsWith('Ids') ? 'jsonb_build_array(:id::uuid)' : ':id::uuid'
  if (inner) return `${list} @> jsonb_build_array(jsonb_build_object('${inner}', ${value}))`
  const [part = '', ...inside] = field.split('.')
  if (inside.length > 0) return `${part} #> '{${inside.join(',')}}' @> to_jsonb(:id::uuid)`
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return field.endsWith('Ids') ? `:id::uuid = any(${column})` : `${column} = :id::uuid`
}
