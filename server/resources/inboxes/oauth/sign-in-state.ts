/**
 * The OAuth state, which a browser carries through a sign-in at a mail provider. It is encrypted and contains a hash of the inbox's stored
 * tokens, so storing new tokens invalidates it, and it needs no table.
 */
import { createHash } from 'node:crypto'
import { databaseNow } from '#platform/database-now.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Provider } from './providers.ts'

export type SignInState = {
  tenantId: Uuid
  inboxId: Uuid
  /** The user who started the sign-in. */
  userId: Uuid
  provider: Provider
  /** Hash of the inbox's tokens at the start. */
  before: string
  nonce: string
  expiresAt: string
}

const purpose = 'oauth state'

export function sealState(secrets: Pick<Secrets, 'encrypt'>, state: SignInState): string {
  return Buffer.from(secrets.encrypt(purpose, JSON.stringify(state)), 'base64').toString('base64url')
}

/** Decrypts a state; null when it is forged or has expired. */
export function openState(secrets: Pick<Secrets, 'decrypt'>, sealed: string): SignInState | null {
  try {
    // Safe because only `sealState` can have encrypted this text.
    const state = JSON.parse(secrets.decrypt(purpose, Buffer.from(sealed, 'base64url').toString('base64'))) as SignInState
    return Date.parse(state.expiresAt) > databaseNow() ? state : null
  } catch {
    return null
  }
}

/** Returns a hash of stored tokens in encrypted form, which differs each time they are stored. */
export function hashStored(secret: string | null): string {
  return createHash('sha256')
    .update(secret ?? '')
    .digest('base64url')
}

/** Returns a state's PKCE verifier, which only this service can compute, and its challenge. */
export function toPkce(
  secrets: Pick<Secrets, 'hashCredential'>,
  { nonce }: Pick<SignInState, 'nonce'>,
): { verifier: string; challenge: string } {
  const verifier = secrets.hashCredential(`oauth verifier ${nonce}`).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}
