/** Visibility of rows that belong to users, such as saved views. */
import { covers, type Principal, type Scope } from '#platform/principal.ts'
import type { Uuid } from '#platform/ids.ts'

/**
 * Visibility of rows with an `ownerId`: a caller sees shared rows and their own or, with the scope `all`, every row. A row is shared when
 * `field` is `value`, which is true by default.
 */
export type Owned = { field: string; value?: string; all: Scope }

/** The part of a caller that visibility depends on. The service's own work has no user, and sees shared rows only. */
export type Caller = { readonly user?: { readonly id: Uuid } | null; readonly scopes?: readonly Scope[] }

/** Whether the caller may see and use a row. */
export function isVisible({ owned }: { owned: Owned | null }, { user, scopes }: Caller, row: object): boolean {
  if (owned === null || covers(scopes ?? [], owned.all)) return true
  // Safe because any field may be read.
  const fields = row as Readonly<Record<string, unknown>>
  return fields[owned.field] === (owned.value ?? true) || (user?.id !== undefined && fields.ownerId === user.id)
}

/** Returns the filter `visibleTo` of a list: the rows that a user without the scope `all` sees. */
export function visibleSql(alias: string, { field, value }: Owned): string {
  return `(${alias}.${field}${value === undefined ? '' : ` = '${value}'`} or ${alias}.owner_id = :visibleTo::uuid)`
}

/** Returns the value of the filter `visibleTo` for a caller. */
export function findVisibleTo({ owned }: { owned: Owned | null }, { user, scopes }: Principal): Uuid | undefined {
  return owned === null || covers(scopes, owned.all) ? undefined : user.id
}
