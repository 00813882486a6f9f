/** Finds the caller of a request from its bearer token: one cache for all kinds of credentials, so that all of them end within a second. */
import { hash } from 'node:crypto'
import type { Authenticate, Principal } from '../platform/principal.ts'
import { rememberBriefly } from '../platform/remember.ts'

/** One kind of credential. */
export type CredentialReader = {
  /** False for what is certainly no credential of this kind: such a token costs no query. */
  recognises(token: string): boolean
  /** Null for unknown, revoked and expired ones, and for those of people who do not take part. */
  find(token: string): Promise<Principal | null>
}

/**
 * What was learnt is believed for less than a second, so that a revocation, the end of a session, and the suspension or another role of the
 * person hold everywhere within one.
 */
export function createAuthenticate(readers: readonly CredentialReader[]): Authenticate {
  // Remembered by a plain digest, so that no credential stays in memory.
  const find = rememberBriefly((token) => readerOf(readers, token)?.find(token) ?? Promise.resolve(null), {
    keyOf: (token) => hash('sha256', token, 'base64'),
  })
  return Object.assign((token: string) => (readerOf(readers, token) ? find(token) : null), { forget: find.forget })
}

function readerOf(readers: readonly CredentialReader[], token: string): CredentialReader | undefined {
  return readers.find((reader) => reader.recognises(token))
}
