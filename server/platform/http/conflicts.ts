/** Maps violations of database constraints to API errors: `conflicts: { labels_name_key: { error: catalogDuplicate, field: 'name' } }`. */
import { ConflictError } from '../db.ts'
import { ApiError, type ErrorDeclaration } from '../errors.ts'

/** `field` is the request field whose value another row already uses. */
export type Conflict = { error: ErrorDeclaration; field: string; noun: string }

/** Conflicts by the name of the constraint or unique index. A test compares the names with the database's catalogue. */
export type Conflicts = Readonly<Record<string, Conflict>>

/** Returns the API error that is declared for a violated constraint, or else the given error. */
export function mapConflict(conflicts: Conflicts, error: unknown): unknown {
  const conflict = error instanceof ConflictError ? conflicts[error.constraint] : undefined
  if (!conflict) return error
  const { error: declaration, field, noun } = conflict
  const details = [{ field, code: 'TAKEN', message: `belongs to another ${noun}` }]
  return new ApiError(declaration, { message: `Another ${noun} already has this ${field}.`, details, cause: error })
}
