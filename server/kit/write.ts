/**
 * Building blocks of operations on a resource: find or lock the row in the path, insert, change or remove it. Each change checks its
 * references, records an audit row, emits its event and updates its counter; a change without effect does none of that.
 */
import { changesOf } from './changes.ts'
import { ConflictError, type Queryable, type Statement } from '../platform/db.ts'
import { unchanged, written, type Outcome } from '../platform/outbox/effects.ts'
import { ApiError, catalogInUse, type ErrorDeclaration } from '../platform/errors.ts'
import { newId, type Uuid } from '../platform/ids.ts'
import { checkIfMatch } from './if-match.ts'
import { unlinked } from './links.ts'
import { checkReferences, declaredReferrers, findUses } from './references.ts'
import type { Resource } from './resource.ts'
import type { LimitOfRows } from '../platform/outbox/row-limit.ts'
import type { Key } from './table.ts'
import { announceTouched, type Versioned, type Writing } from './touch.ts'

type Named = Pick<Writing, 'principal'> & { readonly params: { readonly id: Uuid } }

/** The key of the row in the path. */
export function keyOf({ principal: { tenantId }, params: { id } }: Named): Key {
  return { tenantId, id }
}

/** The row in the path. Throws the resource's 404. */
export async function found<Row>(
  context: Named & { readonly db: Queryable },
  of: { notFound: ErrorDeclaration; statements: { find: Statement<Key, Row> } },
): Promise<Row> {
  return (await context.db.first(of.statements.find, keyOf(context))) ?? missing(of)
}

/** The row in the path, locked until the commit, with its version checked against If-Match. Throws the resource's 404, or 412. */
export async function locked<Row extends { version: number }>(
  context: Named & { readonly tx: Queryable; readonly ifMatch: readonly string[] | null },
  of: { notFound: ErrorDeclaration; statements: Locking<Row> },
): Promise<Row> {
  const row = (await lockedRow(context.tx, of.statements, keyOf(context))) ?? missing(of)
  checkIfMatch(context.ifMatch, row.version)
  return row
}

/** `hold` only takes the lock. It returns the row's id where the key can lead to another row than the one of that id. */
type Locking<Row> = { hold?: Statement<Key, { id?: Uuid }> | null; lock: Statement<Key, Row> }

/**
 * The row, locked until the commit. A statement that waits for a lock does not see what others have written meanwhile to other tables, so
 * `lock`, which reads the row with all that belongs to it, follows on `hold`, which has waited.
 */
export async function lockedRow<Row extends object>(tx: Queryable, { hold, lock }: Locking<Row>, key: Key): Promise<Row | null> {
  const held = hold ? await tx.first(hold, key) : null
  const row = await tx.first(lock, key)
  // While `hold` waited, the key came to lead to another row, as when a thread is merged: then `lock` itself has waited, for that one.
  const isOther = row !== null && 'id' in row && held?.id !== undefined && held.id !== row.id
  return isOther ? tx.first(lock, key) : row
}

function missing({ notFound }: { notFound: ErrorDeclaration }): never {
  throw new ApiError(notFound)
}

/** The row of a statement that always returns exactly one. */
export async function one<Params extends object, Row>(db: Queryable, query: Statement<Params, Row>, params: Params): Promise<Row> {
  const row = await db.first(query, params)
  if (!row) throw new Error(`No row from: ${query.text.slice(0, 80)}`)
  return row
}

/** Inserts a row. `belongings` inserts what belongs to it and shows in its computed fields; it is called when the row is there. */
export async function inserted<Row extends Versioned, Fields extends object>(
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
  const bare = await one(tx, insert, parameters(key, fields))
  await belongings?.()
  const row = belongings ? await one(tx, find, key) : bare
  const after = { ...shownIn(of, row), ...changesOf<Row>(bare, row)?.after }
  const audited = effects.audit({ action: `${of.noun}.created`, target: { type: of.noun, id }, after })
  if (of.events) effects.emit(of.events.created, id, row)
  if (of.counter) effects.count(of.counter, 1)
  countRows(effects, of, row)
  return written(row, audited, 201)
}

/** Has the limit of a resource checked before the commit, after a row of it was inserted. */
export function countRows(effects: Pick<Writing['effects'], 'checkLimit'>, of: { table: string; limit: LimitOfRows }, row: object): void {
  if ('none' in of.limit) return
  // Safe because `per` names a field of the row that holds an id.
  const ownerId = of.limit.per ? (row as Record<string, Uuid>)[of.limit.per] : null
  effects.checkLimit({ table: of.table, limit: of.limit, ownerId: ownerId ?? null })
}

export type Sent<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }

/**
 * Applies the given fields to a locked row; other fields keep their values. `action` is the audit action, `updated` by default. A time may
 * be given as `now`, which the database reads as the time of the transaction. `belongings` tells that something belonging to the row, which
 * its computed fields show, was changed before this call. `also`: what was changed beside the row, for the same audit row.
 */
