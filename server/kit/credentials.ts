/**
 * Authenticates the bearer token of a request. All kinds of credentials share one cache, so a single lifetime limits how long a revoked
 * credential still works.
 */
import { hash } from 'node:crypto'
import type { Authenticate, Principal } from '#platform/principal.ts'
import { cacheBriefly } from '#platform/remember.ts'

/** A kind of credential, such as API keys or sessions. */
export type CredentialReader = {
  /** False if the token has the format of another kind. Needs no database query. */
  recognises(token: string): boolean
  /** Returns null for unknown, revoked and expired credentials, and for credentials of users who are suspended or removed. */
  find(token: string): Promise<Principal | null>
}

/**
 * Returns the function that authenticates requests. It caches results for less than a second, so that a revocation, a sign-out, a
 * suspension or a change of role takes effect everywhere within a second.
 */
export function createAuthenticate(readers: readonly CredentialReader[]): Authenticate {
  // The cache's key is a digest, so that credentials do not stay in memory.
  const find = cacheBriefly((token) => findReader(readers, token)?.find(token) ?? Promise.resolve(null), {
    keyOf: (token) => hash('sha256', token, 'base64'),
  })
  return Object.assign((token: string) => (findReader(readers, token) ? find(token) : null), { forget: find.forget })
}

function findReader(readers: readonly CredentialReader[], token: string): CredentialReader | undefined {
  return readers.find((reader) => reader.recognises(token))
}
