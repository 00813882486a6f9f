/**
 * Converts PostgreSQL's errors to the errors of db.ts. Citus reports a shard's error differently: the field `constraint_name` is absent,
 * names end with the shard's number (`labels_name_key_102060`), a unique violation is an internal error (XX000), and a lock timeout has no
 * context.
 */
import { ConflictError, LockTimeoutError } from '../db.ts'
import { ApiError, systemTimeout, systemUnavailable, tenantSuspended } from '../errors.ts'

/** Returns the equivalent error of db.ts, or the given error if there is none. */
export function translateError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  // Safe because these are the driver's fields of PostgreSQL's error, which are strings if present.
  const {
    code = '',
    constraint_name,
    table_name,
    where,
  } = error as { code?: string; constraint_name?: string; table_name?: string; where?: string }
  if (code === '23505' || code === '23503' || (code === 'XX000' && violation.test(error.message)))
    return new ConflictError(
      removeShardNumber(constraint_name ?? readNameAfter('constraint', error.message) ?? ''),
      // PostgreSQL's message about a deletion names two tables: first the deleted row's table, then the table that references it.
      removeShardNumber(
        table_name ?? readNameAfter('constraint "[^"]+" on table', error.message) ?? readNameAfter('on table', error.message) ?? '',
      ),
      error,
    )
  if (code === '55P03') return new LockTimeoutError(removeShardNumber(readNameAfter('relation', where) ?? '') || null, error)
  if (code === '57014') return new ApiError(systemTimeout, { cause: error })
  if (code === noCountersCode) return new ApiError(tenantSuspended, { cause: error })
  const shortage = shortages[code]
  if (shortage !== undefined) return new ApiError(systemUnavailable, { ...shortage, cause: error })
  if (unavailableCodes.test(code)) return new ApiError(systemUnavailable, { cause: error })
  return error
}

/** Error code of our procedures when the tenant has no counters. The tenant is being deleted, and its counters are deleted first. */
export const noCountersCode = 'SK001'

/** Seconds in Retry-After when the disk is full. An operator has to act first. */
export const diskFullSeconds = 30

/** PostgreSQL errors for a lack of disk space, memory or other resources, keyed by code. PostgreSQL has rolled the statement back. */
const shortages: Readonly<Partial<Record<string, { message: string; headers?: Record<string, string> }>>> = {
  '53100': {
    message: 'The disk of the database is full. Nothing of this request was stored.',
    headers: { 'Retry-After': String(diskFullSeconds) },
  },
  '53200': { message: 'The database has no memory left for this request. Nothing of it was stored.' },
  '53000': { message: 'The database has no resources left for this request. Nothing of it was stored.' },
  '53400': { message: 'A configured limit of the database was exceeded. Nothing of this request was stored.' },
}

const violation = /violates (unique|foreign key) constraint/

/** Returns the quoted name that follows `words` in a message. */
function readNameAfter(words: string, message: string | undefined): string | undefined {
  return new RegExp(`\\b${words} "([^"]+)"`).exec(message ?? '')?.[1]
}

/**
 * Removes the shard number from a name. Shard numbers start at 102008, and no name in the schema ends like that
 * (test/distribution.test.ts).
 */
function removeShardNumber(name: string): string {
  return name.replace(/_\d{6,}$/, '')
}

/** True for driver errors when the database is unavailable or shutting down. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && unavailableCodes.test(error.code)
}

/** Matches connection errors of the driver, the socket and PostgreSQL (class 08), shutdowns (57P0x), and too many connections (53300). */
const unavailableCodes = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|08|57P0|53300)/
