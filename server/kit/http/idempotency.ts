/**
 * Idempotency-Key: one key, one effect, and for every retry the first answer again.
 *
 * The record of an answer is written in the transaction of its effect, under a unique key: of two racing requests the
 * second one's effect rolls back whole and it replays the first one's answer. Within this process the second does not
 * even reach the database: it waits for the first, so a storm of one key holds one connection.
 */
import { hash } from 'node:crypto'
import { ConflictError, LockTimeoutError, OutdatedRead, type Database } from '../db.ts'
import type { AlreadyAnswered, ItemReply } from '../endpoint.ts'
import { canonicalJson } from '../canonical-json.ts'
import { ApiError, idempotencyInProgress, idempotencyKeyReused, invalidIdempotencyKey, type ErrorBody } from '../errors.ts'
import { findPrior, keepAnswer, type PriorAnswer, type WriteIdentity } from '../outbox/ledger.ts'

/** Longest wait for another request with the same key. */
const waitMsMax = 2_000

/** Reads the header. The quoted form (`"abc"`) is the same key as the bare one. Null when absent; throws 400 when malformed. */
export function parseIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const text = String(header)
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new ApiError(invalidIdempotencyKey)
  return key
}

/** SHA-256 over method, path and the body in canonical form (members sorted), so that formatting does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${path}\n${canonicalJson(body)}`, 'buffer')
}

/** What is kept of an answer: the handler's record, or the error object it refused with. */
export type Settled = { status: number; record: unknown; error: ErrorBody | null }

/** A settled answer, and whether it was given before. */
export type Answered = Settled & { replayed: boolean }

export class IdempotentWrites {
  readonly #db: Database
  readonly #inFlight = new Map<string, Promise<Settled & { fingerprint: string }>>()

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * Runs `work` once for the request's key. `refusal` turns the handler's own refusals into error objects to keep
   * (null: not to be kept, the error is thrown on).
   * Throws 422 for a key of another request, 409 when the first request takes longer than two seconds.
   */
  async run(
    identity: WriteIdentity,
    work: () => Promise<ItemReply<unknown> | AlreadyAnswered>,
    refusal: (error: unknown) => ErrorBody | null,
  ): Promise<Answered> {
    const { keyHash, fingerprint } = identity
    if (!keyHash || !fingerprint) {
      return { ...unanswered(await this.#attempt(identity, work)), error: null, replayed: false }
    }
    const slot = identity.tenantId + keyHash.toString('base64')
    const own = fingerprint.toString('hex')
    const deadline = performance.now() + waitMsMax
    for (let running = this.#inFlight.get(slot); running; running = this.#inFlight.get(slot)) {
      const first = await waitFor(running, deadline - performance.now())
      if (first) return replay(first, own)
    }
    const running = this.#settle(identity, work, refusal)
    this.#inFlight.set(slot, running)
    try {
      const settled = await running
      return settled.replayed ? replay(settled, own) : settled
    } finally {
      this.#inFlight.delete(slot)
    }
  }

  async #settle(
    identity: WriteIdentity,
    work: () => Promise<ItemReply<unknown> | AlreadyAnswered>,
    refusal: (error: unknown) => ErrorBody | null,
  ): Promise<Answered & { fingerprint: string }> {
    const fingerprint = identity.fingerprint?.toString('hex') ?? ''
    try {
      const reply = await this.#attempt(identity, work)
      if ('prior' in reply) return fromPrior(reply.prior)
      return { ...reply, error: null, replayed: false, fingerprint }
    } catch (error) {
      const kept = refusal(error)
      if (!kept) throw error
      const prior = await this.#keepRefusal(identity, kept)
      return prior ? fromPrior(prior) : { status: kept.status, record: null, error: kept, replayed: false, fingerprint }
    }
  }

  /**
   * Runs the write; a lost race for the key ends in the winner's answer, a lost race for another row runs it again.
   *
   * A distributed database does not always say which constraint, or whose row, it was. Without the constraint's name the winner's
   * answer is looked for all the same. A wait for nobody knows what stays 503: that another request with this key runs would be a
   * guess, and the retry that Retry-After asks for is safe, for it carries the key.
   */
  async #attempt(
    identity: WriteIdentity,
    work: () => Promise<ItemReply<unknown> | AlreadyAnswered>,
  ): Promise<ItemReply<unknown> | AlreadyAnswered> {
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

  /** Null when kept; the winner's answer when another request was first. */
  async #keepRefusal(identity: WriteIdentity, kept: ErrorBody): Promise<PriorAnswer | null> {
    try {
      await keepAnswer(this.#db, identity, { status: kept.status, record: { error: kept } })
      return null
    } catch (error) {
      if (error instanceof ConflictError) return findPrior(this.#db, identity)
      throw error
    }
  }
}

/** Safe because a request without a key looks up no prior answer. */
function unanswered(reply: ItemReply<unknown> | AlreadyAnswered): ItemReply<unknown> {
  return reply as ItemReply<unknown>
}

function fromPrior({ fingerprint, status, record }: PriorAnswer): Answered & { fingerprint: string } {
  // Safe because refusals are kept as {error} by keepRefusal and records of handlers never have a status of 400 or more.
  const error = status >= 400 ? (record as { error: ErrorBody }).error : null
  return { status, record: error ? null : record, error, replayed: true, fingerprint }
}

function replay(first: Settled & { fingerprint: string }, own: string): Answered {
  if (first.fingerprint !== own) throw new ApiError(idempotencyKeyReused)
  return { status: first.status, record: first.record, error: first.error, replayed: true }
}

/** The first request's answer; null when it failed without one (the caller may try for itself). Throws 409 after the wait. */
async function waitFor<Answer>(running: Promise<Answer>, ms: number): Promise<Answer | null> {
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
