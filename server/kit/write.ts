/**
 * Functions for operations on a resource: find or lock the row in the path; insert, update or delete a row. A write checks references,
 * writes an audit row, emits an event and updates the counter. An update without a change does none of these.
 */
import { findChanges } from './changes.ts'
import { ConflictError, type Queryable, type Statement } from '#platform/db.ts'
import { toUnchangedOutcome, toOutcome, type Outcome } from '#platform/outbox/effects.ts'
import { callProcedure, type Procedure } from '#platform/postgres/procedure.ts'
import { ApiError, catalogInUse, type ErrorDeclaration } from '#platform/errors.ts'
import { newId, type Uuid } from '#platform/ids.ts'
import { checkIfMatch } from './if-match.ts'
import { deleteLinks } from './link-tables.ts'
import { isVisible, type Caller, type Owned } from './owned.ts'
import { checkReferences, declaredReferrers, findUses } from './references.ts'
import type { Resource } from './resource.ts'
import type { LimitOfRows } from '#platform/outbox/row-limit.ts'
import type { Key } from './table.ts'
import { touchRow, type Versioned, type Writing } from './touch.ts'

type Named = { readonly principal: Writing['principal'] & Caller; readonly params: { readonly id: Uuid } }

/** Returns the key of the row in the path. */
export function toRowKey({ principal: { tenantId }, params: { id } }: Named): Key {
  return { tenantId, id }
}

/** Returns the row in the path. Throws the resource's 404 if the caller may see no such row. */
export async function findResource<Row extends object>(
  context: Named & { readonly db: Queryable },
  of: { notFound: ErrorDeclaration; statements: { find: Statement<Key, Row> }; owned?: Owned | null },
): Promise<Row> {
  return requireVisible(context, of, await context.db.first(of.statements.find, toRowKey(context)))
}

/** Locks the row in the path until the commit and checks its version against If-Match. Throws the same 404 as `findResource`, or 412. */
export async function lockResource<Row extends { version: number }>(
  context: Named & { readonly tx: Queryable; readonly ifMatch: readonly string[] | null },
  of: { notFound: ErrorDeclaration; statements: Locking<Row>; owned?: Owned | null },
): Promise<Row> {
  const row = requireVisible(context, of, await lockRow(context.tx, of.statements, toRowKey(context)))
  checkIfMatch(context.ifMatch, row.version)
  return row
}

/** Statements that lock a row: a procedure that also reads the row, or two statements. `lockOnly` only takes the lock. */
type Locking<Row> =
  | { lockOnly?: Statement<Key, object> | null; lock: Statement<Key, Row> }
  | { lockOnly?: never; lock: Procedure<Key, Row | null> }

/**
 * Locks a row until the commit and returns it, or null. Uses two statements, because a statement that waits for a lock sees other tables as
 * they were before the wait: `lockOnly` waits for the lock, then `lock` reads the row together with its rows in other tables.
 */
export async function lockRow<Row extends object>(tx: Queryable, { lockOnly, lock }: Locking<Row>, key: Key): Promise<Row | null> {
  if ('definition' in lock) return callProcedure(tx, lock, key)
  if (lockOnly) await tx.rows(lockOnly, key)
  return tx.first(lock, key)
}

function requireVisible<Row extends object>(
  { principal }: Named,
  { notFound, owned = null }: { notFound: ErrorDeclaration; owned?: Owned | null },
  row: Row | null,
): Row {
  if (row && isVisible({ owned }, principal, row)) return row
  throw new ApiError(notFound)
}

/** Runs a statement that always returns exactly one row, and returns that row. */
export async function fetchOne<Params extends object, Row>(db: Queryable, query: Statement<Params, Row>, params: Params): Promise<Row> {
  const row = await db.first(query, params)
  if (!row) throw new Error(`No row from: ${query.text.slice(0, 80)}`)
  return row
}

/** Inserts a row. Then calls `belongings`, which inserts the rows of other tables from which the row's fields are computed. */
export async function insertResource<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  fields: Fields,
  id: Uuid = newId(),
  belongings?: () => Promise<unknown>,
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  await checkReferences(tx, principal.tenantId, of.references, fields)
  const { insert, find, parameters } = of.statements
  const key = { tenantId: principal.tenantId, id }
  const bare = await fetchOne(tx, insert, parameters(key, fields))
  await belongings?.()
  const row = belongings ? await fetchOne(tx, find, key) : bare
  const after = { ...auditedFields(of, row), ...findChanges<Row>(bare, row)?.after }
  const audited = effects.audit({ action: `${of.noun}.created`, target: { type: of.noun, id }, after })
  if (of.events) effects.emit(of.events.created, id, row)
  if (of.counter) effects.count(of.counter, 1)
  countRows(effects, of, row)
  return toOutcome(row, audited, 201)
}

/** Schedules a check of the resource's row limit right before the commit. Call it after inserting a row. */
export function countRows(effects: Pick<Writing['effects'], 'checkLimit'>, of: { table: string; limit: LimitOfRows }, row: object): void {
  if ('none' in of.limit) return
  // Safe because `per` names a field of the row that holds an id.
  const ownerId = of.limit.per ? (row as Record<string, Uuid>)[of.limit.per] : null
  effects.checkLimit({ table: of.table, limit: of.limit, ownerId: ownerId ?? null })
}