export async function changed<Row extends Versioned, Fields extends object>(
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
  const next = overlaid(fieldsOf(of, current), sent)
  const changes = changesOf(fieldsOf(of, current), next)
  if (!changes) return belongings ? touched(context, of, current, action) : unchanged(current)
  await checkReferences(tx, principal.tenantId, of.references, changes.after)
  const { change, parameters } = of.statements
  const row = await one(tx, change, parameters({ tenantId: principal.tenantId, id }, next))
  const before = belongings
    ? { ...changes.before, ...changesOf<Row>(current, { ...row, version: current.version })?.before }
    : changes.before
  // Safe because the changed fields are fields of the row.
  const after = Object.fromEntries(Object.keys(before).map((name) => [name, (row as Record<string, unknown>)[name]]))
  const all = { before: { ...before, ...also?.before }, after: { ...after, ...also?.after } }
  const audited = effects.audit({ action: `${of.noun}.${action}`, target: { type: of.noun, id }, ...all })
  if (of.events) effects.emit(of.events.updated, id, row, before as Partial<Row>)
  return written(row, audited)
}

/** Records that something belonging to a locked row was added or removed (`member_added`). Increments its version. */
export async function touched<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  action: string,
): Promise<Outcome<Row>> {
  const { row, changes } = await announceTouched(context, of, current)
  const audited = context.effects.audit({ action: `${of.noun}.${action}`, target: { type: of.noun, id: current.id }, ...changes })
  return written(row, audited)
}

/**
 * Deletes a locked row. Throws SVC-CATALOG-IN_USE with the referencing resources and counts when it is referenced; `instead` is a sentence
 * that says what else can be done then.
 */
export async function removed<Row extends Versioned, Fields extends object>(
  context: Writing,
  of: Resource<Row, Fields, unknown>,
  current: Row,
  instead = '',
): Promise<Outcome<Row>> {
  const { tx, effects, principal } = context
  const key = { tenantId: principal.tenantId, id: current.id }
  await checkUnused(context, of, key.id, instead)
  await unlinked(context, of, key.id)
  await tx.rows(of.statements.remove, key).catch((error: unknown) => {
    // A foreign key of something that declares no references, or of a row inserted in the meantime.
    throw error instanceof ConflictError ? inUse(of.words, { [pluralOf(error.table)]: null }, instead, error) : error
  })
  const audited = effects.audit({ action: `${of.noun}.deleted`, target: { type: of.noun, id: key.id }, before: shownIn(of, current) })
  if (of.events?.deleted) effects.emit(of.events.deleted, key.id, current)
  if (of.counter) effects.count(of.counter, -1)
  return written(current, audited)
}

/**
 * Throws SVC-CATALOG-IN_USE when the row is referenced. The row must be locked, so that no new reference can be created until the commit.
 */
export async function checkUnused(
  { tx, principal: { tenantId } }: Writing,
  { table, words }: { table: string; words: string },
  id: Uuid,
  instead = '',
): Promise<void> {
  const uses = await findUses(tx, tenantId, { table }, id)
  if (Object.keys(uses).length > 0) throw inUse(words, uses, instead)
}

/** What refers to a thing, and how often; null when that is not known. */
function inUse(words: string, by: Readonly<Record<string, number | null>>, instead: string, cause?: unknown): ApiError {
  const uses = Object.entries(by)
  const said = uses.map(([plural, count]) => (count === null ? plural : `${count} ${count === 1 ? singular(plural) : plural}`))
  return new ApiError(catalogInUse, {
    message: `The ${words} cannot be deleted: ${said.join(' and ')} refer${uses.length === 1 && uses[0]?.[1] === 1 ? 's' : ''} to it.${instead && ` ${instead}`}`,
    details: uses.map(([plural, count]) => ({ field: plural, code: 'IN_USE', message: count === null ? 'at least 1' : String(count) })),
    cause,
  })
}

/** What the rows of a table are called. */
function pluralOf(table: string): string {
  return declaredReferrers().find((referrer) => referrer.table === table)?.plural ?? (table.replaceAll('_', ' ') || 'others')
}

function singular(plural: string): string {
  return plural.replace(/(?<=x)es$|s$/, '')
}

/** The writable fields of a row. */
function fieldsOf<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, row: Row): Fields {
  // Safe because these are the names of those fields.
  return Object.fromEntries(of.statements.fields.map((name) => [name, (row as Record<string, unknown>)[name]])) as Fields
}

/** The fields of a row that an audit row shows: writable fields that are not null. */
function shownIn<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, row: Row): object {
  return Object.fromEntries(Object.entries(fieldsOf(of, row)).filter(([, value]) => value !== null))
}

function overlaid<Fields extends object>(current: Fields, sent: Sent<Fields>): Fields {
  return { ...current, ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) }
}
