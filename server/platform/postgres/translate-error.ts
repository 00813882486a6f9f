/**
 * Converts PostgreSQL's errors to the errors of db.ts.
 *
 * A distributed PostgreSQL reports a shard's error in another form: without the field `constraint_name`, with the shard's number behind the
 * names (`labels_name_key_102060`), a unique violation as an internal error (XX000), a lock time-out without its context.
 */
import { ConflictError, LockTimeoutError } from '../db.ts'
import { ApiError, systemTimeout, systemUnavailable } from '../errors.ts'

/** Returns the corresponding error of db.ts; any other error is returned unchanged. */
export function translated(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error
  // Safe because these are the driver's fields of PostgreSQL's error message, which are strings if present.
  const {
    code = '',
    constraint_name,
    table_name,
    where,
  } = error as { code?: string; constraint_name?: string; table_name?: string; where?: string }
  if (code === '23505' || code === '23503' || (code === 'XX000' && violation.test(error.message)))
    return new ConflictError(
      withoutShard(constraint_name ?? namedAfter('constraint', error.message) ?? ''),
      // The message of a deletion names two tables, the one that refers to the row last.
      withoutShard(table_name ?? namedAfter('constraint "[^"]+" on table', error.message) ?? namedAfter('on table', error.message) ?? ''),
      error,
    )
  if (code === '55P03') return new LockTimeoutError(withoutShard(namedAfter('relation', where) ?? '') || null, error)
  if (code === '57014') return new ApiError(systemTimeout, { cause: error })
  const shortage = shortages[code]
  if (shortage !== undefined) return new ApiError(systemUnavailable, { ...shortage, cause: error })
  if (awayCodes.test(code)) return new ApiError(systemUnavailable, { cause: error })
  return error
}

/** How long a caller should wait when the disk is full: an operator has to act first. */
export const diskFullSeconds = 30

/** What PostgreSQL lacks, by its error code. The statement was rolled back. */
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

/** The quoted name after words of a message. */
function namedAfter(words: string, message: string | undefined): string | undefined {
  return new RegExp(`\\b${words} "([^"]+)"`).exec(message ?? '')?.[1]
}

/** Shard numbers start at 102008. No name of the schema ends like one (test/distribution.test.ts). */
function withoutShard(name: string): string {
  return name.replace(/_\d{6,}$/, '')
}

/** True for driver errors caused by a database that is unavailable or shutting down. */
export function isAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && awayCodes.test(error.code)
}

/** Connection failures of the driver and the socket, PostgreSQL's connection class 08, shutdowns 57P0x, too many connections. */
const awayCodes = /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|08|57P0|53300)/
