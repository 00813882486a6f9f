/**
 * Rejects writes before the disk of the embedded database is full (decision 54). PostgreSQL stops when it cannot extend its write-ahead
 * log, and then reads fail, too.
 */
import type { Endpoint } from './declared-endpoint.ts'
import { ApiError, systemUnavailable } from '../errors.ts'
import { diskFullSeconds } from '../postgres/translate-error.ts'

/** Minimum free bytes: four segments of the write-ahead log, enough for open transactions, deletions and background work. */
const minFreeBytes = 67_108_864
const checkEveryMs = 1_000

/** Resolves or returns null when the operation may run. Throws 503 when the operation writes and the disk is nearly full. */
export type CheckDiskSpace = (endpoint: Pick<Endpoint, 'method' | 'rateLimit'>) => Promise<void> | null

/** Creates the check, which reads the free space at most once a second. */
export function createCheckDiskSpace(readFreeBytes: () => Promise<number>, now = () => performance.now()): CheckDiskSpace {
  let free = Number.POSITIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  const refuseIfFull = (): void => {
    if (free < minFreeBytes) throw diskFull(new Error(`Only ${free} bytes are free`))
  }
  return ({ method, rateLimit }) => {
    // Deletions free space. Sign-in is a write, but users need it in order to read or delete anything.
    if (method === 'GET' || method === 'DELETE' || rateLimit === 'attempts') return null
    if (now() - readAt < checkEveryMs) {
      refuseIfFull()
      return null
    }
    return readFreeBytes().then((bytes) => {
      free = bytes
      readAt = now()
      refuseIfFull()
    })
  }
}

function diskFull(cause: Error): ApiError {
  return new ApiError(systemUnavailable, {
    message: 'The disk of the service is nearly full, so nothing new can be stored. Reading and deleting still work.',
    headers: { 'Retry-After': String(diskFullSeconds) },
    cause,
  })
}
