/**
 * Links two resources through the rows of a link table, such as the members of teams. Each end shows the ids of the other, so a change of
 * links increments the versions and emits events at both ends. To prevent deadlocks, all writers lock the ends in the same order: first the
 * rows of the end that is declared first, by id, then the rows of the second.
 */
import { statement, type Queryable, type Statement } from '#platform/db.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Resource } from './resource.ts'
import { touchRow, type Versioned, type Writing } from './touch.ts'

/** A locked row at one end of a link. `announce` increments its version and emits its event. */
type LockedEnd = { id: Uuid; announce: () => Promise<void> }

export type LinkEnd = {
  table: string
  /** The column of the link table that holds this end's ids. */
  column: string
  lock(context: Writing, id: Uuid): Promise<LockedEnd | null>
}

type Side = { tenantId: Uuid; id: Uuid }
type LinkStatements = {
  linked: Statement<Side, { id: Uuid }>
  insert: Statement<Side & { ids: readonly Uuid[] }, object>
  remove: Statement<Side & { ids: readonly Uuid[] }, object>
}
/** A link table, seen from one end. */
export type Link = { near: LinkEnd; far: LinkEnd; statements: LinkStatements }

const declared: Link[] = []

/** Declares a link table. Returns it once for each end. */
export function link(table: string, first: LinkEnd, second: LinkEnd): [Link, Link] {
  const seen: [Link, Link] = [
    { near: first, far: second, statements: getStatements(table, first.column, second.column) },
    { near: second, far: first, statements: getStatements(table, second.column, first.column) },
  ]
  declared.push(...seen)
  return seen
}

/** Declares an end of a link table: its resource, and the column of the link table that holds its ids. */
export function linkEnd<Row extends Versioned, Fields extends object>(of: Resource<Row, Fields, unknown>, column: string): LinkEnd {
  const { lockOnly, lock } = of.statements
  return {
    table: of.table,
    column,
    async lock(context, id) {
      const key = { tenantId: context.principal.tenantId, id }
      if (lockOnly) await context.tx.rows(lockOnly, key)
      const row = await context.tx.first(lock, key)
      return row && { id, announce: async () => void (await touchRow(context, of, row)) }
    },
  }
}

/**
 * Locks rows of the far end by id. Throws 422 listing the positions in `field` of unknown ids. Call it before locking the near row if the
 * far end is locked first.
 */
export async function lockFarRows(context: Writing, { far }: Link, ids: readonly Uuid[], field: string): Promise<void> {
  const found = new Set<Uuid>()
  for (const id of toSortedUnique(ids)) if (await far.lock(context, id)) found.add(id)
  const details = ids.flatMap((id, i) =>
    found.has(id) ? [] : [{ field: `${field}[${i}]`, code: 'UNKNOWN', message: 'does not exist in this tenant' }],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
}

/** Returns the ids that a row of the near end is linked to. */
export async function findLinkedIds(tx: Queryable, { statements }: Link, side: Side): Promise<Uuid[]> {
  return (await tx.rows(statements.linked, side)).map(({ id }) => id)
}

/**
 * Links a locked row of the near end to exactly `ids`, and announces the change of each far row. Returns false if nothing changes. The
 * caller announces the change of the near row.
 */
export async function replaceLinks(context: Writing, own: Link, id: Uuid, ids: readonly Uuid[]): Promise<boolean> {
  const { statements, far } = own
  const side = { tenantId: context.principal.tenantId, id }
  const before = new Set(await findLinkedIds(context.tx, own, side))
  const added = ids.filter((other) => !before.has(other))
  const dropped = [...before].filter((other) => !ids.includes(other))
  if (added.length + dropped.length === 0) return false
  const locked: LockedEnd[] = []
  for (const other of toSortedUnique([...added, ...dropped])) {
    const row = await far.lock(context, other)
    if (row) locked.push(row)
  }
  if (added.length > 0) await context.tx.rows(statements.insert, { ...side, ids: toSortedUnique(added) })
  if (dropped.length > 0) await context.tx.rows(statements.remove, { ...side, ids: dropped })
  for (const { announce } of locked) await announce()
  return true
}

/** Deletes all links of a locked row that is about to be deleted. */
export async function deleteLinks(context: Writing, { table }: { table: string }, id: Uuid): Promise<void> {
  for (const own of declared) if (own.near.table === table) await replaceLinks(context, own, id, [])
}

function toSortedUnique(ids: readonly Uuid[]): Uuid[] {
  return [...new Set(ids)].toSorted()
}

function getStatements(table: string, near: string, far: string): LinkStatements {
  const one = `tenant_id = :tenantId::uuid and ${near} = :id::uuid`
  return {
    linked: statement(`select ${far} as id from ${table} where ${one} order by ${far}`),
    insert: statement(`insert into ${table} (tenant_id, ${near}, ${far}) select :tenantId::uuid, :id::uuid, unnest(:ids::uuid[])`),
    remove: statement(`delete from ${table} where ${one} and ${far} = any(:ids::uuid[])`),
  }
}