export type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/**
 * Sets the given fields of a locked row; other fields keep their values. The value `now` of a time field is the time of the transaction.
 * - `action`: the audit action, by default `updated`.
 * - `belongings`: true when the caller has already changed rows of other tables from which the row's fields are computed.
 * - `also`: changes outside the row that the audit row also shows.
 */
export async function updateResource<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  sent: Sent<Fields>,
  {
    action = 'updated',
    belongings = false,
    also = null,
  }: { action?: string; belongings?: boolean; also?: { before: object; after: object } | null } = {},
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  const { id } = current
  const next = overlay(getFields(of, current), sent)
  const changes = findChanges(getFields(of, current), next)
  if (!changes) return belongings ? touchResource(context, of, current, action) : toUnchangedOutcome(current)
  await checkReferences(tx, principal.tenantId, of.references, changes.after)
  const { change, parameters } = of.statements
  const row = await fetchOne(tx, change, parameters({ tenantId: principal.tenantId, id }, next))
  const before = belongings
    ? { ...changes.before, ...findChanges<Row>(current, { ...row, version: current.version })?.before }
    : changes.before
  // Safe because the changed fields are fields of the row.
  const after = Object.fromEntries(Object.keys(before).map((name) => [name, (row as Record<string, unknown>)[name]]))
  const all = { before: { ...before, ...also?.before }, after: { ...after, ...also?.after } }
  const audited = effects.audit({ action: `${of.noun}.${action}`, target: { type: of.noun, id }, ...all })
  if (of.events) effects.emit(of.events.updated, id, row, before as Partial<Row>)
  return toOutcome(row, audited)
}

/**
 * Increments the version of a locked row after rows that belong to it were added or removed. The audit row shows `action` (`member_added`).
 */
export async function touchResource<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  action: string,
): Promise<Outcome<Row>> {
  const { row, changes } = await touchRow(context, of, current)
  const audited = context.effects.audit({ action: `${of.noun}.${action}`, target: { type: of.noun, id: current.id }, ...changes })
  return toOutcome(row, audited)
}

/**
 * Deletes a locked row. Throws SVC-CATALOG-IN_USE with the referencing resources and their counts if the row is referenced. `instead` is
 * the last sentence of the message and names an alternative to deleting.
 */
export async function deleteResource<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  instead = '',
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  const key = { tenantId: principal.tenantId, id: current.id }
  await checkUnused(context, of, key.id, instead)
  await deleteLinks(context, of, key.id)
  await tx.rows(of.statements.remove, key).catch((error: unknown) => {
    // The violated foreign key belongs to a table that declares no references, or to a row inserted since `checkUnused`.
    throw error instanceof ConflictError ? inUse(of.words, { [getPlural(error.table)]: null }, { instead, done: 'deleted' }, error) : error
  })
  const audited = effects.audit({ action: `${of.noun}.deleted`, target: { type: of.noun, id: key.id }, before: auditedFields(of, current) })
  if (of.events?.deleted) effects.emit(of.events.deleted, key.id, current)
  if (of.counter) effects.count(of.counter, -1)
  return toOutcome(current, audited)
}

/**
 * Throws SVC-CATALOG-IN_USE if the row is referenced. Lock the row first, so that no reference can be added before the commit. `done` names
 * the refused change in the message, such as `made personal`.
 */
export async function checkUnused(
  { tx, principal: { tenantId } }: Writing,
  { words, ...target }: { table: string; words: string; only?: string },
  id: Uuid,
  instead = '',
  done = 'deleted',
): Promise<void> {
  const uses = await findUses(tx, tenantId, target, id)
  if (Object.keys(uses).length > 0) throw inUse(words, uses, { instead, done })
}

/**
 * Returns the error for a referenced row. `by` maps the plural noun of each referencing resource to its number of rows, or to null if the
 * number is unknown.
 */
function inUse(
  words: string,
  by: Readonly<Record<string, number | null>>,
  { instead, done }: { instead: string; done: string },
  cause?: unknown,
): ApiError {
  const uses = Object.entries(by)
  const counted = uses.map(([plural, count]) => (count === null ? plural : `${count} ${count === 1 ? singular(plural) : plural}`))
  return new ApiError(catalogInUse, {
    message: `The ${words} cannot be ${done}: ${counted.join(' and ')} refer${uses.length === 1 && uses[0]?.[1] === 1 ? 's' : ''} to it.${instead && ` ${instead}`}`,
    details: uses.map(([plural, count]) => ({ field: plural, code: 'IN_USE', message: count === null ? 'at least 1' : String(count) })),
    cause,
  })
}

/** Returns the plural noun for the rows of a table. */
function getPlural(table: string): string {
  return declaredReferrers().find((referrer) => referrer.table === table)?.plural ?? (table.replaceAll('_', ' ') || 'others')
}

function singular(plural: string): string {
  return plural.replace(/(?<=x)es$|s$/, '')
}

/** Returns the writable fields of a row. */
function getFields<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, row: Row): Fields {
  // Safe because `statements.fields` lists the names of the writable fields.
  return Object.fromEntries(of.statements.fields.map((name) => [name, (row as Record<string, unknown>)[name]])) as Fields
}

/** Returns the fields that an audit row shows: the writable fields that are not null. */
function auditedFields<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, row: Row): object {
  return Object.fromEntries(Object.entries(getFields(of, row)).filter(([, value]) => value !== null))
}

function overlay<Fields extends object>(current: Fields, sent: Sent<Fields>): Fields {
  return { ...current, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) }
}
