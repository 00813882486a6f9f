/** What constraints of the database refuse, as the callers' errors: `conflicts: { labels_name_key: { error: catalogDuplicate, field: 'name' } }`. */
import { ConflictError } from './db.ts'
import { ApiError, type ErrorDeclaration } from './errors.ts'

/** `field` is the field of the request that another row has taken. */
export type Conflict = { error: ErrorDeclaration; field: string; noun: string }

/** By the name of the constraint or of the unique index. A test holds the names against the database's catalogue. */
export type Conflicts = Readonly<Record<string, Conflict>>

/** The caller's error for what a declared constraint refused; every other error as it is. */
export function refused(conflicts: Conflicts, error: unknown): unknown {
  const conflict = error instanceof ConflictError ? conflicts[error.constraint] : undefined
  if (!conflict) return error
  const { error: declaration, field, noun } = conflict
  const details = [{ field, code: 'TAKEN', message: `belongs to another ${noun}` }]
  return new ApiError(declaration, { message: `Another ${noun} has this ${field} already.`, details, cause: error })
}
