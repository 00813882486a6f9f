/** Prepares writes by callers without credentials: counts attempts per account, and lets the operation determine the tenant. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../db.ts'
import type { ItemResult, OfKind, WriteEndpoint } from './declared-endpoint.ts'
import { ApiError, tenantNotFound } from '../errors.ts'
import { removeCredentials } from '../log.ts'
import { CollectedEffects } from '../outbox/ledger.ts'
import { actorIdentity, type WriteIdentity } from '../outbox/write-identity.ts'
import type { Actor } from '../principal.ts'
import { countAttempt, countForm, countRefused } from './guards.ts'
import type { Limits } from './rate-limit.ts'
import { getState } from './request-state.ts'

type Options = { db: Database; limits: Limits }
type Keyed = { keyHash: Buffer; fingerprint: Buffer } | null

/**
 * Returns the handler's arguments and the write's actor, which is null when `findActor` finds no actor. Throws 429 after too many attempts
 * on an account, 404 when the host belongs to a different tenant than the actor, and the error of `findActor`.
 */
export async function prepareAnonymousWrite(
  endpoint: OfKind<'anonymous'>,
  { db, limits }: Options,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  request: { body: unknown; token: string; requestId: string; principal: null },
  keyed: Keyed,
): Promise<{ context: object; write: WriteIdentity | null }> {
  const { findActor, account, rateLimit } = endpoint
  const { ip, hostTenantId } = getState(req)
  const named = account(request.body)
  if (named !== null && rateLimit === 'attempts') {
    const isKnown = async (): Promise<boolean> => (await endpoint.isKnown?.({ db, body: request.body, ip })) ?? false
    await countAttempt(named, isKnown, limits, req, res)
  }
  const { principal: _, ...rest } = request
  const context = { ...rest, ip, userAgent: findUserAgent(req), origin: req.headers.origin ?? null, hostTenantId }
  const actor: Actor | null = await findActor({ ...context, db }).catch(async (refusal: unknown) => {
    if (refusal instanceof ApiError && rateLimit === 'refused') await countRefused(named, limits, req, res)
    throw refusal
  })
  if (actor && rateLimit === 'token') await countForm(limits, { token: request.token, ip })
  if (actor && hostTenantId !== null && actor.tenantId !== hostTenantId) throw new ApiError(tenantNotFound)
  return { context: { ...context, actor }, write: actor && actorIdentity(actor, ip, request.requestId, actor.ignoresKey ? null : keyed) }
}

const maxUserAgentLength = 255

function findUserAgent({ headers }: IncomingMessage): string | null {
  const text = headers['user-agent']?.slice(0, maxUserAgentLength).trim()
  return text ? removeCredentials(text) : null
}

/** Runs the handler without a tenant. The Idempotency-Key is ignored, because such a request writes nothing. */
export function handleWithoutActor(endpoint: WriteEndpoint, db: Database, context: object): Promise<ItemResult<unknown>> {
  return db.transaction(async (tx) => {
    const effects = new CollectedEffects()
    const result = await endpoint.handle({ ...context, tx, effects })
    if (!effects.empty) throw new Error(`${endpoint.operationId} has effects but no tenant to write them for`)
    return result
  })
}
