/**
 * What operations on a resource are made of: find or lock what the path names, make, change or remove it. Each change checks what
 * it names, leaves its audit row, announces its event and keeps its counter; what changes nothing does none of that.
 */
import { changesOf } from './changes.ts'

import { ConflictError, type Queryable, type Statement } from './db.ts'
import { unchanged, written, type Effects, type Outcome } from './effects.ts'
import { ApiError, catalogInUse, type ErrorDeclaration } from './errors.ts'
import { newId, type Uuid } from './ids.ts'
import { checkIfMatch } from './if-match.ts'
import { checkReferences, findUses } from './references.ts'
import type { Resource } from './resource.ts'
import type { Key } from './table.ts'

type Versioned = { id: Uuid; version: number }
type OfTenant = { readonly principal: { readonly tenantId: Uuid } }
type Named = OfTenant & { readonly params: { readonly id: Uuid } }
type Writing = OfTenant & { readonly tx: Queryable; readonly effects: Effects }

/** The key of the row that a path names. */
export function keyOf({ principal: { tenantId }, params: { id } }: Named): Key {
  return { tenantId, id }
}

/** The row that a path names, or its 404. */
export async function found<Row>(
  context: Named & { readonly db: Queryable },
  of: { notFound: ErrorDeclaration; statements: { find: Statement<Key, Row> } },
): Promise<Row> {
  return (await context.db.first(of.statements.find, keyOf(context))) ?? missing(of)
}

/** The row that a path names, held until the commit and at a version that If-Match names. Throws its 404, or 412. */
export async function locked<Row extends { version: number }>(
  context: Named & { readonly tx: Queryable; readonly ifMatch: readonly string[] | null },
  of: { notFound: ErrorDeclaration; statements: { hold?: Statement<Key, object> | null; lock: Statement<Key, Row> } },
): Promise<Row> {
  const { hold, lock } = of.statements
  if (hold) await context.tx.rows(hold, keyOf(context))
  const row = (await context.tx.first(lock, keyOf(context))) ?? missing(of)
  checkIfMatch(context.ifMatch, row.version)
  return row
}

function missing({ notFound }: { notFound: ErrorDeclaration }): never {
  throw new ApiError(notFound)
}

/** The row of a statement that cannot but answer one. */
export async function one<Params extends object, Row>(db: Queryable, query: Statement<Params, Row>, params: Params): Promise<Row> {
  const row = await db.first(query, params)
  if (!row) throw new Error(`No row from: ${query.text.slice(0, 80)}`)
  return row
}

/** Makes a row. */
export async function inserted<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  fields: Fields,
  id: Uuid = newId(),
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  await checkReferences(tx, principal.tenantId, of.references, fields)
  const { insert, parameters } = of.statements
  const row = await one(tx, insert, parameters({ tenantId: principal.tenantId, id }, fields))
  const audited = effects.audit({ action: `${of.noun}.created`, target: { type: of.noun, id }, after: shownIn(of, row) })
  if (of.events) effects.emit(of.events.created, id, row)
  if (of.counter) effects.count(of.counter, 1)
  return written(row, audited, 201)
}

export type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/**
 * Lays what was sent over a locked row; fields that were not sent stay. `action` is what the audit row calls it, where that is not
 * `updated`. A time may be sent as `now`, which the database reads as the time of the transaction.
 */
export async function changed<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  sent: Sent<Fields>,
  { action = 'updated' } = {},
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  const { id } = current
  const next = overlaid(fieldsOf(of, current), sent)
  const changes = changesOf(fieldsOf(of, current), next)
  if (!changes) return unchanged(current)
  await checkReferences(tx, principal.tenantId, of.references, changes.after)
  const { change, parameters } = of.statements
  const row = await one(tx, change, parameters({ tenantId: principal.tenantId, id }, next))
  const before = changes.before
  // Safe because the changed fields are fields of the row.
  const after = Object.fromEntries(Object.keys(before).map((name) => [name, (row as Record<string, unknown>)[name]]))
  const audited = effects.audit({ action: `${of.noun}.${action}`, target: { type: of.noun, id }, before, after })
  if (of.events) effects.emit(of.events.updated, id, row, before as Partial<Row>)
  return written(row, audited)
}

/** Something that belongs to a locked row was added or taken away: `member_added`. Raises its version. */
export async function touched<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  action: string,
): Promise<Outcome<Row>> {
  const { id } = current
  const row = await one(context.tx, of.statements.touch, { tenantId: context.principal.tenantId, id })
  const changes = changesOf<Row>(current, { ...row, version: current.version })
  const audited = context.effects.audit({ action: `${of.noun}.${action}`, target: { type: of.noun, id }, ...changes })
  if (of.events) context.effects.emit(of.events.updated, id, row, changes?.before)
  return written(row, audited)
}

/** Deletes a locked row that nothing names. Throws SVC-CATALOG-IN_USE with what names it and how often. */
export async function removed<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  const key = { tenantId: principal.tenantId, id: current.id }
  await checkUnused(context, of, key.id)
  await tx.rows(of.statements.remove, key).catch((error: unknown) => {
    // A row that was made meanwhile names it.
    throw error instanceof ConflictError ? new ApiError(catalogInUse, { cause: error }) : error
  })
  const audited = effects.audit({ action: `${of.noun}.deleted`, target: { type: of.noun, id: key.id }, before: shownIn(of, current) })
  if (of.events?.deleted) effects.emit(of.events.deleted, key.id, current)
  if (of.counter) effects.count(of.counter, -1)
  return written(current, audited)
}

/** Throws SVC-CATALOG-IN_USE when something names the row, which must be locked. Nothing comes to name it until the commit. */
export async function checkUnused(
  { tx, principal: { tenantId } }: Writing,
  { table, words }: { table: string; words: string },
  id: Uuid,
): Promise<void> {
  const uses = Object.entries(await findUses(tx, tenantId, { table }, id))
  if (uses.length === 0) return
  const said = uses.map(([plural, count]) => `${count} ${count === 1 ? singular(plural) : plural}`)
  throw new ApiError(catalogInUse, {
    message: `The ${words} cannot be deleted: ${said.join(' and ')} refer${uses.length === 1 && uses[0]?.[1] === 1 ? 's' : ''} to it.`,
    details: uses.map(([plural, count]) => ({ field: plural, code: 'IN_USE', message: String(count) })),
  })
}

function singular(plural: string): string {
  return plural.replace(/(?<=x)es$|s$/, '')
}

/** The row's fields that are written. */
function fieldsOf<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, row: Row): Fields {
  // Safe because these are the names of those fields.
  return Object.fromEntries(of.statements.fields.map((name) => [name, (row as Record<string, unknown>)[name]])) as Fields
}

/** What an audit row shows of a whole row: the fields that callers set and that hold something. */
function shownIn<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, row: Row): object {
  return Object.fromEntries(Object.entries(fieldsOf(of, row)).filter(([, value]) => value !== null))
}

function overlaid<Fields extends object>(current: Fields, sent: Sent<Fields>): Fields {
  return { ...current, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) }
}
