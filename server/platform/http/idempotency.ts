/**
 * Idempotency-Key: a request with a key takes effect once, and every retry gets the first response again.
 *
 * The response record is written in the transaction of the effect, under a unique key: of two concurrent requests the second is rolled back
 * completely and replays the first one's response. Within a process the second request waits for the first without using the database, so
 * many requests with one key hold one connection.
 */
import { ConflictError, LockTimeoutError, OutdatedRead, type Database } from '../db.ts'
import type { PriorResult, ItemResult } from './declared-endpoint.ts'
import { ApiError, idempotencyInProgress, idempotencyKeyReused, invalidIdempotencyKey, type ErrorBody } from '../errors.ts'
import { findPrior, storeResponse, type StoredResponse } from '../outbox/ledger.ts'
import { type WriteIdentity } from '../outbox/write-identity.ts'
import type { Principal } from '../principal.ts'
import type { Secrets } from '../secrets.ts'

/** Maximum milliseconds to wait for a concurrent request with the same key. */
const waitMsMax = 2_000

/**
 * Parses the header. The quoted form (`"abc"`) equals the unquoted one. Returns null if there is no header; throws 400 for a malformed one.
 */
export function parseIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header)
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new ApiError(invalidIdempotencyKey)
  return key
}

/** Returns the hash of a key. Callers of a tenant share their keys, but a visitor of a website must not get another visitor's response. */
export function hashOwnKey(secrets: Pick<Secrets, 'hashIdempotencyKey'>, principal: Principal | null, key: string): Buffer {
  return secrets.hashIdempotencyKey(principal?.credential.type === 'VISITOR' ? `visitor ${principal.credential.id} ${key}` : key)
}

/** The stored part of a response: the handler's record, or the error object. */
export type WriteResult = { status: number; record: unknown; error: ErrorBody | null }

/** A final response, and whether it is a replay. */
export type WriteResponse = WriteResult & { replayed: boolean }

export class IdempotentWrites {
  readonly #db: Database
  readonly #inFlight = new Map<string, Promise<WriteResult & { fingerprint: string }>>()

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Runs `work` once for the request's key. `refusal` converts the handler's error to the error object to store; if it returns null, the
   * error is rethrown and not stored. `earlier` are the fingerprints that earlier versions computed for this request. Throws 422 when the
   * key was used for a different request, and 409 when the first request takes longer than two seconds.
   */
  async run(
    identity: WriteIdentity,
    work: () => Promise<ItemResult<unknown> | PriorResult>,
    refusal: (error: unknown) => ErrorBody | null,
    earlier: readonly Buffer[] = [],
  ): Promise<WriteResponse> {
    const { keyHash, fingerprint } = identity
    if (!keyHash || !fingerprint) {
      return { ...withoutPrior(await this.#attempt(identity, work)), error: null, replayed: false }
    }
    const slot = identity.tenantId + keyHash.toString('base64')
    const own = [fingerprint, ...earlier].map((bytes) => bytes.toString('hex'))
    const deadline = performance.now() + waitMsMax
    for (let running = this.#inFlight.get(slot); running; running = this.#inFlight.get(slot)) {
      const first = await waitFor(running, deadline - performance.now())
      if (first) return replay(first, own)
    }
    const running = this.#runOnce(identity, work, refusal)
    this.#inFlight.set(slot, running)
    try {
      const result = await running
      return result.replayed ? replay(result, own) : result
    } finally {
      this.#inFlight.delete(slot)
    }
  }

  async #runOnce(
    identity: WriteIdentity,
    work: () => Promise<ItemResult<unknown> | PriorResult>,
    refusal: (error: unknown) => ErrorBody | null,
  ): Promise<WriteResponse & { fingerprint: string }> {
    const fingerprint = identity.fingerprint?.toString('hex') ?? ''
    try {
      const result = await this.#attempt(identity, work)
      if ('prior' in result) return fromPrior(result.prior)
      return { ...result, error: null, replayed: false, fingerprint }
    } catch (error) {
      const kept = refusal(error)
      if (!kept) throw error
      const prior = await this.#keepRefusal(identity, kept)
      return prior ? fromPrior(prior) : { status: kept.status, record: null, error: kept, replayed: false, fingerprint }
    }
  }

  /**
   * Runs the write. If another request with the key was first, returns that request's response. If a concurrent request won a race for
   * another row, runs the write again. Citus does not always report the violated constraint or the locked table. If the constraint is
   * unknown, looks for a stored response anyway. A lock timeout on an unknown table still gives 503, because it does not prove that a
   * request with this key is in progress. The retry that Retry-After requests is safe, because it has the same key.
   */
  async #attempt(
    identity: WriteIdentity,
    work: () => Promise<ItemResult<unknown> | PriorResult>,
  ): Promise<ItemResult<unknown> | PriorResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof LockTimeoutError && error.relation === 'idempotency_keys')
          throw new ApiError(idempotencyInProgress, { cause: error })
        if (!(error instanceof ConflictError || error instanceof OutdatedRead) || attempt === 5) throw error
        const lostKey = error instanceof ConflictError && ['idempotency_keys_pkey', ''].includes(error.constraint)
        const prior = lostKey ? await findPrior(this.#db, identity) : null
        if (prior) return { prior }
      }
    }
  }

  /** Stores an error response and returns null. If another request with the key was first, returns that request's response. */
  async #keepRefusal(identity: WriteIdentity, kept: ErrorBody): Promise<StoredResponse | null> {
    try {
      await storeResponse(this.#db, identity, { status: kept.status, record: { error: kept } })
      return null
    } catch (error) {
      if (error instanceof ConflictError) return findPrior(this.#db, identity)
      throw error
    }
  }
}

/** Returns the result. Safe because the write of a request without a key looks up no stored response. */
function withoutPrior(result: ItemResult<unknown> | PriorResult): ItemResult<unknown> {
  return result as ItemResult<unknown>
}

function fromPrior({ fingerprint, status, record }: StoredResponse): WriteResponse & { fingerprint: string } {
  // Safe because keepRefusal stores refusals as {error}, and handlers never return a status of 400 or more.
  const error = status >= 400 ? (record as { error: ErrorBody }).error : null
  return { status, record: error ? null : record, error, replayed: true, fingerprint }
}

function replay(first: WriteResult & { fingerprint: string }, own: readonly string[]): WriteResponse {
  if (!own.includes(first.fingerprint)) throw new ApiError(idempotencyKeyReused)
  return { status: first.status, record: first.record, error: first.error, replayed: true }
}

/**
 * Waits for the first request and returns its response. Returns null when the first request failed without a response, so that this request
 * may run. Throws 409 after `ms`.
 */
async function waitFor<Result>(running: Promise<Result>, ms: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError(idempotencyInProgress)), Math.max(0, ms))
  })
  try {
    return await Promise.race([running.catch(() => null), tooLong])
  } finally {
    clearTimeout(timer)
  }
}
