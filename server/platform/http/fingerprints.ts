/** Computes fingerprints of requests, which show whether a retry is the same request as the first one with its Idempotency-Key. */
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { canonicalJson } from './canonical-json.ts'
import type { Endpoint } from './declared-endpoint.ts'
import type { Secrets } from '../secrets.ts'
import type { Principal } from '../principal.ts'
import { getState } from './request-state.ts'

/**
 * Returns the SHA-256 of method, path and body. Hashes the body in canonical form (sorted members), so JSON formatting makes no difference.
 */
export function getFingerprint(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${path}\n${canonicalJson(body)}`, 'buffer')
}

/** `earlier` are the fingerprints that earlier versions of the service stored for the same request. */
export type Fingerprints = { fingerprint: Buffer | null; earlier: readonly Buffer[] }

type Request = { req: IncomingMessage; principal: Principal | null; body: unknown; query: unknown }

export const noFingerprints: Fingerprints = { fingerprint: null, earlier: [] }

/**
 * Computes the fingerprint of a request. If the response shows a secret, the API key or user is part of the fingerprint, so that another
 * caller's retry does not get the secret. A body that may contain a password is hashed with the service's key, because a plain hash would
 * allow offline guessing by anyone who can read the database. Earlier versions applied these two rules to other operations.
 */
export function getFingerprints(
  { method, rateLimit, secret, query: asked }: Endpoint,
  secrets: Secrets,
  { req, body, query, principal }: Request,
): Fingerprints {
  const path = getState(req).path ?? ''
  const plain = (more: object): Buffer => getFingerprint(method, path, Object.keys(more).length > 0 ? { body, ...more } : body)
  const keyed = (fingerprint: Buffer): Buffer => secrets.hashCredential(`request ${fingerprint.toString('hex')}`)
  const owner = principal?.credential.type === 'API_KEY' ? { keyId: principal.credential.id } : { userId: principal?.user.id }
  const filters = asked ? { query } : {}
  const full = plain({ ...(secret && principal ? owner : {}), ...filters })
  if (!secret && rateLimit !== 'attempts') return { fingerprint: full, earlier: [] }
  const withoutOwner = plain(filters)
  return { fingerprint: rateLimit === 'attempts' ? keyed(full) : full, earlier: [full, keyed(full), withoutOwner, keyed(withoutOwner)] }
}
